package memory

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A Place is a stretch of memory as a function names it: what a pointer points to, a field of that, what this points to in
// turn. Places are compared as pointers: one place has one name.
//
// Two loads of a variable count as one value, though it may have been assigned in between.
type Place struct {
	Up   *Place // nil: what Root points to
	Root Root
	Step Step
	Kids map[Step]*Place // those that are named
}

// A Root is where names begin: a value that is a pointer, or result number Result-1 of a call, or of the function itself
// where its callers are to see it.
type Root struct {
	Value  ssa.Value
	Result int
}

// A Step leads from a place to one inside it or beyond.
type Step struct {
	Kind  StepKind
	Field *types.Var
	Index any // of an element: an ssa.Value, a *Place that holds it, or the text of a constant; nil: not told apart
}

// A StepKind says where a step leads.
type StepKind uint8

const (
	ToField   StepKind = iota
	ToElement          // of an array, a slice's array, or a map
	ToStore            // from a variable to the array or map that the slice or map in it has
	ToTarget           // from a variable to what the pointer in it points to
)

// Places makes them.
type Places map[Root]*Place

// At returns the place that r points to.
func (ps Places) At(r Root) *Place {
	p := ps[r]
	if p == nil {
		p = &Place{Root: r}
		ps[r] = p
	}
	return p
}

// To continues p with a step.
func (p *Place) To(s Step) *Place {
	q := p.Kids[s]
	if q == nil {
		q = &Place{Up: p, Step: s, Root: p.Root}
		if p.Kids == nil {
			p.Kids = map[Step]*Place{}
		}
		p.Kids[s] = q
	}
	return q
}

// Field returns the place of a field.
func (p *Place) Field(f *types.Var) *Place { return p.To(Step{Kind: ToField, Field: f.Origin()}) }

// Base returns the place that names began with.
func (p *Place) Base() *Place {
	for p.Up != nil {
		p = p.Up
	}
	return p
}

// Object returns the allocated object that p is in.
func (p *Place) Object() *Place {
	for p.Up != nil && p.Step.Kind != ToStore && p.Step.Kind != ToTarget {
		p = p.Up
	}
	return p
}

// Under returns the steps from a place to p; ok: p is the place or beyond it.
func (p *Place) Under(from *Place) (steps []Step, ok bool) {
	for p != from {
		if p.Up == nil {
			return nil, false
		}
		steps = append(steps, p.Step)
		p = p.Up
	}
	for i, j := 0, len(steps)-1; i < j; i, j = i+1, j-1 {
		steps[i], steps[j] = steps[j], steps[i]
	}
	return steps, true
}

func (p *Place) depth() int {
	n := 0
	for ; p.Up != nil; p = p.Up {
		n++
	}
	return n
}

// Then continues p with steps.
func (p *Place) Then(steps []Step) *Place {
	for _, s := range steps {
		p = p.To(s)
	}
	return p
}
