package desugar

import (
	"go/types"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// stringsModels are the functions of package strings that make a slice. What is known of the results of these and others
// package library says.
var stringsModels = map[string]model{
	"strings.Fields":      makesSlice,
	"strings.Split":       makesSlice,
	"strings.SplitN":      makesSlice,
	"strings.SplitAfter":  makesSlice,
	"strings.SplitAfterN": makesSlice,
}

// makesSlice translates a call that returns a new slice, of whatever length and elements.
func makesSlice(t *translator, inv *emit.Invocation) emit.Value {
	t.pure(inv)
	return t.freshSlice(inv, inv.Result.Underlying().(*types.Slice).Elem())
}

// freshSlice returns a new slice of arbitrary length and elements, which is the goroutine's own.
func (t *translator) freshSlice(inv *emit.Invocation, elem types.Type) emit.Value {
	n, c := ir.V(t.Anything(heap.IntSort)), ir.V(t.Anything(heap.IntSort))
	t.Assume(ir.Le(heap.ZeroInt, n), ir.Le(n, c), heap.NoMore(c, elem))
	s, step, err := t.Mem.MakeSlice(elem, c, c, "")
	if err != nil {
		t.Unsupported(inv.Pos, "%v", err)
		return t.Unknown(inv.Result)
	}
	t.Step(step)
	t.fill(s, elem)
	return emit.Value{Expr: t.Mem.MakeSliceValue(t.Mem.SliceArr(s), t.Mem.SliceOff(s), n, c)}
}

// derivedNew is what a function returns of which it is derived that it returns new memory, if that is a slice of values without references: nil, or a slice of a
// new array. Nil if it is anything else.
func (t *translator) derivedNew(inv *emit.Invocation) *emit.Value {
	row := t.rowAt(inv)
	st, ok := inv.Result.Underlying().(*types.Slice)
	if !ok || row == nil || !row.Fresh(0) || t.prog.Exposes(st.Elem()) != analysis.ExposesNothing {
		return nil
	}
	v := t.freshSlice(inv, st.Elem())
	if v.Expr == nil {
		return &v
	}
	x := ir.V(t.Anything(heap.SliceSort))
	t.Assume(ir.Or(ir.Eq(x, heap.ZeroOf(heap.SliceSort)), ir.Eq(x, v.Expr)))
	v.Expr = x
	return &v
}
