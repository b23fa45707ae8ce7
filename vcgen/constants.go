package vcgen

import (
	"strconv"

	"github.com/calvin-go/calvin/ir"
)

// isLiteral reports whether e can go to the solver as a value. Nil, Free and the constants of opaque sorts are symbols to
// it, and solvers other than Z3 refuse arrays that hold a symbol everywhere.
//
// An array over bounded integers is never one. For the solver it has elements beyond the bounds too, which the program
// cannot see. That equal arrays may be taken to be equal there as well rests on their being arbitrary there: if the
// program overwrites every element within the bounds, a literal would still tell what it was before.
func isLiteral(e *ir.Expr) bool {
	switch e.Op {
	case ir.OpInt, ir.OpTrue, ir.OpFalse:
		return true
	case ir.OpConstArray:
		return isLiteral(e.Args[0]) && !boundsOf(e.Sort.Key).bounded()
	case ir.OpTuple:
		for _, a := range e.Args {
			if !isLiteral(a) {
				return false
			}
		}
		return true
	}
	return false
}

// everywhere returns a constant for an array that holds one value everywhere and is no literal. The constant comes with a
// universal that says so.
func (g *generator) everywhere(e *ir.Expr) *ir.Expr {
	a := g.constant(g.names.numbered("everywhere"), e.Sort, everywhere)
	g.holds[a] = e.Args[0]
	if !g.ranges.keeps(e, e.Sort) {
		g.ranges.loose[a.Var] = true
	}
	return a
}

// holdsEverywhere is the universal that comes with such a constant.
func (g *generator) holdsEverywhere(a *ir.Expr) *ir.Expr {
	k := &ir.Var{Name: "k" + strconv.Itoa(len(g.terms.vars)), Sort: a.Sort.Key, Kind: ir.BoundVar}
	at := g.terms.selectFrom(a, []*ir.Expr{g.terms.canon(ir.V(k))})
	return g.terms.canon(ir.Forall([]*ir.Var{k}, ir.Eq(at, g.holds[a]), a.Var))
}
