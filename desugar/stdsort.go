package desugar

import (
	"go/types"

	"github.com/calvin-go/calvin/ir"
)

// sortModels are the functions of packages sort and slices that order the elements of a slice in place, or look for one.
// Of the order of the result nothing is known, only that its elements were there before.
var sortModels = map[string]model{
	"sort.Ints":             sorts(nil),
	"sort.Strings":          sorts(nil),
	"sort.Float64s":         sorts(nil),
	"sort.Slice":            sorts(indices),
	"sort.SliceStable":      sorts(indices),
	"sort.Search":           searches,
	"slices.Sort":           sorts(nil),
	"slices.SortFunc":       sorts(elementsOf),
	"slices.SortStableFunc": sorts(elementsOf),
	"slices.Reverse":        sorts(nil),
	"slices.ContainsFunc":   finds,
	"slices.IndexFunc":      finds,
}

// callbacks has the parameters of functions that are called, and no more than that, while the function runs.
var callbacks = map[string]int{
	"sort.Slice": 1, "sort.SliceStable": 1, "sort.Search": 1, "slices.SortFunc": 1, "slices.SortStableFunc": 1,
	"slices.ContainsFunc": 1, "slices.IndexFunc": 1, "(*sync.Map).Range": 1,
}

// An operand makes the arguments of a comparison of two elements of a slice.
type operand func(t *translator, s *ir.Expr, elem types.Type) (value, bool)

// indices passes the index of an element.
func indices(t *translator, s *ir.Expr, _ types.Type) (value, bool) {
	return value{expr: t.mem.intValue(t.someIndex(s))}, true
}

// elementsOf passes an element.
func elementsOf(t *translator, s *ir.Expr, elem types.Type) (value, bool) {
	p := t.mem.elem(s, elem, t.someIndex(s))
	e, ok := t.readPlace(p)
	return value{expr: e}, ok
}

// someIndex returns an arbitrary index of an element of a slice.
func (t *translator) someIndex(s *ir.Expr) *ir.Expr {
	i := ir.V(t.anything(intSort))
	t.assume(ir.Le(zeroInt, i), ir.Lt(i, t.mem.sliceLen(s)))
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

// finds translates a search for an element of which a function holds.
func finds(t *translator, inv *invocation) value {
	st, ok := inv.argv[0].Type().Underlying().(*types.Slice)
	s := t.exprOf(inv.args[0])
	if !ok || s == nil || !t.canCall(inv.args[1]) {
		return t.foreign(inv, inv.name)
	}
	s = t.stable(s)
	t.repeatedly(func() { t.callBack(inv, elementsOf, s, st.Elem(), 1) })
	return t.unknown(inv.result)
}

// searches translates sort.Search.
func searches(t *translator, inv *invocation) value {
	n := t.exprOf(inv.args[0])
	if n == nil || !t.canCall(inv.args[1]) {
		return t.foreign(inv, inv.name)
	}
	n = t.stable(t.mem.asInt(n))
	t.repeatedly(func() {
		i := ir.V(t.anything(intSort))
		t.assume(ir.Le(zeroInt, i), ir.Lt(i, n))
		t.callKnown(inv, inv.args[1], []value{{expr: t.mem.intValue(i)}})
	})
	return t.unknown(inv.result)
}

// callBack calls the function that a call passes as its second argument on count elements of a slice, unless that is empty.
func (t *translator) callBack(inv *invocation, args operand, s *ir.Expr, elem types.Type, count int) {
	t.choose("callback",
		func() { t.assume(ir.Le(t.mem.sliceLen(s), zeroInt)) },
		func() {
			t.assume(ir.Lt(zeroInt, t.mem.sliceLen(s)))
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
