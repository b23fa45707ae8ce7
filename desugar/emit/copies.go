package emit

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// Copies checks of a value of type typ, which messages call text, that it may be copied: nothing is hidden in it.
func (t *Builder) Copies(v *ir.Expr, typ types.Type, text string) {
	if none, by := t.Mem.HiddenRefs(v, typ); len(none) > 0 {
		t.Check(ir.And(none...), ir.Check{
			Kind: ir.SharedCopy, Subject: text, Detail: "what a " + t.Mem.ShortType(by) + " refers to", Needed: text + " without content",
		})
	}
}

// CopiesOperand is copies for the operand v of an instruction, of which x is the value, unless it is moved.
func (t *Builder) CopiesOperand(v ssa.Value, x Value) {
	if e := t.ExprOf(x); e != nil && !t.isMoved(v) {
		t.Copies(e, v.Type(), t.Text(v))
	}
}

// isMoved reports whether nobody but who uses the value v has it: code that is not at hand has just returned it, or passed it
// to the function under check.
func (t *Builder) isMoved(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Parameter:
		return t.Frame.Caller == nil && isUsedOnce(v)
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		return ok && t.returnsFrom(call) && isUsedOnce(v)
	case *ssa.Call:
		return t.returnsFrom(v) && isUsedOnce(v)
	case *ssa.UnOp:
		a, ok := v.X.(*ssa.Alloc)
		return ok && isUsedOnce(v) && t.passesOn(a, v)
	}
	return false
}

// passesOn reports whether the variable is assigned once, what was moved there, and read once, by load.
func (t *Builder) passesOn(a *ssa.Alloc, load *ssa.UnOp) bool {
	if analysis.Cycles(load.Block(), nil) {
		return false
	}
	stores := 0
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			stores++
			if use.Addr != a || !analysis.ComesBefore(use, load) || !t.isMoved(use.Val) { // variables may be assigned from each other
				return false
			}
		default:
			if use != load {
				return false
			}
		}
	}
	return stores == 1
}

// isUsedOnce reports whether one instruction has the value.
func isUsedOnce(v ssa.Value) bool {
	uses := 0
	for _, use := range *v.Referrers() {
		if _, debug := use.(*ssa.DebugRef); !debug {
			uses++
		}
	}
	return uses == 1
}

// returnsFrom reports whether the call is one of code that is not at hand.
func (t *Builder) returnsFrom(call *ssa.Call) bool {
	fn := call.Call.StaticCallee()
	return fn != nil && t.IsForeign(fn)
}

// unusedPlace makes the checks of a place that is read or written as a value and is part of the state of a lock, a Once
// or a WaitGroup: it is that of an unused one, which nobody else can reach. In package initialisation nobody else is
// there.
func (t *Builder) unusedPlace(a ir.Access) []*ir.Assert {
	unused, detail := ir.Not(heap.At(a.Map, a.Index)), "it may be in use"
	switch class := a.Map.Heap.Class; {
	case class == ir.Readers:
		detail = "it may be held"
	case class == ir.Holder:
		unused, detail = ir.Eq(heap.At(a.Map, a.Index), ir.Free), "it may be held"
	case class != ir.Latch && !t.Mem.IsUsedGroups(a.Map):
		return nil
	}
	alone := ir.B(t.Mem.Alone)
	if len(a.Index) > 0 && a.Index[0].Sort.Kind == ir.KindRef {
		alone = ir.Or(alone, t.Mem.Mine(a.Index[0]))
	}
	return []*ir.Assert{
		t.Assertion(alone, ir.Check{
			Kind: ir.LockCopied, Subject: a.Text, Detail: "others may be using it", Needed: "an object that no other goroutine can reach",
		}),
		t.Assertion(unused, ir.Check{Kind: ir.LockCopied, Subject: a.Text, Detail: detail, Needed: a.Text + " not held or in use"}),
	}
}
