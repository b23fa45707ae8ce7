package desugar

import (
	"go/types"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// same translates x == y of two values that are no interfaces.
func (t *translator) same(x, y *ir.Expr, typ types.Type) (*ir.Expr, error) {
	if a := analysis.ArrayType(typ); a != nil && a.Len() > heap.MaxUnrolled && heap.IsPlainRow(a) && !isFloat(a.Elem()) {
		return t.sameRow(t.Stable(x), t.Stable(y), a), nil
	}
	if heap.HoldsInterface(typ) { // no interface, so a type parameter
		t.canBeCompared(typ)
	}
	return t.Mem.EqualBut(x, y, typ, func() *ir.Expr { return ir.V(t.Anything(ir.Bool)) })
}

// sameRow compares arrays that are too large to be compared element by element: if they are equal they are so everywhere,
// and if not they differ somewhere.
func (t *translator) sameRow(x, y *ir.Expr, a *types.Array) *ir.Expr {
	equal, at := ir.V(t.Anything(ir.Bool)), ir.V(t.Anything(heap.IntSort))
	inside := func(i *ir.Expr) *ir.Expr {
		return ir.And(ir.Le(heap.ZeroInt, i), ir.Lt(i, ir.N(a.Len(), heap.IntSort)))
	}
	i := &ir.Var{Name: "i", Sort: heap.IntSort, Kind: ir.BoundVar}
	everywhere := ir.Forall([]*ir.Var{i}, ir.Implies(inside(ir.V(i)), ir.Eq(ir.Select(x, ir.V(i)), ir.Select(y, ir.V(i)))))
	somewhere := ir.And(inside(at), ir.Ne(ir.Select(x, at), ir.Select(y, at)))
	t.Assume(ir.Implies(equal, everywhere), ir.Or(equal, somewhere))
	return equal
}
