package desugar

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// iteratorMade tells of a function literal that is an iterator (analysis/iterators.go) whether it stays within the
// function under check, which only calls it, or goes to that function's caller.
func (t *translator) iteratorMade(v *ssa.MakeClosure) (within, toCaller bool) {
	if !t.prog.IsIterator(v.Fn.(*ssa.Function)) {
		return false, false
	}
	f := t.Frame
	for f.Caller != nil {
		f = f.Caller
		call, ok := analysis.Returned(f.Fn).(*ssa.Call)
		if !ok || f.Calling == nil || &call.Call != f.Calling.Common {
			return true, false
		}
	}
	return false, t.refines == nil
}

// isIterated reports whether an iterator counts on whoever calls it to have what a captured variable leads to.
func (t *translator) isIterated(binding ssa.Value) bool {
	a, ok := binding.(*ssa.Alloc)
	return ok && t.prog.Iterated(a) != nil
}

// iterated checks that what an iterator captures which goes to the caller is the caller's own, and returns the
// references as such that nobody has to ask about.
func (t *translator) iterated(refs []*ir.Expr, x emit.Value, binding ssa.Value) []*ir.Expr {
	if !t.Mem.KeepsRegions() {
		return refs
	}
	for _, cond := range t.Mem.OfCaller(t.regionalIn(x, binding.Type()), false) {
		t.Emit(t.Assertion(cond, ir.Check{Kind: ir.LeavesRegion}))
	}
	return heap.Lent(refs)
}
