package annot

import "go/token"

// Walk calls f for e and, where f returns true, for everything in it, outermost first.
func Walk(e Expr, f func(Expr) bool) {
	if e == nil || !f(e) {
		return
	}
	for _, x := range Children(e) {
		Walk(x, f)
	}
}

// Children lists the operands of e in order, leaving out absent ones.
func Children(e Expr) []Expr {
	var xs []Expr
	switch e := e.(type) {
	case *Holder:
		xs = []Expr{e.X}
	case *Held:
		xs = []Expr{e.X}
	case *Region:
		xs = []Expr{e.Lock}
	case *AtomicValue:
		xs = []Expr{e.X}
	case *Local:
		xs = []Expr{e.X}
	case *Old:
		xs = []Expr{e.X}
	case *Unary:
		xs = []Expr{e.X}
	case *Binary:
		xs = []Expr{e.X, e.Y}
	case *Implies:
		xs = []Expr{e.X, e.Y}
	case *Quant:
		xs = []Expr{e.Body}
	case *Select:
		xs = []Expr{e.X}
	case *Star:
		xs = []Expr{e.X}
	case *Index:
		xs = []Expr{e.X, e.I}
	case *Slice:
		xs = []Expr{e.X, e.Lo, e.Hi}
	case *Convert:
		xs = []Expr{e.X}
	case *Builtin:
		xs = e.Args
	case *Call:
		xs = e.Args
	case *Literal:
		xs = e.Elems
	}
	var present []Expr
	for _, x := range xs {
		if x != nil {
			present = append(present, x)
		}
	}
	return present
}

// Conjuncts splits a condition at its outermost conjunctions.
func Conjuncts(e Expr) []Expr {
	if b, ok := e.(*Binary); ok && b.Op == token.LAND {
		return append(Conjuncts(b.X), Conjuncts(b.Y)...)
	}
	return []Expr{e}
}
