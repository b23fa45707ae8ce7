package rt

import (
	"fmt"
	"runtime"
	"sort"
	"strings"
)

// A BugKind says what went wrong.
type BugKind string

// The kinds of bugs.
const (
	Race     BugKind = "race"
	Deadlock BugKind = "deadlock" // the test function, or a cycle of goroutines, waits for ever
	Leak     BugKind = "leak"     // goroutines wait for ever after the test function has returned
	Failure  BugKind = "failure"  // the test says so
	Panic    BugKind = "panic"    // also what the Go runtime calls a fatal error
	Livelock BugKind = "livelock" // goroutines run for ever under a fair schedule
)

// A Bug is something wrong in an execution.
type Bug struct {
	Kind        BugKind
	Message     string
	Site, Other Site // where it shows; for a race, Other is the earlier access
	G           GID  // who was running
	Stack       string
	Stuck       []Stuck // goroutines that have not ended

	// The execution: its decisions reproduce it.
	Decisions   []int32
	Events      []Event
	Preemptions int
	Execution   int  // its number
	Confirmed   bool // replayed with the same result

	Portable []int32 // Decisions for another process
	Numbers  []int   // what goroutines are called there, by GID
}

// A Stuck is a goroutine that had not ended when the execution did.
type Stuck struct {
	G       GID
	Op      Kind
	Site    Site
	Started Site   // the go statement
	Detail  string // what it waits for
}

// key tells bugs apart.
type bugKey struct {
	kind        BugKind
	site, other Site
	message     string
}

func (b *Bug) key() bugKey {
	k := bugKey{b.Kind, b.Site, b.Other, ""}
	if b.Site == 0 || b.Kind == Deadlock || b.Kind == Leak {
		k.message = b.Message
	}
	return k
}

// report records a bug of the execution under way, unless it has been reported before.
func (s *Scheduler) report(b Bug) {
	if s.failed {
		return
	}
	k := b.key()
	for i := range s.x.Bugs {
		if s.x.Bugs[i].key() == k {
			return
		}
	}
	s.x.Bugs = append(s.x.Bugs, b)
}

// race reports that an access races with an earlier one.
func (s *Scheduler) race(g *G, earlier Site, e epoch, earlierWrites bool, site Site, writes bool) {
	k := bugKey{Race, site, earlier, ""}
	if s.seenRaces[k] && !s.confirming {
		return
	}
	s.seenRaces[k] = true
	what := func(writes bool) string {
		if writes {
			return "write"
		}
		return "read"
	}
	s.report(Bug{
		Kind: Race, Site: site, Other: earlier, G: g.id, Stack: stack(),
		Message: fmt.Sprintf("%s by goroutine %d and %s by goroutine %d are not ordered",
			what(writes), g.name(), what(earlierWrites), s.all[e>>32].name()),
	})
}

// panicked reports a panic that reached the end of its goroutine: it ends the program.
func (s *Scheduler) panicked(g *G, value any) {
	if g.dying || value == errFatal {
		return
	}
	s.report(Bug{Kind: Panic, Message: panicMessage(value), Site: g.op.site, G: g.id, Stack: stack()})
	s.fail()
}

func panicMessage(value any) string {
	switch v := value.(type) {
	case error:
		return v.Error()
	case fmt.Stringer:
		return v.String()
	}
	return fmt.Sprint(value)
}

// errFatal unwinds a goroutine after a fatal error.
var errFatal = fmt.Errorf("fatal error")

// fatal reports what the Go runtime calls a fatal error, which no program can recover from.
func (s *Scheduler) fatal(g *G, message string) {
	s.report(Bug{Kind: Panic, Message: "fatal error: " + message, Site: g.op.site, G: g.id, Stack: stack()})
	s.fail()
	s.wait(g)
}

// fail notes that the program has ended by a panic or fatal error. The other goroutines go on nevertheless, and nothing
// that they do is reported: a strategy that reverses races must know what could have come before the end instead.
func (s *Scheduler) fail() {
	if !s.failed {
		s.failed, s.endEvents, s.endDecisions = true, len(s.x.Events), len(s.x.Decisions)
	}
}

// stack returns the stack of the calling goroutine, without the frames of this package.
func stack() string {
	buf := make([]byte, 8192)
	buf = buf[:runtime.Stack(buf, false)]
	lines := strings.Split(string(buf), "\n")
	kept := []string{}
	for i := 1; i+1 < len(lines); i += 2 {
		if !strings.Contains(lines[i], "explore/rt.") && !strings.HasPrefix(lines[i], "runtime.") && !strings.HasPrefix(lines[i], "panic(") && !strings.HasPrefix(lines[i], "iter.Pull") {
			kept = append(kept, lines[i], lines[i+1])
		}
	}
	return strings.Join(kept, "\n")
}

// outOfControl records that something happened that the scheduler did not decide.
func (s *Scheduler) outOfControl(site Site, what string) {
	s.x.OutOfControl = append(s.x.OutOfControl, fmt.Sprintf("%v: %s", site, what))
}

// blocked reports the goroutines that wait for ever: nothing can happen any more.
func (s *Scheduler) blocked() {
	if len(s.live) == 0 {
		return
	}
	kind := Leak
	if !s.mainOver {
		kind = Deadlock
		s.x.Outcome = Blocked
	}
	if kind == Leak {
		onlyClock := true
		for _, g := range s.live {
			onlyClock = onlyClock && g.waitsForTime(s)
		}
		if onlyClock {
			return
		}
		if s.cfg.IgnoreLeaks {
			return
		}
		s.x.Outcome = Blocked
	}
	if s.seenBefore() {
		return
	}
	stuck := s.stuck()
	if g := s.spinnersOnly(); g != nil {
		s.report(Bug{Kind: Livelock, Message: "every goroutine waits in a loop for what no one will write", Site: g.op.site, G: g.id, Stuck: stuck})
		return
	}
	message, site := s.whyBlocked(stuck)
	s.report(Bug{Kind: kind, Message: message, Site: site, G: stuck[0].G, Stuck: stuck})
}

// seenBefore reports whether goroutines have been blocked in the same places before, which need not be described again.
func (s *Scheduler) seenBefore() bool {
	h := uint64(len(s.live))
	for _, g := range s.live {
		h = splitmix(h ^ uint64(g.op.kind)<<32 ^ uint64(g.op.site) ^ uint64(g.id)<<40)
	}
	if s.seenBlocked[h] && !s.confirming {
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

// stuck describes the goroutines that have not ended.
func (s *Scheduler) stuck() []Stuck {
	var list []Stuck
	for _, g := range s.live {
		list = append(list, Stuck{g.id, g.op.kind, g.op.site, g.site, g.waitsFor(s)})
	}
	return list
}

// waitsForTime reports whether g will go on when a timer that is pending fires.
func (g *G) waitsForTime(s *Scheduler) bool {
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
		if o.owner != nil {
			return heldBy(g, o.owner, o.site)
		}
		return fmt.Sprintf("held by %d readers", o.readers)
	case *cond:
		if o.lost {
			return fmt.Sprintf("nobody waited when it was signalled at %v", o.lostSite)
		}
		return "never signalled"
	case *waitGroup:
		return fmt.Sprintf("counter is %d", o.n)
	case *never:
		return "nothing, for ever"
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
		return fmt.Sprintf("held by goroutine %d", owner.name())
	}
	return fmt.Sprintf("held by goroutine %d since %v", owner.name(), site)
}

// owner returns the goroutine that must act before g can go on, if that is known.
func (g *G) owner() *G {
	switch o := g.op.obj.(type) {
	case *mutex:
		return o.owner
	case *rwmutex:
		return o.owner
	case *once:
		return o.runner
	}
	return nil
}

// whyBlocked says why the goroutines wait, telling apart a goroutine that waits for a lock of its own, a cycle of such,
// and a lost wake-up.
func (s *Scheduler) whyBlocked(stuck []Stuck) (string, Site) {
	for _, g := range s.live {
		if g.owner() == g {
			return fmt.Sprintf("self-lock: goroutine %d waits for a lock that it holds", g.name()), g.op.site
		}
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
	return strings.Join(waits, "; "), stuck[0].Site
}

// cycle returns goroutines that wait for each other in turn, beginning with the one of the least number.
func (s *Scheduler) cycle() []*G {
	for _, g := range s.live {
		var path []*G
		for h := g; h != nil && h.state != dead && len(path) <= len(s.live); h = h.owner() {
			if len(path) > 0 && h == g {
				sort.Slice(path, func(i, j int) bool { return path[i].id < path[j].id })
				return path
			}
			path = append(path, h)
		}
	}
	return nil
}

// livelock reports goroutines that still run after a fair schedule of as many steps as are allowed.
func (s *Scheduler) livelock() {
	g := s.enabled[0]
	if g == &s.clockG {
		return
	}
	s.report(Bug{Kind: Livelock, Message: fmt.Sprintf("no end after %d steps of a fair schedule", s.steps), Site: g.op.site, G: g.id, Stuck: s.stuck()})
}
