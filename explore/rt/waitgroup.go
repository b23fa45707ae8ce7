package rt

import (
	"slices"
	"sync"
	"unsafe"
)

// A waitGroup models a sync.WaitGroup. The real one is kept in step: it panics where it should, and code that is not
// instrumented may use it.
type waitGroup struct {
	header
	n int

	// An Add that may find the counter at zero must be ordered with every Wait: waits has, for each goroutine, its last step that
	// was one; since has, for each goroutine, its first Add after the last Wait.
	waits, since vclock
	waitSite     Site
	additions    additions // since all Waits before the first of them
}

// Done enables Wait, and commutes with Done and Add (they add numbers, and no one sees the sum). An Add that may be the
// first does not commute with Wait. Adds are ordered, though they add numbers, too: two of them that disable a Wait would do
// so together, and none of them alone.
var waitGroupRules = append(both(
	[2]Class{ClassWGAdd, ClassWGWait}, [2]Class{ClassWGAdd, ClassWGAdd},
	[2]Class{ClassWGMisuse, ClassWGAdd}, [2]Class{ClassWGMisuse, ClassWGDone}, [2]Class{ClassWGMisuse, ClassWGWait},
),
	rule{ClassWGDone, ClassWGWait, Enables},
	rule{ClassWGAdd, ClassWGDone, Supplies},
	rule{ClassWGWait, ClassWGDone, Conflict},
)

func (w *waitGroup) enabled(g *G) bool { return g.op.kind != OpWGWait || w.n == 0 }

func (w *waitGroup) state(g *G) (state, arg uint64) { return uint64(w.n), uint64(g.op.n) }

func (w *waitGroup) effect(g *G) Class {
	switch {
	case g.op.kind == OpWGWait:
		return ClassWGWait
	case g.op.n < 0:
		return either(w.n+g.op.n < 0, ClassWGMisuse, ClassWGDone)
	}
	return ClassWGAdd
}

func (s *Scheduler) waitGroupOf(g *G, wg *sync.WaitGroup) *waitGroup {
	if o, ok := s.objects.lookup(unsafe.Pointer(wg)).(*waitGroup); ok {
		return o
	}
	o := s.models.waitGroups.get()
	*o = waitGroup{header: s.newHeader(g, unsafe.Pointer(wg), o.header), waits: o.waits[:0], since: o.since[:0], additions: o.additions}
	o.additions.reset()
	s.objects.insert(unsafe.Pointer(wg), o)
	return o
}

// WaitGroupAdd is wg.Add(n).
func WaitGroupAdd(site Site, wg *sync.WaitGroup, n int) {
	s, g := enter()
	switch {
	case g == nil:
		wg.Add(n)
	case !g.dying:
		o := s.waitGroupOf(g, wg)
		g.op.n = n
		kind := OpWGAdd
		if n < 0 {
			kind = OpWGDone
		}
		s.do(g, kind, site, o)
		if n > 0 && s.races {
			o.added(s, g, site)
		}
		if n != 0 && s.races {
			o.additions.note(g, n, site)
		}
		if n < 0 {
			g.releaseJoin(&o.rel)
		}
		o.n += n
		wg.Add(n) // panics if the counter is negative
	}
}

// added checks that an Add is ordered with every Wait, unless another Add comes first. Whether the counter is zero does not
// matter: if nothing orders the Add after the last Wait, or after an Add since then, it is zero in some schedule that is
// like this one but for the order of what commutes.
func (w *waitGroup) added(s *Scheduler, g *G, site Site) {
	first := true
	for slot, n := range w.since {
		first = first && (n == 0 || n > g.clock.at(int32(slot)))
	}
	if !slices.ContainsFunc(w.since, func(n uint32) bool { return n > 0 }) { // all that was added before has been taken away
		w.additions.reset()
	}
	if first {
		s.misused(g, w.waits, w.waitSite, OpWGWait, site, OpWGAdd)
	}
	if w.since.at(g.slot) == 0 {
		g.mark(&w.since)
	}
}

// waited checks that every Add which may find the counter at zero is ordered with this Wait.
func (w *waitGroup) waited(s *Scheduler, g *G, site Site) {
	for i := range w.additions.adds {
		if a := &w.additions.adds[i]; a.at > g.clock.at(a.slot) && w.additions.fromZero(i) {
			s.race(g, a.site, epoch(a.slot)<<32|epoch(a.at), OpWGAdd, site, OpWGWait)
		}
	}
}

// mark notes in v that g did something at its present step.
func (g *G) mark(v *vclock) {
	for len(*v) <= int(g.slot) {
		*v = append(*v, 0)
	}
	(*v)[g.slot] = g.clock[g.slot]
}

// misused reports a race if one of the steps in v, at site earlier, is not ordered before what g does at site.
func (s *Scheduler) misused(g *G, v vclock, earlier Site, did Kind, site Site, does Kind) {
	for slot, n := range v {
		if n > g.clock.at(int32(slot)) {
			s.race(g, earlier, epoch(slot)<<32|epoch(n), did, site, does)
		}
	}
}

// WaitGroupDone is wg.Done().
func WaitGroupDone(site Site, wg *sync.WaitGroup) { WaitGroupAdd(site, wg, -1) }

// WaitGroupWait is wg.Wait().
func WaitGroupWait(site Site, wg *sync.WaitGroup) {
	s, g := enter()
	switch {
	case g == nil:
		wg.Wait()
	case !g.dying:
		o := s.waitGroupOf(g, wg)
		s.do(g, OpWGWait, site, o)
		if s.races {
			o.waited(s, g, site)
			g.mark(&o.waits)
			clear(o.since)
			o.waitSite = site
		}
		g.acquire(o.rel)
	}
}

// WaitGroupGo is wg.Go(f).
func WaitGroupGo(site Site, wg *sync.WaitGroup, f func()) {
	WaitGroupAdd(site, wg, 1)
	Go(site, func() {
		defer WaitGroupDone(site, wg)
		f()
	})
}
