package vcgen

import (
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// known has the formulas that hold wherever control passes a block, because the block itself or one that dominates it
// assumes them. What of an assertion is among them need not be asked of a solver: a third of the goals of the
// examples is settled so, an index range checked twice for example.
type known struct {
	dominator *known // nil at the entry
	depth     int
	facts     map[*ir.Expr]bool
}

func newKnown(dominator *known) *known {
	k := &known{dominator: dominator, facts: map[*ir.Expr]bool{}}
	if dominator != nil {
		k.depth = dominator.depth + 1
	}
	return k
}

// common is the last block that dominates both, nil if one of them cannot be reached at all.
func common(a, b *known) *known {
	for a != b && a != nil && b != nil {
		if a.depth >= b.depth {
			a = a.dominator
		} else {
			b = b.dominator
		}
	}
	if a != b {
		return nil
	}
	return a
}

// add notes an assumption.
func (k *known) add(e *ir.Expr) {
	if e.Op == ir.OpAnd {
		for _, a := range e.Args {
			k.add(a)
		}
		return
	}
	k.facts[e] = true
}

func (k *known) has(e *ir.Expr) bool {
	for ; k != nil; k = k.dominator {
		if k.facts[e] {
			return true
		}
	}
	return false
}

// rest is what is left of a formula where the facts hold: True if they include it, or one of its disjuncts.
func (g *generator) rest(e *ir.Expr, k *known) *ir.Expr {
	if k.has(e) || g.eachWay(e) {
		return ir.True
	}
	isKnown := func(a *ir.Expr) bool { return g.rest(a, k).Op == ir.OpTrue }
	switch e.Op {
	case ir.OpAnd:
		return g.terms.canon(ir.And(slices.DeleteFunc(slices.Clone(e.Args), isKnown)...))
	case ir.OpOr:
		if slices.ContainsFunc(e.Args, isKnown) {
			return ir.True
		}
	case ir.OpImplies:
		if isKnown(e.Args[1]) || k.has(g.not(e.Args[0])) {
			return ir.True
		}
	}
	return e
}

// maxJoins bounds how many joins back is looked for what is known: each has at least two ways.
const maxJoins = 3

// eachWay reports whether e, which speaks of versions made at a join, is known along each edge of what these are there: what others
// keep to holds again where they may have run or not.
func (g *generator) eachWay(e *ir.Expr) bool {
	if found, asked := g.ways[e]; asked {
		return found
	}
	g.ways[e] = false
	j := g.lastJoin(e)
	if j == nil || g.joinsBack == maxJoins {
		return false
	}
	g.joinsBack++
	defer func() { g.joinsBack-- }()
	for _, way := range j.in {
		along := g.terms.subst(e, func(v *ir.Var) *ir.Expr { return way.value[v] })
		if g.rest(along, way.from.known).Op != ir.OpTrue {
			return false
		}
	}
	g.ways[e] = true
	return true
}

// lastJoin is the last block that makes a version of which e speaks, nil if there is none.
func (g *generator) lastJoin(e *ir.Expr) *block {
	if b, ok := g.joins[e]; ok {
		return b
	}
	var last *block
	if e.Op == ir.OpVar {
		if o := g.origins[e.Var]; o.kind == joined {
			last = o.in
		}
	}
	for _, a := range e.Args {
		if b := g.lastJoin(a); b != nil && (last == nil || b.number > last.number) {
			last = b
		}
	}
	g.joins[e] = last
	return last
}
