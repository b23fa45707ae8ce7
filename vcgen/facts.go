package vcgen

import (
	"fmt"
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// factsOf gives what is known of a ground term by itself besides the bounds of its sort: the axioms of the function that it
// applies, what a heap variable says of its values.
func (g *generator) factsOf(e *ir.Expr) []*ir.Expr {
	var known []*ir.Expr
	switch e.Op {
	case ir.OpVar:
		if g.origins[e.Var].kind == everywhere {
			known = append(known, g.holdsEverywhere(e))
		}
		known = append(known, g.stored(e, e, nil)...)
	case ir.OpSelect:
		known = append(known, g.stored(e, e.Args[0], e.Args[1:])...)
	case ir.OpQuo, ir.OpRem:
		if !isDivision(e) {
			return nil
		}
		known = g.linear(e)
	case ir.OpApply:
		if e.Fn.Facts != nil {
			known = append(known, g.under(g.accepted(e), g.checked(e.Fn.Facts(e), "fact of "+e.Fn.Name))...)
		}
	}
	return known
}

// accepted is the condition that the arguments of an application are values that its function is for. What the function says
// of itself holds of those alone: its result keeps to the bounds of its sort whatever it is applied to, as in an annotation
// that speaks of an index that there is not.
func (g *generator) accepted(e *ir.Expr) *ir.Expr {
	cond := ir.True
	for i, a := range e.Args {
		cond = ir.And(cond, g.fits(a, e.Fn.Params[i]))
	}
	return g.terms.canon(cond)
}

// fits is the condition that e is a value of sort s, bounds of integers inside it included. Of arrays it is decided at once.
func (g *generator) fits(e *ir.Expr, s *ir.Sort) *ir.Expr {
	switch {
	case g.ranges.keeps(e, s):
		return ir.True
	case s.Kind == ir.KindInt:
		return g.inBounds(e, s)
	case s.Kind == ir.KindTuple:
		cond := ir.True
		for i, f := range s.Fields {
			cond = ir.And(cond, g.fits(g.terms.canon(ir.GetField(e, i)), f.Sort))
		}
		return cond
	}
	return ir.False
}

// under makes facts hold under a condition only.
func (g *generator) under(cond *ir.Expr, facts []*ir.Expr) []*ir.Expr {
	if cond.Op == ir.OpFalse {
		return nil
	}
	for i, f := range facts {
		facts[i] = g.implies(cond, f)
	}
	return facts
}

// boundsOf gives the bounds of the sort of a term that keeps to them, if they are not evident.
func (g *generator) boundsOf(e *ir.Expr) []*ir.Expr {
	switch e.Op {
	case ir.OpVar, ir.OpSelect, ir.OpField, ir.OpQuo, ir.OpRem, ir.OpApply:
		if e.Sort.Kind == ir.KindInt && e.Sort.Bits > 0 && g.ranges.keeps(e, e.Sort) {
			return []*ir.Expr{g.bounds(e, e.Sort)}
		}
	}
	return nil
}

// stored is what the heap variable to which in belongs says of its element e, found behind those keys. It says nothing of what
// the program stores: a store that an execution does not come to would tell of what it comes to.
func (g *generator) stored(e, in *ir.Expr, keys []*ir.Expr) []*ir.Expr {
	h := g.heapOf(in)
	if h == nil || h.Values == nil || len(h.Keys) != len(keys) {
		return nil
	}
	return g.under(g.terms.canon(untouched(in, keys)), g.checked(h.Values(e), "value of a heap variable"))
}

// untouched is the condition that the element of array a at the keys is none that a store put there.
func untouched(a *ir.Expr, keys []*ir.Expr) *ir.Expr {
	switch a.Op {
	case ir.OpStore:
		at := ir.True
		for i, k := range a.Args[1 : len(a.Args)-1] {
			if i < len(keys) {
				at = ir.And(at, ir.Eq(k, keys[i]))
			}
		}
		return ir.And(ir.Not(at), untouched(a.Args[0], keys))
	case ir.OpIte:
		return ir.Ite(a.Args[0], untouched(a.Args[1], keys), untouched(a.Args[2], keys))
	}
	return ir.True
}

// checked returns the canonical forms of facts that a function of ir supplied.
func (g *generator) checked(facts []*ir.Expr, what string) []*ir.Expr {
	var out []*ir.Expr
	for _, f := range facts {
		if err := g.valid.formula(f); err != nil {
			g.fail(fmt.Errorf("%s: %w", what, err))
			return nil
		}
		out = append(out, g.terms.verbatim(f))
	}
	return out
}

// factsBelow is what is known, by themselves, of the terms of a universal's body that depend on its variables alone. Of the
// others the bounds may not be known yet: of what only instances read none are assumed.
func (g *generator) factsBelow(u *universal) []*ir.Expr {
	var known []*ir.Expr
	seen := map[*ir.Expr]bool{}
	ir.Walk(u.body, func(e *ir.Expr) bool {
		if seen[e] {
			return false
		}
		seen[e] = true
		if g.terms.ground(e) {
			known = append(known, g.boundsOf(g.ground(e))...)
			return true
		}
		outside := func(v *ir.Var) bool { return !slices.Contains(u.quantifier.Bound, v) }
		if e.Op != ir.OpVar && !slices.ContainsFunc(g.terms.notes[e].free, outside) {
			known = append(append(known, g.factsOf(e)...), g.boundsOf(e)...)
		}
		return true
	})
	return known
}

// heapOf is the heap that every array which a may be belongs to, or nil.
func (g *generator) heapOf(a *ir.Expr) *ir.Heap {
	if h, ok := g.heaps[a]; ok {
		return h
	}
	var h *ir.Heap
	switch a.Op {
	case ir.OpVar:
		h = a.Var.Heap
	case ir.OpStore:
		h = g.heapOf(a.Args[0])
	case ir.OpIte:
		if yes := g.heapOf(a.Args[1]); yes == g.heapOf(a.Args[2]) {
			h = yes
		}
	}
	g.heaps[a] = h
	return h
}

// bounds says that the integer e lies within the bounds of s.
func (g *generator) bounds(e *ir.Expr, s *ir.Sort) *ir.Expr {
	lo, hi := ir.Bounds(s)
	return g.terms.canon(ir.And(ir.Le(ir.BigInt(lo, ir.Int), e), ir.Le(e, ir.BigInt(hi, ir.Int))))
}

// inBounds is bounds where it is not evident; True for sorts without bounds.
func (g *generator) inBounds(e *ir.Expr, s *ir.Sort) *ir.Expr {
	if s.Kind != ir.KindInt || s.Bits == 0 || g.ranges.keeps(e, s) {
		return ir.True
	}
	return g.bounds(e, s)
}
