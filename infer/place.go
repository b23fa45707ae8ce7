package infer

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A place is a stretch of memory as a function names it: what a pointer points to, a field of that, what this points to in
// turn. Places are compared as pointers: one place has one name.
//
// Two loads of a variable count as one value, though it may have been assigned in between.
type place struct {
	up   *place // nil: what root points to
	root root
	step step
	kids map[step]*place
}

// A root is where names begin: a value that is a pointer, or result number result-1 of a call, or of the function itself
// where its callers are to see it.
type root struct {
	value  ssa.Value
	result int
}

// A step leads from a place to one inside it or beyond.
type step struct {
	kind  stepKind
	field *types.Var
	index any // of an element: an ssa.Value, a *place that holds it, or the text of a constant; nil: not told apart
}

type stepKind uint8

const (
	toField   stepKind = iota
	toElement          // of an array, a slice's array, or a map
	toStore            // from a variable to the array or map that the slice or map in it has
	toTarget           // from a variable to what the pointer in it points to
)

// places makes them.
type places map[root]*place

func (ps places) at(r root) *place {
	p := ps[r]
	if p == nil {
		p = &place{root: r}
		ps[r] = p
	}
	return p
}

func (p *place) to(s step) *place {
	q := p.kids[s]
	if q == nil {
		q = &place{up: p, step: s, root: p.root}
		if p.kids == nil {
			p.kids = map[step]*place{}
		}
		p.kids[s] = q
	}
	return q
}

func (p *place) field(f *types.Var) *place { return p.to(step{kind: toField, field: f.Origin()}) }

// base returns the place that names began with.
func (p *place) base() *place {
	for p.up != nil {
		p = p.up
	}
	return p
}

// object returns the allocated object that p is in.
func (p *place) object() *place {
	for p.up != nil && p.step.kind != toStore && p.step.kind != toTarget {
		p = p.up
	}
	return p
}

// under returns the steps from a place to p; ok: p is the place or beyond it.
func (p *place) under(from *place) (steps []step, ok bool) {
	for p != from {
		if p.up == nil {
			return nil, false
		}
		steps = append(steps, p.step)
		p = p.up
	}
	for i, j := 0, len(steps)-1; i < j; i, j = i+1, j-1 {
		steps[i], steps[j] = steps[j], steps[i]
	}
	return steps, true
}

func (p *place) depth() int {
	n := 0
	for ; p.up != nil; p = p.up {
		n++
	}
	return n
}

// then continues p with steps.
func (p *place) then(steps []step) *place {
	for _, s := range steps {
		p = p.to(s)
	}
	return p
}
