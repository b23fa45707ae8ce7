package desugar

import (
	"go/types"
	"slices"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/library"
)

// stringsModels are the functions of package strings that make a slice. What is known of the results of these and others
// package library says.
func stringsModels() map[string]model {
	models := map[string]model{}
	for name := range analysis.SplitsStrings {
		models[name] = makesSlice
	}
	return models
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

// derivedNew is what a function returns of which it is known by its row that a result is new memory, if that is a slice
// of values without references: nil, or a slice of a new array. Nil if no result is. With other results, such as an
// error, these are what others return.
func (t *translator) derivedNew(inv *emit.Invocation) *emit.Value {
	if t.prog.SumsNew(inv.Common) {
		return t.nilOrNew(inv, types.Typ[types.Byte])
	}
	row := t.rowAt(inv)
	if row == nil {
		return nil
	}
	tuple, several := inv.Result.(*types.Tuple)
	if !several {
		if elem := t.newElem(row, inv.Result, 0, inv.Result); elem != nil {
			return t.nilOrNew(inv, elem)
		}
		return nil
	}
	var elems []types.Type // nil for what is not new
	for i := range tuple.Len() {
		elems = append(elems, t.newElem(row, inv.Result, i, tuple.At(i).Type()))
	}
	if !slices.ContainsFunc(elems, func(e types.Type) bool { return e != nil }) {
		return nil
	}
	t.errorBeside(inv)
	v := &emit.Value{}
	for i, elem := range elems {
		if elem != nil {
			v.Parts = append(v.Parts, *t.nilOrNew(inv, elem))
		} else {
			v.Parts = append(v.Parts, t.unknownOrPassed(inv, tuple.At(i).Type()))
		}
	}
	return v
}

// newElem is the type of the elements of a result that is a slice of new memory, if they are values without references;
// nil if it is anything else.
func (t *translator) newElem(row *library.Row, result types.Type, i int, typ types.Type) types.Type {
	st, ok := typ.Underlying().(*types.Slice)
	if !ok || !analysis.ReturnsNewAlone(row, result, i) || t.prog.Exposes(st.Elem()) != analysis.ExposesNothing {
		return nil
	}
	return st.Elem()
}

func (t *translator) nilOrNew(inv *emit.Invocation, elem types.Type) *emit.Value {
	v := t.freshSlice(inv, elem)
	if v.Expr == nil {
		return &v
	}
	x := ir.V(t.Anything(heap.SliceSort))
	t.Assume(ir.Or(ir.Eq(x, heap.ZeroOf(heap.SliceSort)), ir.Eq(x, v.Expr)))
	v.Expr = x
	return &v
}
