package vcgen

import "github.com/calvin-go/calvin/ir"

// A quantified formula stands in ground terms as a Boolean constant, its proxy. Where it occurs as a hypothesis the
// proxy implies it; where it occurs as a goal it implies the proxy; and only the directions that occur are spelled out
// (Plaisted and Greenbaum, JSC 1986). A direction that asks for a witness gets a skolem constant, the other one is a
// universal, instantiated at index terms. So the sign of an occurrence is all there is to know, terms keep their
// sharing, and nested quantifiers are met only once what is around them is ground.

// A sign says how a formula occurs: as a hypothesis, as a goal, or as both (below an equivalence or inside a term).
type sign uint8

const (
	positive sign = 1 << iota
	negative
	both = positive | negative
)

func (s sign) flip() sign { return s>>1&positive | s<<1&negative }

type demand struct {
	expr *ir.Expr
	sign sign // positive or negative
}

// ground replaces the quantified formulas of e, which is ground, by their proxies, and arrays that hold one value
// everywhere by constants where they are no literals.
func (g *generator) ground(e *ir.Expr) *ir.Expr {
	if len(e.Args) == 0 {
		return e
	}
	if r := g.grounded[e]; r != nil {
		return r
	}
	var r *ir.Expr
	switch {
	case e.Op == ir.OpForall:
		r = g.constant(g.names.numbered("all"), ir.Bool, control)
	case e.Op == ir.OpExists:
		r = g.constant(g.names.numbered("some"), ir.Bool, control)
	case e.Op == ir.OpConstArray && !isLiteral(e):
		r = g.everywhere(e)
	default:
		args := make([]*ir.Expr, len(e.Args))
		for i, a := range e.Args {
			args[i] = g.ground(a)
		}
		r = g.terms.build(e, args)
		if name := g.labels[e]; name != "" {
			g.label(r, name)
		}
	}
	g.grounded[e] = r
	return r
}

// demand spells out the meaning of the formulas of e for occurrences of the given sign.
func (s *scope) demand(e *ir.Expr, sg sign, gen int) {
	if !s.terms.notes[e].polar {
		return
	}
	if sg == both {
		s.demand(e, positive, gen)
		s.demand(e, negative, gen)
		return
	}
	d := demand{e, sg}
	if s.isDemanded(d) {
		return
	}
	s.demanded[d] = true
	parts := s.parts(e, sg)
	switch {
	case len(parts) == 1 && parts[0] == d:
		s.ask(e, sg, gen)
	case e.Op == ir.OpForall || e.Op == ir.OpExists:
		s.addUniversal(e, sg, gen)
	default:
		for _, p := range parts {
			s.demand(p.expr, p.sign, gen)
		}
	}
}

// demandClosed demands the closed quantified formulas below e, which need not be ground: a universal is written with
// proxies for them.
func (s *scope) demandClosed(e *ir.Expr, sg sign, gen int) {
	switch {
	case !s.terms.notes[e].polar:
	case s.terms.ground(e):
		s.demand(e, sg, gen)
	default:
		for i, a := range e.Args {
			s.demandClosed(a, argSign(e, i, sg), gen)
		}
	}
}

// spells reports whether s or what is above it has spelled out all that a demand for the formula e would ask for, some of
// it s itself.
func (s *scope) spells(e *ir.Expr) bool {
	own, missing := false, false
	seen := map[demand]bool{}
	var visit func(d demand)
	visit = func(d demand) {
		if missing || seen[d] || !s.terms.notes[d.expr].polar {
			return
		}
		seen[d] = true
		if d.sign == both {
			visit(demand{d.expr, positive})
			visit(demand{d.expr, negative})
			return
		}
		parts := s.parts(d.expr, d.sign)
		if d.expr.Op == ir.OpForall || d.expr.Op == ir.OpExists || len(parts) == 1 && parts[0] == d {
			own = own || s.demanded[d]
			missing = !s.isDemanded(d)
			return
		}
		for _, p := range parts {
			visit(p)
		}
	}
	visit(demand{e, positive})
	return own && !missing
}

func (s *scope) isDemanded(d demand) bool {
	for ; s != nil; s = s.parent {
		if s.demanded[d] {
			return true
		}
	}
	return false
}

// argSign is the sign under which the i-th argument of e occurs if e occurs under sg.
func argSign(e *ir.Expr, i int, sg sign) sign {
	switch e.Op {
	case ir.OpAnd, ir.OpOr, ir.OpForall, ir.OpExists:
		return sg
	case ir.OpNot:
		return sg.flip()
	case ir.OpImplies:
		if i == 0 {
			return sg.flip()
		}
		return sg
	case ir.OpIte:
		if i > 0 && isBool(e) {
			return sg
		}
	}
	return both
}

func (g *generator) not(e *ir.Expr) *ir.Expr        { return g.terms.canon(ir.Not(e)) }
func (g *generator) implies(a, b *ir.Expr) *ir.Expr { return g.terms.canon(ir.Implies(a, b)) }

// bind returns the canonical body with ground terms in place of the bound variables.
func (t *terms) bind(body *ir.Expr, vars []*ir.Var, vals []*ir.Expr) *ir.Expr {
	return t.bindIn(body, vars, vals, map[*ir.Expr]*ir.Expr{})
}

func (t *terms) bindIn(e *ir.Expr, vars []*ir.Var, vals []*ir.Expr, memo map[*ir.Expr]*ir.Expr) *ir.Expr {
	if !t.mentions(e, vars) {
		return e
	}
	if r := memo[e]; r != nil {
		return r
	}
	r := e
	if e.Op == ir.OpVar {
		for i, v := range vars {
			if v == e.Var {
				r = vals[i]
			}
		}
	} else {
		args := make([]*ir.Expr, len(e.Args))
		innerVars, innerVals, innerMemo := unshadowed(e, vars, vals, memo)
		for i, a := range e.Args {
			args[i] = t.bindIn(a, innerVars, innerVals, innerMemo)
		}
		r = t.build(e, args)
	}
	memo[e] = r
	return r
}

// unshadowed returns what of a binding reaches below e: a quantifier hides the variables that it binds itself.
func unshadowed(e *ir.Expr, vars []*ir.Var, vals []*ir.Expr, memo map[*ir.Expr]*ir.Expr) (
	[]*ir.Var, []*ir.Expr, map[*ir.Expr]*ir.Expr) {
	if len(e.Bound) == 0 {
		return vars, vals, memo
	}
	var vs []*ir.Var
	var xs []*ir.Expr
	for i, v := range vars {
		hidden := false
		for _, b := range e.Bound {
			hidden = hidden || b == v
		}
		if !hidden {
			vs, xs = append(vs, v), append(xs, vals[i])
		}
	}
	return vs, xs, map[*ir.Expr]*ir.Expr{}
}
