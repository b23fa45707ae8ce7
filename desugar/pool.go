package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// A sync.Pool is a heap of shared objects. Put publishes what it gets, and Get yields anything that may have been published by
// somebody, or nil. What is in a pool nobody can tell from what Get yields, as the pool may forget it at any time: so Get comes
// as well later than what other goroutines do next, a right mover, and Put as well earlier than what they did last, a left
// mover, and neither counts as a change.

// putIntoPool translates Put.
func putIntoPool(t *translator, inv *emit.Invocation) emit.Value {
	p, ok := t.container(inv)
	if !ok {
		return emit.Value{}
	}
	if t.transfersPool(p) {
		t.giveToPool(inv, p)
		return emit.Value{}
	}
	t.Step(&ir.Step{
		Access:  t.content(inv, p, false),
		Publish: t.published(inv.WithoutReceiver()),
		Mover:   ir.LeftMover,
	})
	return emit.Value{}
}

// getFromPool translates Get. Where New may do more than make an object, it is code that is not at hand: it is checked by
// itself, but who calls it may hold locks.
func getFromPool(t *translator, inv *emit.Invocation) emit.Value {
	p, ok := t.container(inv)
	if !ok {
		return t.Unknown(inv.Result)
	}
	if t.transfersPool(p) {
		return t.takeFromPool(inv, p)
	}
	out, results := t.outcome(inv.Result)
	t.Step(&ir.Step{Do: []ir.Stmt{&ir.Havoc{Vars: out}}, Access: t.content(inv, p, false), Mover: ir.RightMover})
	c := t.contentsAt(p)
	if !c.OnlyMake() {
		t.foreign(&emit.Invocation{Pos: inv.Pos, Common: inv.Common, Result: types.NewTuple()}, "New of "+t.receiverText(inv))
	}
	var parts []emit.Value
	for _, r := range results {
		t.Assume(t.fromOthers(r, inv.Result)...)
		t.Assume(t.typed(r, c.Values))
		if c.Always && c.Sets == 1 && c.OnlyMake() && !p.Variable.IsField() && !c.Values.Mixed {
			t.Assume(ir.Ne(r, heap.NilInterface))
		}
		parts = append(parts, emit.Value{Expr: r})
	}
	return tuple(parts, inv.Result)
}

// A literal of a Pool is put together in a variable of go/ssa's own and copied from there as a whole, as no Pool that is in use
// may be. What New is follows from the text of the program alone (contents.go).

// makesPool translates an instruction that has to do with a literal of a Pool, and reports whether it is one.
func (t *translator) makesPool(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.Alloc:
		return analysis.IsPoolLiteral(i)
	case *ssa.FieldAddr:
		return analysis.IsPoolLiteral(i.X)
	case *ssa.UnOp:
		return analysis.PoolLiteral(i) != nil
	case *ssa.Store:
		if f, ok := i.Addr.(*ssa.FieldAddr); ok && analysis.IsPoolLiteral(f.X) {
			return true
		}
		if analysis.PoolLiteral(i.Val) == nil {
			return false
		}
		t.NonNil(i.Addr)
		p, ok := t.Place(i.Addr)
		if !ok || p.IsLocal() || p.Family == nil {
			t.Unsupported(t.Frame.Pos(), "a sync.Pool that Calvin cannot identify")
			return true
		}
		acc := t.Accesses([]ir.Access{{Map: p.Family, Index: p.Keys, Write: true}}, i.Addr, nil)
		t.Step(&ir.Step{Do: t.changeContent(p, ir.True), Access: acc, Pre: t.PlainOnly(acc)})
		return true
	}
	return false
}
