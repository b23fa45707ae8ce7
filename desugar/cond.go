package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// A sync.Cond is an object that has a lock. Wait releases the lock and acquires it again, and other goroutines run in
// between; what wakes it up is not modelled, so it may return at any time, and Signal and Broadcast do nothing. That a
// variable with condition_of holds a Cond of that very lock is checked where one is assigned.

// newCond translates sync.NewCond(&mu), or NewCond of a sync.Locker.
func newCond(t *translator, inv *emit.Invocation) emit.Value {
	var lock *ir.Expr
	known := ir.True // which lock it is
	if mi, ok := inv.Argv[0].(*ssa.MakeInterface); ok && isMutexPointer(mi.X.Type()) {
		lock = t.Expr(mi.X)
	} else if lock, known = t.lockOfLocker(inv); lock == nil {
		t.Unsupported(inv.Pos, "sync.NewCond with another argument than the address of a sync.Mutex, or a sync.Locker that holds one")
		return t.Unknown(inv.Result)
	}
	if lock == nil {
		t.Lost()
		return t.Unknown(inv.Result)
	}
	m := t.Mem
	lock = t.Stable(lock)
	r := m.NewRef("cond")
	facts := append(m.Interiors(ir.V(r), m.Deref(ir.V(r), analysis.Deref(inv.Result))), ir.Implies(known, ir.Eq(ir.Select(ir.V(m.CondLock()), ir.V(r)), lock)))
	step := m.Create(r, facts)
	if m.Status != nil { // whoever has the Cond can reach the lock
		object := ir.Apply(m.Base, lock)
		mark := ir.Or(m.Mine(lock), ir.Select(ir.V(m.Stored), object))
		step.Do = append(step.Do, heap.PutAt(m.Stored, []*ir.Expr{object}, mark))
	}
	t.Step(step)
	t.Frame.NonNil[r] = true
	return emit.Value{Expr: ir.V(r)}
}

// lockOfLocker returns the address of the lock behind the Locker that NewCond is passed, and the condition that it is
// one. The address is nil if there may be one with another state than a Mutex has. Of the lock of a Cond that is made
// with nil, or with a lock of other code, nothing is known.
func (t *translator) lockOfLocker(inv *emit.Invocation) (lock, known *ir.Expr) {
	if !annot.IsLocker(inv.Argv[0].Type()) || t.prog.OtherLockers || t.prog.ReadLockers {
		return nil, nil
	}
	x := t.Expr(inv.Argv[0])
	if x == nil {
		return nil, nil
	}
	behind, err := t.Mem.Behind(t.Stable(x))
	if err != nil || len(behind) != 1 {
		return nil, nil
	}
	return behind[0].Ref, behind[0].Is
}

func isMutexPointer(t types.Type) bool {
	ptr, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(ptr.Elem()).(*types.Named)
	return ok && analysis.IsSyncValue(n) && n.Obj().Pkg().Path() == "sync" && n.Obj().Name() == "Mutex"
}

// cond returns the Cond that an operation is about, after checking that it is not nil.
func (t *translator) cond(inv *emit.Invocation) (*ir.Expr, bool) {
	x := inv.Args[0]
	if x.Expr == nil {
		t.Unsupported(inv.Pos, "a sync.Cond that is not a separate object; use sync.NewCond")
		return nil, false
	}
	t.NonNilExpr(x.Expr, t.receiverText(inv))
	return t.Stable(x.Expr), true
}

// waitForCond translates Wait.
func waitForCond(t *translator, inv *emit.Invocation) emit.Value {
	c, ok := t.cond(inv)
	if !ok {
		return emit.Value{}
	}
	vars, err := t.Mem.Lock(t.Mem.Deref(t.Save(ir.Select(ir.V(t.Mem.CondLock()), c)), t.prog.MutexType()))
	if err != nil {
		t.Unsupported(inv.Pos, "%v", err)
		return emit.Value{}
	}
	l := lock{LockVars: vars, text: "the lock of " + t.receiverText(inv), tid: ir.V(t.Out.Tid)}
	if v := t.HeldIn(inv.Argv[0]); v != nil && !t.prog.IsCondition(v) {
		l.text += ", which no condition_of names,"
	}
	t.unlock(l)
	t.Step(&ir.Step{When: l.isFree(), Do: []ir.Stmt{l.setHolder(l.tid)}, Access: l.touch(l.Holder), Mover: ir.RightMover, MayStall: true})
	return emit.Value{}
}

// signal translates Signal and Broadcast, also of a Cond in a struct or a variable, where which lock it has does not matter.
func signal(t *translator, inv *emit.Invocation) emit.Value {
	if at := inv.Args[0].At; at == nil || at.IsLocal() {
		t.cond(inv)
	}
	return emit.Value{}
}
