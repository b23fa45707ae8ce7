package desugar

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// A function may have goroutines write elements of a slice that it is passed, and wait for them
// (analysis.Facts.Splits). In its own check the slice is the goroutine's as a whole where it begins, and has to be so
// where it returns: no goroutine has elements of it any more, and nobody else knows it.

// splits reports whether a value is such a parameter of the function that is checked by itself.
func (t *translator) splits(v ssa.Value) bool {
	p, ok := v.(*ssa.Parameter)
	return ok && t.refines == nil && t.prog.Splits(p)
}

// splitStays proposes for a loop that the slices are still the goroutine's own at its head.
func (t *translator) splitStays(h, regions *hintSet) {
	if t.Frame == nil || t.Mem.Status == nil {
		return
	}
	f := t.outermost()
	for i, p := range f.Fn.Params {
		if t.splits(p) && i < len(t.Out.Params) {
			x := ir.V(t.Out.Params[i])
			t.staysOwn(typed{x, p.Type()}, h)
			for _, hint := range t.Mem.RegionHints(x, p.Type()) {
				regions.add(hint)
			}
		}
	}
}

// hasSplitBack checks, where the function returns, that the slices are whole again.
func (t *translator) hasSplitBack(fn *ssa.Function) {
	for i, p := range fn.Params {
		if !t.splits(p) || t.Mem.Status == nil || i >= len(t.Out.Params) {
			continue
		}
		arr := t.Mem.SliceArr(ir.V(t.Out.Params[i]))
		back := t.Mem.Whole(arr)
		if l := t.Mem.Lending; l != nil {
			j := &ir.Var{Name: "i", Label: "i", Sort: heap.IntSort, Kind: ir.BoundVar}
			back = ir.And(back, ir.Forall([]*ir.Var{j}, ir.Eq(ir.Select(ir.V(l.Elements), arr, ir.V(j)), ir.Nil)))
		}
		t.Emit(t.Assertion(ir.Or(ir.Eq(arr, ir.Nil), back), ir.Check{Kind: ir.Kept, Subject: p.Name()}))
	}
}
