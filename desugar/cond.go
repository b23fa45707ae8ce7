package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// A sync.Cond is an object that has a lock. Wait releases the lock and acquires it again, and other goroutines run in
// between; what wakes it up is not modelled, so it may return at any time, and Signal and Broadcast do nothing. That a
// variable with condition_of holds a Cond of that very lock is checked where one is assigned.

// newCond translates sync.NewCond(&mu).
func newCond(t *translator, inv *invocation) value {
	mi, ok := inv.argv[0].(*ssa.MakeInterface)
	if !ok || !isMutexPointer(mi.X.Type()) {
		t.unsupported(inv.pos, "sync.NewCond of anything but the address of a sync.Mutex")
		return t.unknown(inv.result)
	}
	lock := t.expr(mi.X)
	if lock == nil {
		t.lost()
		return t.unknown(inv.result)
	}
	m := t.mem
	lock = t.stable(lock)
	r := m.NewRef("cond")
	facts := append(m.Interiors(ir.V(r), m.Deref(ir.V(r), analysis.Deref(inv.result))), ir.Eq(ir.Select(ir.V(m.CondLock()), ir.V(r)), lock))
	step := m.Create(r, facts)
	if m.Status != nil { // whoever has the Cond can reach the lock
		object := ir.Apply(m.Base, lock)
		mark := ir.Or(m.Mine(lock), ir.Select(ir.V(m.Stored), object))
		step.Do = append(step.Do, heap.PutAt(m.Stored, []*ir.Expr{object}, mark))
	}
	t.step(step)
	t.frame.nonNil[r] = true
	return value{expr: ir.V(r)}
}

func isMutexPointer(t types.Type) bool {
	ptr, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(ptr.Elem()).(*types.Named)
	return ok && analysis.IsSyncValue(n) && n.Obj().Pkg().Path() == "sync" && n.Obj().Name() == "Mutex"
}

// isCond reports whether t is the type sync.Cond.
func isCond(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && analysis.IsSyncValue(n) && n.Obj().Pkg().Path() == "sync" && n.Obj().Name() == "Cond"
}

// insideCond notes the uses of the field L of a Cond that have no translation: those that do not read it.
func (t *translator) insideCond(l *ssa.FieldAddr) {
	for _, use := range *l.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
		case *ssa.Store:
			t.unsupported(use.Pos(), "the lock of a sync.Cond that is assigned: make the Cond with sync.NewCond")
		default:
			t.unsupported(t.frame.pos(), "the address of the lock of a sync.Cond")
		}
	}
}

// lockOfCond translates a read of the field L of a Cond: the lock that it was made with. Nothing else makes one here; that another
// package's is one of a Mutex is believed.
func (t *translator) lockOfCond(v *ssa.UnOp, l *ssa.FieldAddr) {
	c := t.value(l.X).expr
	k, err := t.mem.Dynamic.Functions(types.NewPointer(t.prog.MutexType()))
	if c == nil || err != nil {
		t.unsupported(t.frame.pos(), "a sync.Cond that is no object of its own; use sync.NewCond")
		t.forget(v)
		return
	}
	if variable := t.heldIn(l.X); variable == nil || !t.prog.IsCondition(variable) {
		t.assumption(t.frame.pos(), "%s is a pointer to a sync.Mutex", t.text(v))
	}
	lock := t.save(ir.Select(ir.V(t.mem.CondLock()), t.stable(c)))
	t.assume(ir.Ne(lock, ir.Nil))
	t.define(v, value{expr: ir.Apply(k.Wrap, lock)})
}

// heldIn returns the field or package variable that a Cond is read from, nil if it is neither.
func (t *translator) heldIn(c ssa.Value) *types.Var {
	if load, ok := c.(*ssa.UnOp); ok {
		if p, ok := t.place(load.X); ok {
			return p.Variable
		}
	}
	return nil
}

// cond returns the Cond that an operation is about, after checking that it is not nil.
func (t *translator) cond(inv *invocation) (*ir.Expr, bool) {
	x := inv.args[0]
	if x.expr == nil {
		t.unsupported(inv.pos, "a sync.Cond that is no object of its own; use sync.NewCond")
		return nil, false
	}
	t.nonNilExpr(x.expr, t.receiverText(inv))
	return t.stable(x.expr), true
}

// waitForCond translates Wait.
func waitForCond(t *translator, inv *invocation) value {
	c, ok := t.cond(inv)
	if !ok {
		return value{}
	}
	vars, err := t.mem.Lock(t.mem.Deref(t.save(ir.Select(ir.V(t.mem.CondLock()), c)), t.prog.MutexType()))
	if err != nil {
		t.unsupported(inv.pos, "%v", err)
		return value{}
	}
	l := lock{LockVars: vars, text: "the lock of " + t.receiverText(inv), tid: ir.V(t.out.Tid)}
	if v := t.heldIn(inv.argv[0]); v != nil && !t.prog.IsCondition(v) {
		l.text += ", which no condition_of names,"
	}
	t.unlock(l)
	t.step(&ir.Step{When: l.isFree(), Do: []ir.Stmt{l.setHolder(l.tid)}, Access: l.touch(l.Holder), Mover: ir.RightMover, MayStall: true})
	return value{}
}

func signal(t *translator, inv *invocation) value {
	t.cond(inv)
	return value{}
}
