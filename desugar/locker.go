package desugar

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/emit"
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
func (t *translator) callLocker(inv *emit.Invocation, x *ir.Expr, op func(*translator, lock)) emit.Value {
	iface := inv.Common.Value.Type()
	if !t.prog.IsLocker(iface) || t.prog.OtherLockers {
		t.Unsupported(inv.Pos, "call of method %s of interface %s, which may hold something other than a sync.Mutex or sync.RWMutex",
			inv.Common.Method.Name(), t.Mem.ShortType(iface))
		return emit.Value{}
	}
	x = t.Stable(x)
	text := t.Text(inv.Common.Value)
	behind, err := t.Mem.Behind(x)
	if err != nil {
		t.Unsupported(inv.Pos, "%v", err)
		return emit.Value{}
	}
	var any []*ir.Expr
	for _, b := range behind {
		any = append(any, b.Is)
	}
	is := ir.Or(any...)
	if is.Op != ir.OpTrue {
		t.Assumption(inv.Pos, "%s is a pointer to %s", text, t.lockersText())
		t.Assume(is)
	}
	var ways []func()
	for _, b := range behind {
		if b.Is.Op == ir.OpFalse {
			continue
		}
		ways = append(ways, func() {
			t.Assume(b.Is, ir.Ne(b.Ref, ir.Nil)) // checked where it becomes a Locker
			vars, err := t.Mem.Lock(t.Mem.Deref(b.Ref, b.Type))
			if err != nil {
				t.Unsupported(inv.Pos, "%v", err)
				return
			}
			op(t, lock{LockVars: vars, text: text, tid: ir.V(t.Out.Tid)})
		})
	}
	t.Choose("locker", ways...)
	return emit.Value{}
}

// lockersText names the locks that may be behind a Locker.
func (t *translator) lockersText() string {
	names := []string{"a sync.Mutex", "a sync.RWMutex"}
	for _, name := range t.prog.SpinLocks {
		names = append(names, "a "+t.Mem.ShortType(name.Type()))
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// becomesLocker checks, where a value of another interface becomes a Locker, that it holds no nil pointer to a lock. A pointer is checked
// where it is put into a Locker (makeInterface).
func (t *translator) becomesLocker(v ssa.Value, x *ir.Expr, from, to types.Type) {
	if !t.prog.IsLocker(to) || t.prog.IsLocker(from) {
		return
	}
	behind, err := t.Mem.Behind(x)
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "%v", err)
		return
	}
	text := t.Text(v)
	for _, b := range behind {
		t.Check(ir.Implies(b.Is, ir.Ne(b.Ref, ir.Nil)), ir.Check{
			Kind: ir.NilDereference, Subject: "the *" + t.Mem.ShortType(b.Type) + " in " + text, Needed: text + " not to hold a nil pointer",
		})
	}
}
