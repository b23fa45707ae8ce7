package vcgen

import "github.com/calvin-go/calvin/ir"

// known has the formulas that hold wherever control passes a block, because the block itself or one that dominates it
// assumes them. What of an assertion is among them need not be asked of a solver: a third of the goals of the
// examples is settled so, an index range checked twice for example.
type known struct {
	dominator *known // nil at the entry
	depth     int
	facts     map[*ir.Expr]bool
	proposed  map[*ir.Expr]*ir.Expr // what holds if a candidate does: its literal
}

func newKnown(dominator *known) *known {
	k := &known{dominator: dominator, facts: map[*ir.Expr]bool{}, proposed: map[*ir.Expr]*ir.Expr{}}
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

// propose notes what a candidate with the literal says.
func (k *known) propose(lit, e *ir.Expr) {
	if e.Op == ir.OpAnd {
		for _, a := range e.Args {
			k.propose(lit, a)
		}
	}
	k.proposed[e] = lit
}

// under is the literal of a candidate that says e, nil if there is none.
func (k *known) under(e *ir.Expr) *ir.Expr {
	for ; k != nil; k = k.dominator {
		if lit := k.proposed[e]; lit != nil {
			return lit
		}
	}
	return nil
}

func (k *known) has(e *ir.Expr) bool {
	for ; k != nil; k = k.dominator {
		if k.facts[e] {
			return true
		}
	}
	return false
}

// rest is what is left of a formula where the facts hold: True if they say so.
func (g *generator) rest(e *ir.Expr, k *known) *ir.Expr {
	if given := g.given(e, k); given != nil {
		return given
	}
	if e.Op != ir.OpAnd {
		return e
	}
	left := make([]*ir.Expr, len(e.Args))
	for i, a := range e.Args {
		left[i] = g.rest(a, k)
	}
	return g.terms.canon(ir.And(left...))
}

// given is what e follows from where the facts hold: True, or literals of candidates; nil if the facts do not say. Where a
// candidate that is named so does not hold, e may be true all the same: that is for far conditions.
func (g *generator) given(e *ir.Expr, k *known) *ir.Expr {
	if e.Op == ir.OpTrue || k.has(e) {
		return ir.True
	}
	if lit := k.under(e); lit != nil && g.tier == Near && g.terms.notes[e].quantified {
		g.beyond = true
		return lit
	}
	if given := g.eachWay(e); given != nil {
		return given
	}
	switch e.Op {
	case ir.OpAnd:
		all := make([]*ir.Expr, len(e.Args))
		for i, a := range e.Args {
			if all[i] = g.given(a, k); all[i] == nil {
				return nil
			}
		}
		return g.terms.canon(ir.And(all...))
	case ir.OpOr:
		for _, a := range e.Args {
			if given := g.given(a, k); given != nil {
				return given
			}
		}
	case ir.OpImplies:
		if k.has(g.not(e.Args[0])) {
			return ir.True
		}
		return g.given(e.Args[1], k)
	}
	return nil
}

// maxJoins bounds how many joins back is looked for what is known: each has at least two ways.
const maxJoins = 3

// eachWay is what e, which speaks of versions made at a join, follows from along each edge, of what these are there; nil if it is
// not known along one of them. (What others keep to holds again where they may have run or not.)
func (g *generator) eachWay(e *ir.Expr) *ir.Expr {
	if given, asked := g.ways[e]; asked {
		return given
	}
	g.ways[e] = nil
	j := g.lastJoin(e)
	if j == nil || g.joinsBack == maxJoins {
		return nil
	}
	g.joinsBack++
	defer func() { g.joinsBack-- }()
	var all []*ir.Expr
	for _, way := range j.in {
		along := g.terms.subst(e, func(v *ir.Var) *ir.Expr { return way.value[v] })
		given := g.given(along, way.from.known)
		if given == nil {
			return nil
		}
		all = append(all, given)
	}
	g.ways[e] = g.terms.canon(ir.And(all...))
	return g.ways[e]
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
