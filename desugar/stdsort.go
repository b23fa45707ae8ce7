package desugar

import (
	"go/types"

	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// sortModels are the functions of packages sort and slices that order the elements of a slice in place. Of the order of the
// result nothing is known, only that its elements were there before.
var sortModels = map[string]model{
	"sort.Ints":             sorts(nil),
	"sort.Strings":          sorts(nil),
	"sort.Float64s":         sorts(nil),
	"sort.Slice":            sorts(indices),
	"sort.SliceStable":      sorts(indices),
	"slices.Sort":           sorts(nil),
	"slices.SortFunc":       sorts(elementsOf),
	"slices.SortStableFunc": sorts(elementsOf),
	"slices.Reverse":        sorts(nil),
}

// An operand makes the arguments of a comparison of two elements of a slice.
type operand func(t *translator, s *ir.Expr, elem types.Type) (emit.Value, bool)

// indices passes the index of an element.
func indices(t *translator, s *ir.Expr, _ types.Type) (emit.Value, bool) {
	return emit.Value{Expr: t.Mem.IntValue(t.someIndex(s))}, true
}

// elementsOf passes an element.
func elementsOf(t *translator, s *ir.Expr, elem types.Type) (emit.Value, bool) {
	p := t.Mem.Elem(s, elem, t.someIndex(s))
	e, ok := t.readPlace(p)
	return emit.Value{Expr: e}, ok
}

// someIndex returns an arbitrary index of an element of a slice.
func (t *translator) someIndex(s *ir.Expr) *ir.Expr {
	i := ir.V(t.Anything(heap.IntSort))
	t.Assume(ir.Le(heap.ZeroInt, i), ir.Lt(i, t.Mem.SliceLen(s)))
	return i
}

// sorts makes a model of a function that moves the elements of a slice about, comparing two of them at a time by a
// function that it is passed, if there is one.
func sorts(args operand) model {
	return func(t *translator, inv *emit.Invocation) emit.Value {
		p := t.passed(inv)[0]
		st, ok := p.typ.Underlying().(*types.Slice)
		if !ok || args != nil && !t.canCall(inv.Args[1]) {
			return t.foreign(inv, inv.Name)
		}
		s := t.Stable(p.expr)
		if args != nil {
			t.repeatedly(func() {
				t.permute(s, st.Elem())
				t.callBack(inv, args, s, st.Elem(), 2)
			})
		}
		t.permute(s, st.Elem())
		return emit.Value{}
	}
}

// callBack calls the function that a call passes as its second argument on count elements of a slice, unless that is empty.
func (t *translator) callBack(inv *emit.Invocation, args operand, s *ir.Expr, elem types.Type, count int) {
	t.Choose("callback",
		func() { t.Assume(ir.Le(t.Mem.SliceLen(s), heap.ZeroInt)) },
		func() {
			t.Assume(ir.Lt(heap.ZeroInt, t.Mem.SliceLen(s)))
			var xs []emit.Value
			for range count {
				x, ok := args(t, s, elem)
				if !ok {
					return
				}
				xs = append(xs, x)
			}
			t.callKnown(inv, inv.Args[1], xs)
		})
}
