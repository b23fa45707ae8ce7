package desugar

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// What is behind an interface of package hash, io or math/rand one goroutine at a time may use (package sequential). No checked code may know the object, so nobody guards it by its type.

// usesTogether refuses an instruction by which the function uses what is behind an interface while a goroutine that it has started may use that.
func (t *translator) usesTogether(instr ssa.Instruction) {
	v := t.prog.UsedTogether(instr)
	if v == nil || t.Frame.Caller != nil && t.Frame.Fn.Parent() == nil {
		return
	}
	t.Emit(t.Assertion(ir.False, ir.Check{Kind: ir.WriteDenied, Subject: t.argumentText(passed{from: v}), Detail: "a goroutine may use what is behind it at the same time"}))
}

// writesBehind has a call that uses a hash, a source of random numbers, or a writer or reader that the text makes, be a write of the field or package variable that it was found in: who may write that may use it.
func (t *translator) writesBehind(inv *emit.Invocation, name string) {
	if t.Mem.Alone {
		return
	}
	for _, v := range t.prog.SequentialUses(inv.Common) {
		load := t.prog.HeldSequential(v)
		if load == nil {
			continue
		}
		if p, ok := t.Place(load.X); ok {
			t.isWritten(p, use{by: name, write: true, sure: true, told: true, depth: 1}, t.Operand(v))
		}
	}
}

// isWritten emits the access of a write that leaves what is there.
func (t *translator) isWritten(p heap.Place, u use, text string) {
	p.Variable = nil
	mods, err := t.Mem.ModifiesPlace(p)
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "%v", err)
		return
	}
	for _, mod := range mods {
		if mod.Map.Heap.Class != ir.Plain || mod.In != nil {
			continue
		}
		t.ifGuarded(mod.Map, mod.Index, ir.True, true, func(guards []*ir.Clause) {
			acc := t.used([]ir.Access{{Map: mod.Map, Index: mod.Index, Write: true, Guards: guards}}, u, text)
			t.Step(&ir.Step{Access: acc, Pre: t.PlainOnly(acc)})
		})
	}
}
