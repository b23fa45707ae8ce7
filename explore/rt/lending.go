package rt

import (
	"slices"
	"unsafe"
)

// A goroutine takes over objects from the one that starts it, has them to itself, and gives them back: with a Done, or
// by a channel. Of which types they are says the text of the function that it runs. Which ones they are shows here: the
// goroutine may touch an object of such a type that its starter had to itself at the go statement, and has not touched
// since. The starter has the object again when it knows, by the happens-before order, that the goroutine has touched it
// for the last time and given something back then. To have met in the object's own lock is not enough.
//
// So an object that in truth was not taken over is held against the annotations a little later. Whoever else touches it makes it shared.

// A loan is what a goroutine may take over.
type loan struct {
	types ObjectTypes
	by    *G       // who has started it
	began vclock   // when
	gave  []uint32 // its steps in which it may have given something back, in their order
}

// none is an empty loan with the memory of l.
func (l *loan) none() loan { return loan{began: l.began[:0], gave: l.gave[:0]} }

func (l *loan) has(typ int) bool { return slices.Contains(l.types, typ) }

// lends notes what g, which parent has just started, may take over.
func (s *Scheduler) lends(parent, g *G) {
	a := s.annotations
	if a == nil {
		return
	}
	a.gives(parent, OpBegin) // the Done that it owes, perhaps
	if takes := a.use(g.site).Takes; takes != nil {
		g.loan.types, g.loan.by = takes, parent.alone()
		g.loan.began.set(g.clock)
	}
}

// gives notes that g does something by which it may give back what it has taken over.
func (a *annotations) gives(g *G, kind Kind) {
	if g.loan.types == nil {
		return
	}
	switch kind {
	case OpWGDone, OpSend, OpClose, OpSelect, OpBegin:
		g.loan.gave = append(g.loan.gave, g.clock[g.slot])
	}
}

// passes reports whether an object that t.g had to itself is g's now: lent to it, given back, or first the one and then the other.
func (t *toucher) passes(g *G) bool {
	if t.typ == 0 || t.g == nil {
		return false
	}
	for m := t.g; ; m = m.loan.by {
		if clock := g.borrowed(m, t.typ); clock != nil && t.cameBack(m, clock) {
			return true
		}
		if !m.loan.has(t.typ) {
			return false
		}
	}
}

// borrowed is what was known when g could have got an object that m had: nil if it could not.
func (g *G) borrowed(m *G, typ int) vclock {
	if g.alone() == m {
		return g.clock
	}
	for h := g; h.loan.has(typ); h = h.loan.by {
		if h.loan.by == m {
			return h.loan.began
		}
	}
	return nil
}

// cameBack reports whether by clock all had given the object back to whom m has lent it.
func (t *toucher) cameBack(m *G, clock vclock) bool {
	last := uint32(t.at)
	if last > clock.at(int32(t.at>>32)) {
		return false
	}
	for h := t.g; h != m; h = h.loan.by {
		i := slices.IndexFunc(h.loan.gave, func(step uint32) bool { return step >= last })
		if i < 0 || h.loan.gave[i] > clock.at(h.slot) {
			return false
		}
		last = 0
	}
	return true
}

// away reports whether another goroutine than g may have the object, as it has taken it over.
func (r *sharing) away(g *G, object unsafe.Pointer) bool {
	t, known := r.objects[object]
	return g != nil && known && t.typ > 0 && t.g != nil && t.g != g.alone() && !t.handed && !t.passes(g)
}

// goroutine is the one that a condition is evaluated for, nil if it is none.
func (s *Scheduler) goroutine(self Tid) *G {
	if self < 0 || int(self) >= len(s.byID) {
		return nil
	}
	return s.byID[self]
}
