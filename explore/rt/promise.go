package rt

import (
	"fmt"
	"slices"
	"unsafe"
)

// A type promises of its objects, and a package of its variables, what holds between steps (invariants), after every access
// (Always), and from before an access to after it (transitions). What an access may have broken is looked at as soon as
// the program comes by again, before any other goroutine runs. For invariants that is when the goroutine is about to reach
// its next scheduling point, and only if nobody has to himself what they read: for as long as somebody has, he may be in
// the midst of a step.

// A Promise is what a type or a package promises.
type Promise struct {
	Number      int // of all promises of the program, from 1
	Invariants  []Clause
	Always      []Clause
	Transitions []Transition
}

// A Transition is a condition on the states before and after an access.
type Transition struct {
	Site  Site
	Needs string
	// Before looks at the object before the access, and returns what evaluates the condition after it.
	Before func(object unsafe.Pointer) func() bool
}

// A promised is an object that an access may have left in a state against what is promised of it.
type promised struct {
	promise *Promise
	object  unsafe.Pointer // nil for the variables of a package
	g       *G             // whose access
	t       touching       // it was
}

// An effect is what an access has to be looked at for.
type effect struct {
	promised
	after []func() bool // for each transition; nil for one that cannot be evaluated
}

// promises notes an access that is about to be made to an object that is promised something of.
func (a *annotations) promises(g *G, t touching, number int, object unsafe.Pointer) {
	a.afterwards()
	if number == 0 || !t.write || number >= len(a.promised) || a.promised[number] == nil {
		return
	}
	p := promised{a.promised[number], object, g, t}
	if object != nil {
		a.reach.wrote(object, t)
		if !a.reach.shared(object) {
			return
		}
	} else if g.initialises {
		return
	}
	e := effect{promised: p}
	for _, tr := range p.promise.Transitions {
		var after func() bool
		a.evaluating(Tid(g.id), func() { after = tr.Before(object) })
		e.after = append(e.after, after)
	}
	a.effect = &e
	a.doubt(p)
}

// published notes that a second goroutine has touched an object: from now on what is promised of it holds.
func (a *annotations) published(g *G, t touching, number int, object unsafe.Pointer) {
	if number == 0 || number >= len(a.promised) || a.promised[number] == nil {
		return
	}
	p := promised{a.promised[number], object, g, touching{site: t.site}}
	if last := a.reach.lastWrite(object); last.site != 0 {
		p.t = last
	}
	a.always(p)
	if !a.settled(p) {
		a.doubt(p)
	}
}

// doubt has the invariants evaluated when that is possible.
func (a *annotations) doubt(p promised) {
	for i := range a.doubted {
		if d := &a.doubted[i]; d.object == p.object && d.promise == p.promise {
			*d = p
			return
		}
	}
	a.doubted = append(a.doubted, p)
}

// afterwards looks at the last access now that it has been made.
func (a *annotations) afterwards() {
	e := a.effect
	if e == nil {
		return
	}
	a.effect = nil
	a.always(e.promised)
	for i, after := range e.after {
		if tr := &e.promise.Transitions[i]; after != nil && a.fails(e.g, after) {
			a.against(e.promised, tr.Site, tr.Needs)
		}
	}
}

// always evaluates what is promised of every state.
func (a *annotations) always(p promised) {
	for i := range p.promise.Always {
		c := &p.promise.Always[i]
		if holds, known := a.holds(c, Tid(p.g.id), p.object, -1); known && !holds {
			a.against(p, c.Site, c.Needs)
		}
	}
}

// settle evaluates the invariants that are in doubt, before another goroutine runs.
func (a *annotations) settle() {
	a.afterwards()
	if len(a.doubted) == 0 {
		return
	}
	kept := a.doubted[:0]
	for _, p := range a.doubted {
		if !a.settled(p) {
			kept = append(kept, p)
		}
	}
	a.doubted = kept
}

// settled evaluates the invariants of an object and reports whether that was possible.
func (a *annotations) settled(p promised) bool {
	settled := true
	for i := range p.promise.Invariants {
		c := &p.promise.Invariants[i]
		a.between = true
		holds, known := a.holds(c, stranger, p.object, -1)
		a.between = false
		settled = settled && known
		if known && !holds {
			a.against(p, c.Site, c.Needs)
		}
	}
	return settled
}

// A fault is a promise of an object that is not kept.
type fault struct {
	clause Site
	object unsafe.Pointer
}

// against reports a promise that is not kept, once for an object: what comes after may be no fault of its own.
func (a *annotations) against(p promised, clause Site, needs string) {
	f := fault{clause, p.object}
	if slices.Contains(a.faults, f) {
		return
	}
	a.faults = append(a.faults, f)
	a.report(p.g, p.t, clause, func() string {
		return fmt.Sprintf("the state that goroutine %d leaves behind here violates %s\nneeded: %s", p.g.name(), clause.Info().What, needs)
	})
}
