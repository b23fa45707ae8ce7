package desugar

import (
	"go/types"

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
func makesSlice(t *translator, inv *invocation) value {
	t.pure(inv)
	return t.freshSlice(inv, inv.result.Underlying().(*types.Slice).Elem())
}

// freshSlice returns a new slice of arbitrary length and elements, which is the goroutine's own.
func (t *translator) freshSlice(inv *invocation, elem types.Type) value {
	n := ir.V(t.anything(heap.IntSort))
	t.assume(ir.Le(heap.ZeroInt, n), heap.NoMore(n, elem))
	s, step, err := t.mem.MakeSlice(elem, n, n, "")
	if err != nil {
		t.unsupported(inv.pos, "%v", err)
		return t.unknown(inv.result)
	}
	t.step(step)
	t.fill(s, elem)
	return value{expr: s}
}
