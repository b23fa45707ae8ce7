package reduce

import (
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// simplify returns an equivalent of e in which each conjunct has been used to simplify the others. It makes E of a
// location guarded by mu the plain "mu == tid", and finds access that can never be exclusive to be false.
func (w *world) simplify(e *ir.Expr) *ir.Expr {
	e = negationNormal(e)
	for {
		next := w.propagate(joinCases(e))
		if ir.Equal(next, e) {
			return e
		}
		e = next
	}
}

// negationNormal moves negations inwards, down to atoms and quantifiers.
func negationNormal(e *ir.Expr) *ir.Expr {
	switch e.Op {
	case ir.OpAnd, ir.OpOr:
		return unique(ir.Rebuild(e, each(e.Args, negationNormal)))
	case ir.OpImplies:
		return ir.Or(negate(e.Args[0]), negationNormal(e.Args[1]))
	case ir.OpNot:
		return negate(e.Args[0])
	case ir.OpIte:
		return ir.Ite(e.Args[0], negationNormal(e.Args[1]), negationNormal(e.Args[2]))
	}
	return e
}

func negate(e *ir.Expr) *ir.Expr {
	switch e.Op {
	case ir.OpAnd:
		return ir.Or(each(e.Args, negate)...)
	case ir.OpOr:
		return ir.And(each(e.Args, negate)...)
	case ir.OpImplies:
		return ir.And(negationNormal(e.Args[0]), negate(e.Args[1]))
	case ir.OpNot:
		return negationNormal(e.Args[0])
	case ir.OpIte:
		return ir.Ite(e.Args[0], negate(e.Args[1]), negate(e.Args[2]))
	}
	return ir.Not(e)
}

func each(es []*ir.Expr, f func(*ir.Expr) *ir.Expr) []*ir.Expr {
	out := make([]*ir.Expr, len(es))
	for i, e := range es {
		out[i] = f(e)
	}
	return out
}

// joinCases makes one conditional of conjuncts that distinguish the same cases, as predicates of elements do: whose
// elements are they?
func joinCases(e *ir.Expr) *ir.Expr {
	if e.Op != ir.OpAnd {
		return e
	}
	var kept []*ir.Expr
	for _, c := range e.Args {
		i := slices.IndexFunc(kept, func(k *ir.Expr) bool { return k.Op == ir.OpIte && byCase(c, k.Args[0]) != nil })
		if i < 0 {
			kept = append(kept, c)
			continue
		}
		k, c := kept[i], byCase(c, kept[i].Args[0])
		kept[i] = ir.Ite(k.Args[0], ir.And(k.Args[1], c.Args[1]), ir.And(k.Args[2], c.Args[2]))
	}
	return ir.And(kept...)
}

// byCase writes e as a conditional on test, or returns nil if it does not depend on it.
func byCase(e, test *ir.Expr) *ir.Expr {
	conditional := func(then, otherwise *ir.Expr) *ir.Expr {
		return &ir.Expr{Op: ir.OpIte, Sort: ir.Bool, Args: []*ir.Expr{test, then, otherwise}}
	}
	switch {
	case e.Op == ir.OpIte && ir.Equal(e.Args[0], test):
		return e
	case ir.Equal(e, test):
		return conditional(ir.True, ir.False)
	case ir.Equal(e, ir.Not(test)):
		return conditional(ir.False, ir.True)
	case e.Op != ir.OpOr:
		return nil
	}
	for i, x := range e.Args {
		rest := ir.Or(slices.Delete(slices.Clone(e.Args), i, i+1)...)
		switch {
		case ir.Equal(x, test):
			return conditional(ir.True, rest)
		case ir.Equal(x, ir.Not(test)):
			return conditional(rest, ir.True)
		}
	}
	return nil
}

// propagate uses each conjunct of e in the others.
func (w *world) propagate(e *ir.Expr) *ir.Expr {
	if e.Op == ir.OpIte {
		a, b := w.simplify(e.Args[1]), w.simplify(e.Args[2])
		if a == e.Args[1] && b == e.Args[2] {
			return e
		}
		return ir.Ite(e.Args[0], a, b)
	}
	if e.Op != ir.OpAnd {
		return e
	}
	conjuncts := append([]*ir.Expr(nil), e.Args...)
	for i, c := range conjuncts {
		if c.Op == ir.OpTrue || c.Op == ir.OpOr || c.Op == ir.OpIte {
			continue
		}
		for j := range conjuncts {
			if j == i {
				continue
			}
			conjuncts[j] = w.given(conjuncts[j], c)
		}
	}
	return unique(ir.And(conjuncts...))
}

// given simplifies e where the literal holds.
func (w *world) given(e, literal *ir.Expr) *ir.Expr {
	if literal.Op == ir.OpNot {
		return w.replace(e, literal.Args[0], ir.False)
	}
	e = w.replace(e, literal, ir.True)
	if literal.Op == ir.OpEq {
		switch a, b := literal.Args[0], literal.Args[1]; {
		case ir.Equal(b, w.tid) && len(a.Args)+keysOf(a) > 0:
			e = w.replace(e, a, b)
		case ir.Equal(a, w.tid) && len(b.Args)+keysOf(b) > 0:
			e = w.replace(e, b, a)
		}
	}
	return e
}

// keysOf is 1 for a heap variable without keys, which is a term worth replacing like a selection.
func keysOf(e *ir.Expr) int {
	if e.Op == ir.OpVar && e.Var.Kind == ir.HeapVar {
		return 1
	}
	return 0
}

// replace puts to for from everywhere in e. That tid is never free is used on the way.
func (w *world) replace(e, from, to *ir.Expr) *ir.Expr {
	if ir.Equal(e, from) {
		return to
	}
	if len(e.Args) == 0 {
		return e
	}
	args := each(e.Args, func(a *ir.Expr) *ir.Expr { return w.replace(a, from, to) })
	if slices.Equal(args, e.Args) {
		return e
	}
	if e.Op == ir.OpEq && (w.tidAndFree(args[0], args[1]) || w.tidAndFree(args[1], args[0])) {
		return ir.False
	}
	return ir.Rebuild(e, args)
}

func (w *world) tidAndFree(a, b *ir.Expr) bool { return ir.Equal(a, w.tid) && b.Op == ir.OpFree }

// unique drops repeated operands of a conjunction or disjunction.
func unique(e *ir.Expr) *ir.Expr {
	if e.Op != ir.OpAnd && e.Op != ir.OpOr {
		return e
	}
	var kept []*ir.Expr
	for _, x := range e.Args {
		if !containsExpr(kept, x) {
			kept = append(kept, x)
		}
	}
	return ir.Rebuild(e, kept)
}
