package emit

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/ir"
)

// insideCond notes the uses of the field L of a Cond that have no translation: those that do not read it.
func (t *Builder) insideCond(l *ssa.FieldAddr) {
	for _, use := range *l.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
		case *ssa.Store:
			t.Unsupported(use.Pos(), "the lock of a sync.Cond that is assigned: make the Cond with sync.NewCond")
		default:
			t.Unsupported(t.Frame.Pos(), "the address of the lock of a sync.Cond")
		}
	}
}

// lockOfCond translates a read of the field L of a Cond: the lock that it was made with. Nothing else makes one here; that another
// package's is one of a Mutex is believed.
func (t *Builder) lockOfCond(v *ssa.UnOp, l *ssa.FieldAddr) {
	c := t.Value(l.X).Expr
	k, err := t.Mem.Dynamic.Functions(types.NewPointer(t.prog.MutexType()))
	if c == nil || err != nil {
		t.Unsupported(t.Frame.Pos(), "a sync.Cond that is not a separate object; use sync.NewCond")
		t.Forget(v)
		return
	}
	if len(t.prog.SpinLocks) > 0 { // it may be one of those
		t.Unsupported(t.Frame.Pos(), "the lock of a sync.Cond, which may be of a type of the program's own")
		t.Forget(v)
		return
	}
	if variable := t.HeldIn(l.X); variable == nil || !t.prog.IsCondition(variable) {
		t.Assumption(t.Frame.Pos(), "%s is a pointer to a sync.Mutex", t.Text(v))
	}
	lock := t.Save(ir.Select(ir.V(t.Mem.CondLock()), t.Stable(c)))
	t.Assume(ir.Ne(lock, ir.Nil))
	t.Define(v, Value{Expr: ir.Apply(k.Wrap, lock)})
}

// HeldIn returns the field or package variable that a Cond is read from, nil if it is neither.
func (t *Builder) HeldIn(c ssa.Value) *types.Var {
	if load, ok := c.(*ssa.UnOp); ok {
		if p, ok := t.Place(load.X); ok {
			return p.Variable
		}
	}
	return nil
}
