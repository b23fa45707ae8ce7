package rt

import (
	"sync"
	"unsafe"
)

// A waitGroup models a sync.WaitGroup. The real one is kept in step: it panics where it should, and code that is not
// instrumented may use it.
type waitGroup struct {
	header
	n int

	// The first Add must be ordered with every Wait: adds and waits have, for each goroutine, its last step that was one.
	adds, waits       vclock
	addSite, waitSite Site
}

// Done enables Wait, and commutes with Done and Add (they add numbers, and no one sees the sum); an Add that may be the
// first does not commute with Wait.
var waitGroupRules = append(both(
	[2]Class{ClassWGAdd, ClassWGWait},
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
	*o = waitGroup{header: s.newHeader(g, unsafe.Pointer(wg), o.header), adds: o.adds[:0], waits: o.waits[:0]}
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
		if n < 0 {
			g.releaseJoin(&o.rel)
		} else if n > 0 && o.n == 0 && s.races {
			s.misused(g, o.waits, o.waitSite, OpWGWait, site, OpWGAdd)
			g.mark(&o.adds)
			o.addSite = site
		}
		o.n += n
		wg.Add(n) // panics if the counter is negative
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
			s.misused(g, o.adds, o.addSite, OpWGAdd, site, OpWGWait)
			g.mark(&o.waits)
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
