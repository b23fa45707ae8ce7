package ir

import "slices"

// Walk calls visit for e and, while visit returns true, for its subexpressions, parents first.
func Walk(e *Expr, visit func(*Expr) bool) {
	if !visit(e) {
		return
	}
	for _, a := range e.Args {
		Walk(a, visit)
	}
}

// Rewrite rebuilds e with every variable replaced by what leaf returns for it; a nil answer keeps the variable.
func Rewrite(e *Expr, leaf func(*Var) *Expr) *Expr {
	if e.Op == OpVar {
		if r := leaf(e.Var); r != nil {
			return r
		}
		return e
	}
	var args []*Expr // most of an expression stays as it is
	for i, a := range e.Args {
		r := Rewrite(a, leaf)
		if r == a {
			continue
		}
		if args == nil {
			args = slices.Clone(e.Args)
		}
		args[i] = r
	}
	if args == nil {
		return e
	}
	return Rebuild(e, args)
}

// Subst rebuilds e with the variables of the map replaced.
func Subst(e *Expr, m map[*Var]*Expr) *Expr {
	return Rewrite(e, func(v *Var) *Expr { return m[v] })
}

// ResolveOld rebuilds e without OpOld: below an OpOld heap variables are read from old, elsewhere from now. Nil
// answers keep the variable.
func ResolveOld(e *Expr, now, old func(*Var) *Expr) *Expr {
	if e.Op == OpOld {
		return ResolveOld(e.Args[0], old, old)
	}
	if e.Op == OpVar {
		if r := now(e.Var); r != nil {
			return r
		}
		return e
	}
	args := make([]*Expr, len(e.Args))
	changed := false
	for i, a := range e.Args {
		args[i] = ResolveOld(a, now, old)
		changed = changed || args[i] != a
	}
	if !changed {
		return e
	}
	return Rebuild(e, args)
}

// Rebuild returns e with other arguments, simplified anew.
func Rebuild(e *Expr, args []*Expr) *Expr {
	switch e.Op {
	case OpNot:
		return Not(args[0])
	case OpAnd:
		return And(args...)
	case OpOr:
		return Or(args...)
	case OpImplies:
		return Implies(args[0], args[1])
	case OpEq:
		return Eq(args[0], args[1])
	case OpIte:
		return Ite(args[0], args[1], args[2])
	case OpLt:
		return Lt(args[0], args[1])
	case OpLe:
		return Le(args[0], args[1])
	case OpWrap:
		return Wrap(args[0], e.Sort)
	case OpField:
		return GetField(args[0], e.Index)
	case OpUpdate:
		return UpdateField(args[0], e.Index, args[1])
	case OpApply:
		return Apply(e.Fn, args...)
	case OpForall, OpExists:
		return quantify(e.Op, e.Bound, args[0], e.On)
	}
	c := *e
	c.Args = args
	return &c
}

// HeapVars adds to into the heap variables that e reads.
func HeapVars(e *Expr, into map[*Var]bool) {
	Walk(e, func(x *Expr) bool {
		if x.Op == OpVar && x.Var.Kind == HeapVar {
			into[x.Var] = true
		}
		return true
	})
}
