package desugar

import (
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// lengthOf returns the length of a string or slice that the program has at hand, and assumes that it is one that there may be. An
// annotation may speak of longer strings.
func (t *translator) lengthOf(x *ir.Expr) *ir.Expr {
	n := t.Mem.Length(x)
	if x.Sort.Name == heap.StringSort.Name && n.Op != ir.OpInt {
		t.Assume(ir.Le(n, ir.N(heap.MaxElements, heap.IntSort)))
	}
	return n
}
