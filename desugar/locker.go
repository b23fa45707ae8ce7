package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/ir"
)

// A sync.Locker is a lock by its interface: its state is that of what is behind it. That is a *sync.Mutex or a *sync.RWMutex,
// which is believed and listed where it cannot be told; in a program that puts other types with the methods of a Locker into
// interfaces it may be one of those, and the call has no translation.

// lockerOps are the operations of a lock behind a sync.Locker.
var lockerOps = map[string]func(*translator, lock){
	"(sync.Locker).Lock":   (*translator).acquireLock,
	"(sync.Locker).Unlock": (*translator).unlock,
}

// callLocker translates Lock and Unlock of the Locker x.
func (t *translator) callLocker(inv *invocation, x *ir.Expr, op func(*translator, lock)) value {
	iface := inv.common.Value.Type()
	if !t.prog.IsLocker(iface) || t.prog.OtherLockers {
		t.unsupported(inv.pos, "call of method %s of interface %s, behind which there may be more than a sync.Mutex or sync.RWMutex",
			inv.common.Method.Name(), t.mem.ShortType(iface))
		return value{}
	}
	x = t.stable(x)
	text := t.text(inv.common.Value)
	behind, err := t.mem.Behind(x)
	if err != nil {
		t.unsupported(inv.pos, "%v", err)
		return value{}
	}
	var any []*ir.Expr
	for _, b := range behind {
		any = append(any, b.Is)
	}
	is := ir.Or(any...)
	if is.Op != ir.OpTrue {
		t.assumption(inv.pos, "%s is a pointer to a sync.Mutex or a sync.RWMutex", text)
		t.assume(is)
	}
	var ways []func()
	for _, b := range behind {
		if b.Is.Op == ir.OpFalse {
			continue
		}
		ways = append(ways, func() {
			t.assume(b.Is, ir.Ne(b.Ref, ir.Nil)) // checked where it becomes a Locker
			vars, err := t.mem.Lock(t.mem.Deref(b.Ref, b.Type))
			if err != nil {
				t.unsupported(inv.pos, "%v", err)
				return
			}
			op(t, lock{LockVars: vars, text: text, tid: ir.V(t.out.Tid)})
		})
	}
	t.choose("locker", ways...)
	return value{}
}

// becomesLocker checks, where a value of another interface becomes a Locker, that it holds no nil pointer to a lock. A pointer is checked
// where it is put into a Locker (makeInterface).
func (t *translator) becomesLocker(v ssa.Value, x *ir.Expr, from, to types.Type) {
	if !t.prog.IsLocker(to) || t.prog.IsLocker(from) {
		return
	}
	behind, err := t.mem.Behind(x)
	if err != nil {
		t.unsupported(t.frame.pos(), "%v", err)
		return
	}
	text := t.text(v)
	for _, b := range behind {
		t.check(ir.Implies(b.Is, ir.Ne(b.Ref, ir.Nil)), ir.Check{
			Kind: ir.NilDereference, Subject: "the *" + t.mem.ShortType(b.Type) + " in " + text, Needed: text + " not to hold a nil pointer",
		})
	}
}
