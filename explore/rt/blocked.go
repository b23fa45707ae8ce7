package rt

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// blocked reports the goroutines that wait for ever: nothing can happen any more.
func (s *Scheduler) blocked() {
	if len(s.live) == 0 {
		return
	}
	kind := Leak
	if s.selfLocked() != nil || s.cycle() != nil {
		kind = Deadlock
		s.x.Outcome = Blocked
	}
	if !s.mainOver {
		kind = Deadlock
		s.x.Outcome = Blocked
	}
	if kind == Leak {
		if s.cfg.IgnoreLeaks || !s.leaks() {
			return
		}
		s.x.Outcome = Blocked
	}
	if s.seenBefore(kind) {
		return
	}
	stuck := s.stuck(kind == Leak)
	if g := s.spinnersOnly(); g != nil {
		if kind == Deadlock {
			kind = Livelock
		}
		s.report(Bug{Kind: kind, Message: "all running goroutines wait in loops like this one for something that no goroutine will write", Site: g.op.site, G: g.id, Stuck: stuck})
		return
	}
	message, site := s.whyBlocked(stuck)
	s.report(Bug{Kind: kind, Message: message, Site: site, G: stuck[0].G, Stuck: stuck})
}

// leaks reports whether goroutines wait for ever that should not, now that the test is over: neither for time, nor started by
// the initialisation of a package.
func (s *Scheduler) leaks() bool {
	for _, g := range s.live {
		if !g.lasting && !s.waitsIgnored(g) && !g.waitsForTime(s) {
			return true
		}
	}
	return false
}

// seenBefore reports whether goroutines have been blocked in the same places before, which need not be described again. Who
// holds the locks may be another matter: the same places are a leak if a goroutine that has ended holds them, and a deadlock
// in a cycle.
func (s *Scheduler) seenBefore(kind BugKind) bool {
	h := uint64(len(s.live))
	if kind == Leak {
		h = ^h
	}
	for _, g := range s.live {
		h = splitmix(h ^ uint64(g.op.kind)<<32 ^ uint64(g.op.site) ^ uint64(g.id)<<40)
	}
	if s.seenBlocked[h] && !s.everyTime() {
		return true
	}
	s.seenBlocked[h] = true
	return false
}

// spinnersOnly returns a goroutine that is parked in a loop, if all that have not ended are.
func (s *Scheduler) spinnersOnly() *G {
	for _, g := range s.live {
		if g.op.kind != OpAwait {
			return nil
		}
	}
	return s.live[0]
}

// stuck describes the goroutines that have not ended; those that may live as long as the process are no part of a leak.
func (s *Scheduler) stuck(leak bool) []Stuck {
	var list []Stuck
	for _, g := range s.live {
		if leak && (g.lasting || s.waitsIgnored(g)) {
			continue
		}
		obj := NoObj
		if g.op.obj != nil {
			obj = g.op.obj.head().id
		}
		list = append(list, Stuck{G: g.id, Op: g.op.kind, Obj: obj, Site: g.op.site, Started: g.site, Detail: g.waitsFor(s)})
	}
	return list
}

// waitsForTime reports whether g will go on when time passes.
func (g *G) waitsForTime(s *Scheduler) bool {
	if g.op.kind == OpAwait && g.spin.clock {
		return true
	}
	for _, t := range s.time.pending {
		if t.g == g || t.target != nil && g.uses(t.target.model()) {
			return true
		}
	}
	return false
}

// uses reports whether g waits for channel c.
func (g *G) uses(c *channel) bool {
	if g.op.obj == object(c) {
		return true
	}
	for _, k := range g.op.sel {
		if k.channel() == c {
			return true
		}
	}
	return false
}

// waitsFor says what g waits for.
func (g *G) waitsFor(s *Scheduler) string {
	switch o := g.op.obj.(type) {
	case *mutex:
		return heldBy(g, o.owner, o.site)
	case *rwmutex:
		switch h := o.holder(g); {
		case g.op.kind == OpRWAcquire && h != nil:
			return heldBy(g, h, 0) + " for reading"
		case !o.held && o.owner != nil:
			return fmt.Sprintf("goroutine %d waits to lock it", o.owner.name())
		default:
			return heldBy(g, h, o.site)
		}
	case *cond:
		if o.lost {
			return fmt.Sprintf("nobody waited when it was signalled at %v", o.lostSite)
		}
		return "never signalled"
	case *waitGroup:
		if s.holdsSubtests(o) {
			return "the function of the parent test has not returned"
		}
		return fmt.Sprintf("counter is %d", o.n)
	case *never:
		if g.op.kind == OpSelect || g.op.kind == OpSelectWait {
			return "no case can ever be ready"
		}
		return "channel is nil"
	case *channel:
		switch {
		case o.cap > 0 && o.len() >= o.cap:
			return "channel is full"
		case o.cap > 0:
			return "channel is empty"
		}
		return "nobody at the other side"
	case *once:
		return heldBy(g, o.runner, 0)
	}
	return ""
}

func heldBy(g, owner *G, site Site) string {
	switch {
	case owner == g:
		return "held by itself"
	case owner == nil:
		return "held"
	case site == 0:
		return fmt.Sprintf("held by goroutine %d%s", owner.name(), owner.ended(""))
	}
	return fmt.Sprintf("held by goroutine %d%s since %v", owner.name(), owner.ended(","), site)
}

// ended says so of a goroutine that has ended.
func (g *G) ended(comma string) string {
	if g.state == dead {
		return ", which has ended" + comma
	}
	return ""
}

// owner returns the goroutine that must act before g can go on, if that is known.
func (g *G) owner() *G {
	switch g.op.kind {
	case OpUnlock, OpRWUnlock, OpRUnlock, OpTryLock, OpRWTryLock, OpTryRLock, OpOnceDone:
		return nil // it can go on
	}
	switch o := g.op.obj.(type) {
	case *mutex:
		return o.owner
	case *rwmutex:
		return o.holder(g)
	case *once:
		return o.runner
	}
	return nil
}

// owners returns all goroutines that must act before g can go on, as far as they are known, sorted.
func (g *G) owners() []*G {
	if o, ok := g.op.obj.(*rwmutex); ok && g.op.kind == OpRWAcquire {
		return slices.SortedFunc(slices.Values(o.reading), byID)
	}
	if owner := g.owner(); owner != nil {
		return []*G{owner}
	}
	return nil
}

// whyBlocked says why the goroutines wait, telling apart a goroutine that waits for a lock of its own, a cycle of such,
// and a lost wake-up.
func (s *Scheduler) whyBlocked(stuck []Stuck) (string, Site) {
	if g := s.selfLocked(); g != nil {
		return fmt.Sprintf("self-lock: goroutine %d waits for a lock that it holds", g.name()), g.op.site
	}
	if cycle := s.cycle(); cycle != nil {
		var names []string
		for _, g := range cycle {
			names = append(names, fmt.Sprint(g.name()))
		}
		return "cycle: goroutines " + strings.Join(names, ", ") + " wait for locks of each other", cycle[0].op.site
	}
	for _, g := range s.live {
		if o, ok := g.op.obj.(*cond); ok && o.lost {
			return fmt.Sprintf("lost wake-up: goroutine %d began to wait after the signal", g.name()), g.op.site
		}
	}
	var waits []string
	for _, b := range stuck {
		waits = append(waits, fmt.Sprintf("goroutine %d in %v at %v", s.numberOf(b.G), b.Op, b.Site))
	}
	return strings.Join(waits, "; "), s.mostTelling(stuck)
}

// mostTelling is where a goroutine waits that the test has started, in code that is not of the standard library, if there is one.
func (s *Scheduler) mostTelling(stuck []Stuck) Site {
	best, at := -1, Site(0)
	for _, b := range stuck {
		worth := 0
		if !b.Site.isStandard() {
			worth++
			if g := s.byID[b.G]; g != nil && !g.lasting {
				worth++
			}
		}
		if worth > best {
			best, at = worth, b.Site
		}
	}
	return at
}

// selfLocked returns a goroutine that waits for a lock that it holds.
func (s *Scheduler) selfLocked() *G {
	for _, g := range s.live {
		if g.state == published && g.owner() == g {
			return g
		}
	}
	return nil
}

// cycle returns goroutines that wait for each other in turn, beginning with the one of the least number.
func (s *Scheduler) cycle() []*G {
	for _, g := range s.live {
		if path := s.backTo(g); path != nil {
			slices.SortFunc(path, byID)
			return path
		}
	}
	return nil
}

// backTo returns the fewest goroutines, g one of them, that wait for each other in turn, nil if none do. A writer waits for all
// readers, so there may be several ways to go.
func (s *Scheduler) backTo(g *G) []*G {
	from := map[*G]*G{} // who waits for a goroutine, by that
	for next := []*G{g}; len(next) > 0; next = next[1:] {
		for _, owner := range next[0].owners() {
			if owner == g {
				var path []*G
				for h := next[0]; h != nil; h = from[h] {
					path = append(path, h)
				}
				return path
			}
			if from[owner] == nil && owner.state == published {
				from[owner] = next[0]
				next = append(next, owner)
			}
		}
	}
	return nil
}

func byID(a, b *G) int { return cmp.Compare(a.id, b.id) }
