package desugar

import (
	"go/types"

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
type operand func(t *translator, s *ir.Expr, elem types.Type) (value, bool)

// indices passes the index of an element.
func indices(t *translator, s *ir.Expr, _ types.Type) (value, bool) {
	return value{expr: t.mem.IntValue(t.someIndex(s))}, true
}

// elementsOf passes an element.
func elementsOf(t *translator, s *ir.Expr, elem types.Type) (value, bool) {
	p := t.mem.Elem(s, elem, t.someIndex(s))
	e, ok := t.readPlace(p)
	return value{expr: e}, ok
}

// someIndex returns an arbitrary index of an element of a slice.
func (t *translator) someIndex(s *ir.Expr) *ir.Expr {
	i := ir.V(t.anything(heap.IntSort))
	t.assume(ir.Le(heap.ZeroInt, i), ir.Lt(i, t.mem.SliceLen(s)))
	return i
}

// sorts makes a model of a function that moves the elements of a slice about, comparing two of them at a time by a
// function that it is passed, if there is one.
func sorts(args operand) model {
	return func(t *translator, inv *invocation) value {
		p := t.passed(inv)[0]
		st, ok := p.typ.Underlying().(*types.Slice)
		if !ok || args != nil && !t.canCall(inv.args[1]) {
			return t.foreign(inv, inv.name)
		}
		s := t.stable(p.expr)
		if args != nil {
			t.repeatedly(func() {
				t.permute(s, st.Elem())
				t.callBack(inv, args, s, st.Elem(), 2)
			})
		}
		t.permute(s, st.Elem())
		return value{}
	}
}

// callBack calls the function that a call passes as its second argument on count elements of a slice, unless that is empty.
func (t *translator) callBack(inv *invocation, args operand, s *ir.Expr, elem types.Type, count int) {
	t.choose("callback",
		func() { t.assume(ir.Le(t.mem.SliceLen(s), heap.ZeroInt)) },
		func() {
			t.assume(ir.Lt(heap.ZeroInt, t.mem.SliceLen(s)))
			var xs []value
			for range count {
				x, ok := args(t, s, elem)
				if !ok {
					return
				}
				xs = append(xs, x)
			}
			t.callKnown(inv, inv.args[1], xs)
		})
}
