package rt

import (
	"fmt"
	"slices"
	"unsafe"
)

// A type specifies of its objects, and a package of its variables, what holds between steps (invariants), after every access
// (Always), and from before an access to after it (transitions). What an access may have broken is looked at as soon as
// the program comes by again, before any other goroutine runs. For invariants that is when the goroutine is about to reach
// its next scheduling point, and only if nobody has to himself what they read: for as long as somebody has, he may be in
// the midst of a step.

// A TypeSpec is the specification of a type's objects, or of a package's variables.
type TypeSpec struct {
	Number      int // of all specifications of the program, from 1
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

// A suspect is an object that an access may have left in a state against its specification.
type suspect struct {
	spec   *TypeSpec
	object unsafe.Pointer // nil for the variables of a package
	g      *G             // whose access
	t      touching       // it was
}

// An effect is what an access has to be looked at for.
type effect struct {
	suspect
	after []func() bool // for each transition; nil for one that cannot be evaluated
}

// writes notes an access that is about to be made to an object that has a specification, if it writes.
func (a *annotations) writes(g *G, t touching, number int, object unsafe.Pointer) {
	a.afterwards()
	if number == 0 || !t.write || number >= len(a.specs) || a.specs[number] == nil {
		return
	}
	p := suspect{a.specs[number], object, g, t}
	if object != nil {
		a.sharing.wrote(object, t)
		if !a.sharing.shared(object) {
			return
		}
	} else if g.initialises {
		return
	}
	e := effect{suspect: p}
	for _, tr := range p.spec.Transitions {
		var after func() bool
		a.evaluating(Tid(g.id), func() { after = tr.Before(object) })
		e.after = append(e.after, after)
	}
	a.effect = &e
	a.addSuspect(p)
}

// published notes that a second goroutine has touched an object: from now on its specification holds.
func (a *annotations) published(g *G, t touching, number int, object unsafe.Pointer) {
	if number == 0 || number >= len(a.specs) || a.specs[number] == nil {
		return
	}
	p := suspect{a.specs[number], object, g, touching{site: t.site}}
	if last := a.sharing.lastWrite(object); last.site != 0 {
		p.t = last
	}
	a.always(p)
	if !a.settled(p) {
		a.addSuspect(p)
	}
}

// addSuspect has the invariants of an object evaluated when that is possible.
func (a *annotations) addSuspect(p suspect) {
	for i := range a.suspects {
		if d := &a.suspects[i]; d.object == p.object && d.spec == p.spec {
			*d = p
			return
		}
	}
	a.suspects = append(a.suspects, p)
}

// afterwards looks at the last access now that it has been made.
func (a *annotations) afterwards() {
	e := a.effect
	if e == nil {
		return
	}
	a.effect = nil
	a.always(e.suspect)
	for i, after := range e.after {
		if tr := &e.spec.Transitions[i]; after != nil && a.fails(e.g, after) {
			a.against(e.suspect, tr.Site, tr.Needs)
		}
	}
}

// always evaluates what is specified of every state.
func (a *annotations) always(p suspect) {
	for i := range p.spec.Always {
		c := &p.spec.Always[i]
		if holds, known := a.holds(c, Tid(p.g.id), p.object, -1); known && !holds {
			a.against(p, c.Site, c.Needs)
		}
	}
}

// settle evaluates the invariants of the suspects, before another goroutine runs.
func (a *annotations) settle() {
	a.afterwards()
	if len(a.suspects) == 0 {
		return
	}
	kept := a.suspects[:0]
	for _, p := range a.suspects {
		if !a.settled(p) {
			kept = append(kept, p)
		}
	}
	a.suspects = kept
}

// settled evaluates the invariants of an object and reports whether that was possible.
func (a *annotations) settled(p suspect) bool {
	settled := true
	for i := range p.spec.Invariants {
		c := &p.spec.Invariants[i]
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

// A fault is a condition of an object's specification that does not hold.
type fault struct {
	clause Site
	object unsafe.Pointer
}

// against reports such a condition, once for an object: what comes after may be no fault of its own.
func (a *annotations) against(p suspect, clause Site, needs string) {
	f := fault{clause, p.object}
	if slices.Contains(a.faults, f) {
		return
	}
	a.faults = append(a.faults, f)
	a.report(p.g, p.t, clause, func() string {
		return fmt.Sprintf("the state that goroutine %d leaves behind here violates %s\nneeded: %s", p.g.name(), clause.Info().What, needs)
	})
}
