package desugar

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// What is behind an interface of package hash, io or math/rand one goroutine at a time may use (package sequential). No
// checked code may know the object, so nobody guards it by its type.

// usesTogether refuses an instruction by which the function uses what is behind an interface while a goroutine that it
// has started may use that.
func (t *translator) usesTogether(instr ssa.Instruction) {
	v := t.prog.UsedTogether(instr)
	if v == nil || t.Frame.Caller != nil && t.Frame.Fn.Parent() == nil {
		return
	}
	t.Emit(t.Assertion(ir.False, ir.Check{Kind: ir.WriteDenied, Subject: t.argumentText(passed{from: v}), Detail: "a goroutine may use what is behind it at the same time"}))
}

// usesUnlocked refuses an instruction that uses what copies of a struct lead to, without the lock that others hold for that.
func (t *translator) usesUnlocked(instr ssa.Instruction) {
	u := t.prog.UsedUnlocked(instr)
	if u == nil || t.Frame.Caller != nil && u.Wraps == nil {
		return
	}
	kind := ir.ReadDenied
	if u.Write {
		kind = ir.WriteDenied
	}
	detail := "others use what is behind it under the lock of the struct"
	if u.Wraps != nil {
		detail = "others may use the same by " + t.Mem.Label(u.Wraps) + ", under another lock or under none"
	}
	t.Emit(t.Assertion(ir.False, ir.Check{Kind: kind, Subject: t.argumentText(passed{from: u.Of}), Detail: detail}))
}

// writesBehind has a call that uses a hash, a source of random numbers, or a writer or reader that the text makes, be a
// write of the field or package variable that it was found in: who may write that may use it.
func (t *translator) writesBehind(inv *emit.Invocation, name string) {
	if t.Mem.Alone {
		return
	}
	u := use{by: name, write: true, sure: true, told: true, depth: 1}
	for _, v := range t.prog.SequentialUses(inv.Common) {
		for _, held := range t.prog.HeldSequential(v) {
			t.isUsed(held, v, u)
		}
	}
	recv, all, writes := t.prog.HeldReceiver(inv.Common)
	u.write = writes
	for _, held := range all {
		t.isUsed(held, recv, u)
	}
}

// leavesBehind has a return of such an object, or of the address of one in an interface, be a write of the variable,
// too: callers use it with the locks that are held then.
func (t *translator) leavesBehind(r *ssa.Return) {
	if t.Mem.Alone {
		return
	}
	u := use{by: "who gets it", write: true, sure: true, told: true, depth: 1}
	for _, held := range t.prog.Returned(r) {
		t.isUsed(held, held, u)
	}
	for _, at := range analysis.ReturnedInside(r) {
		if p, ok := t.Place(at); ok {
			t.isWritten(p, u, t.Operand(at))
		}
	}
}

// isUsed emits the access of a write of the variable, element or entry that a value was read from, if v is that value.
func (t *translator) isUsed(held, v ssa.Value, u use) {
	text := t.Operand(v)
	write := func() {}
	switch from := held.(type) {
	case *ssa.UnOp:
		p, ok := t.Place(from.X)
		if !ok {
			return
		}
		write = func() { t.isWritten(p, u, text) }
	case *ssa.Lookup:
		write = func() { t.entryWritten(from, u, text) }
	case *ssa.Extract:
		write = func() { t.entryWritten(from.Tuple.(*ssa.Lookup), u, text) }
	}
	is, was := t.Expr(v), t.Expr(held)
	if held == v || is == nil || was == nil || is == was {
		write()
		return
	}
	t.SaveAll()
	t.Choose("used",
		func() { t.Assume(ir.Ne(is, was)) },
		func() {
			t.Assume(ir.Eq(is, was))
			write()
		})
}

// entryWritten is isWritten for the entry of a map.
func (t *translator) entryWritten(at *ssa.Lookup, u use, text string) {
	m := t.mapOf(at.X)
	key, _ := t.keyOf(m, at.Index)
	if m == nil || key == nil {
		return
	}
	t.ifGuarded(m.Entries, []*ir.Expr{m.ref, key}, ir.True, true, func(guards []*ir.Clause) {
		acc := t.used([]ir.Access{{Map: m.Entries, Index: []*ir.Expr{m.ref, key}, Write: u.write, Guards: guards}}, u, text)
		t.Step(&ir.Step{Access: acc, Pre: t.PlainOnly(acc)})
	})
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
			acc := t.used([]ir.Access{{Map: mod.Map, Index: mod.Index, Write: u.write, Guards: guards}}, u, text)
			t.Step(&ir.Step{Access: acc, Pre: t.PlainOnly(acc)})
		})
	}
}
