package desugar

import (
	"go/types"

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
	n := ir.V(t.Anything(heap.IntSort))
	t.Assume(ir.Le(heap.ZeroInt, n), heap.NoMore(n, elem))
	s, step, err := t.Mem.MakeSlice(elem, n, n, "")
	if err != nil {
		t.Unsupported(inv.Pos, "%v", err)
		return t.Unknown(inv.Result)
	}
	t.Step(step)
	t.fill(s, elem)
	return emit.Value{Expr: s}
}
