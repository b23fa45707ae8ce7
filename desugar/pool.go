package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/ir"
)

// A sync.Pool is a heap of shared objects. Put publishes what it gets, and Get yields anything that may have been published by
// somebody, or nil. What is in a pool nobody can tell from what Get yields, as the pool may forget it at any time: so Get comes
// as well later than what other goroutines do next, a right mover, and Put as well earlier than what they did last, a left
// mover, and neither counts as a change.

// putIntoPool translates Put.
func putIntoPool(t *translator, inv *invocation) value {
	p, ok := t.container(inv)
	if !ok {
		return value{}
	}
	if t.transfersPool(p) {
		t.giveToPool(inv, p)
		return value{}
	}
	t.step(&ir.Step{
		Access:  t.content(inv, p, false),
		Publish: t.published(inv.withoutReceiver()),
		Mover:   ir.LeftMover,
	})
	return value{}
}

// getFromPool translates Get. Where New may do more than make an object, it is code that is not at hand: it is checked by
// itself, but who calls it may hold locks.
func getFromPool(t *translator, inv *invocation) value {
	p, ok := t.container(inv)
	if !ok {
		return t.unknown(inv.result)
	}
	if t.transfersPool(p) {
		return t.takeFromPool(inv, p)
	}
	out, results := t.outcome(inv.result)
	t.step(&ir.Step{Do: []ir.Stmt{&ir.Havoc{Vars: out}}, Access: t.content(inv, p, false), Mover: ir.RightMover})
	c := t.contentsAt(p)
	if !c.onlyMake() {
		t.foreign(&invocation{pos: inv.pos, common: inv.common, result: types.NewTuple()}, "New of "+t.receiverText(inv))
	}
	var parts []value
	for _, r := range results {
		t.assume(t.typed(r, c.values))
		if c.always && c.sets == 1 && c.onlyMake() && !p.variable.IsField() && !c.values.mixed {
			t.assume(ir.Ne(r, nilInterface))
		}
		parts = append(parts, value{expr: r})
	}
	return tuple(parts, inv.result)
}

// onlyMake reports whether all that New of a pool may be make an object and do nothing else.
func (c *contents) onlyMake() bool {
	if c.untold {
		return false
	}
	for _, fn := range c.makers {
		if !onlyMakes(fn) {
			return false
		}
	}
	return true
}

// onlyMakes reports whether a function has no other instructions than those that make an object of its own and fill it with
// constants and with other such objects.
func onlyMakes(fn *ssa.Function) bool {
	if len(fn.Blocks) != 1 || len(fn.FreeVars)+len(fn.Params) > 0 {
		return false
	}
	for _, instr := range fn.Blocks[0].Instrs {
		switch i := instr.(type) {
		case *ssa.DebugRef, *ssa.Alloc, *ssa.FieldAddr, *ssa.MakeInterface, *ssa.MakeMap, *ssa.MakeSlice, *ssa.Return, *ssa.Slice,
			*ssa.RunDefers: // of which there are none
		case *ssa.Call:
			if !isBuiltin(i, "ssa:deferstack") {
				return false
			}
		case *ssa.UnOp:
			if !isOwn(i.X) {
				return false
			}
		case *ssa.Store:
			if !isOwn(i.Addr) {
				return false
			}
		default:
			return false
		}
		for _, op := range instr.Operands(nil) {
			if _, ok := (*op).(*ssa.Global); ok {
				return false
			}
		}
	}
	return true
}

// isOwn reports whether an address is that of a variable which the function has made, or of a part of one.
func isOwn(addr ssa.Value) bool {
	for {
		switch a := addr.(type) {
		case *ssa.Alloc:
			return true
		case *ssa.FieldAddr:
			addr = a.X
		default:
			return false
		}
	}
}

// A literal of a Pool is put together in a variable of go/ssa's own and copied from there as a whole, as no Pool that is in use
// may be. What New is follows from the text of the program alone (contents.go).

// poolLiteral returns the variable in which a literal of a Pool is put together, if v is that literal, else nil.
func poolLiteral(v ssa.Value) *ssa.Alloc {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	a, ok := load.X.(*ssa.Alloc)
	if !ok || !isPoolLiteral(a) {
		return nil
	}
	return a
}

func isPoolLiteral(v ssa.Value) bool {
	a, ok := v.(*ssa.Alloc)
	if !ok || a.Comment != "complit" || !isSyncType(deref(a.Type()), "sync", "Pool") {
		return false
	}
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.FieldAddr:
			if !onlyStores(*use.Referrers(), func(s *ssa.Store) bool { return s.Addr == use }) {
				return false
			}
		case *ssa.UnOp:
			if !onlyStores(*use.Referrers(), func(s *ssa.Store) bool { return s.Val == use }) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// onlyStores reports whether all instructions are assignments of which something holds.
func onlyStores(uses []ssa.Instruction, of func(*ssa.Store) bool) bool {
	for _, u := range uses {
		if _, ok := u.(*ssa.DebugRef); ok {
			continue
		}
		if s, ok := u.(*ssa.Store); !ok || !of(s) {
			return false
		}
	}
	return true
}

// makesPool translates an instruction that has to do with a literal of a Pool, and reports whether it is one.
func (t *translator) makesPool(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.Alloc:
		return isPoolLiteral(i)
	case *ssa.FieldAddr:
		return isPoolLiteral(i.X)
	case *ssa.UnOp:
		return poolLiteral(i) != nil
	case *ssa.Store:
		if f, ok := i.Addr.(*ssa.FieldAddr); ok && isPoolLiteral(f.X) {
			return true
		}
		if poolLiteral(i.Val) == nil {
			return false
		}
		t.nonNil(i.Addr)
		p, ok := t.place(i.Addr)
		if !ok || p.isLocal() || p.family == nil {
			t.unsupported(t.frame.pos(), "a sync.Pool that cannot be told")
			return true
		}
		acc := t.accesses([]ir.Access{{Map: p.family, Index: p.keys, Write: true}}, i.Addr, nil)
		t.step(&ir.Step{Do: t.changeContent(p, ir.True), Access: acc, Pre: t.plainOnly(acc)})
		return true
	}
	return false
}
