package desugar

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/ir"
)

// A lockOp is an operation on a lock, by the name that it has in package sync.
type lockOp string

const (
	opLock      lockOp = "Lock"
	opUnlock    lockOp = "Unlock"
	opTryLock   lockOp = "TryLock"
	opRLock     lockOp = "RLock"
	opRUnlock   lockOp = "RUnlock"
	opTryRLock  lockOp = "TryRLock"
	opDowngrade lockOp = "DowngradeLock"
)

// believedMethods are the operations on an annot.BelievedLock, by the names of its methods. What they take besides, an order
// among locks of one class, is for gVisor's own checks at run time.
var believedMethods = map[string]lockOp{
	"Lock":          opLock,
	"NestedLock":    opLock,
	"Unlock":        opUnlock,
	"NestedUnlock":  opUnlock,
	"TryLock":       opTryLock,
	"RLock":         opRLock,
	"NestedRLock":   opRLock,
	"RLockBypass":   opRLock,
	"RUnlock":       opRUnlock,
	"NestedRUnlock": opRUnlock,
	"RUnlockBypass": opRUnlock,
	"TryRLock":      opTryRLock,
	"DowngradeLock": opDowngrade,
}

// lockSteps translate the operations on a lock.
var lockSteps = map[lockOp]syncOp{
	opLock:      acquire,
	opUnlock:    release,
	opTryLock:   tryAcquire,
	opRLock:     acquireRead,
	opRUnlock:   releaseRead,
	opTryRLock:  tryAcquireRead,
	opDowngrade: downgrade,
}

// acquiring lists the methods of locks, sync's and those believed, that wait for the lock and take it.
var acquiring = []string{"Lock", "RLock", "NestedLock", "NestedRLock", "RLockBypass"}

// mayTake reports whether the goroutine must not hold the lock already when it calls the method: those above, and TryRLock.
func mayTake(method string) bool { return method == "TryRLock" || slices.Contains(acquiring, method) }

// isBelieved reports whether t is believed to be a lock or an atomic variable.
func isBelieved(t types.Type) bool { return annot.BelievedLock(t) || annot.BelievedAtomic(t) }

// believedMethod reports whether fn is a method of a type that is believed to be a lock or an atomic variable.
func believedMethod(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && isBelieved(deref(recv.Type()))
}

// lockMethod reports whether fn is a method of a lock, one of sync's or believed.
func lockMethod(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil {
		return false
	}
	kind := annot.LockOf(deref(recv.Type()))
	return kind == annot.Mutex || kind == annot.RWMutex
}

// believedOp returns what a method of a type means that is believed to be a lock or an atomic variable, nil if that is not
// known, and what the type is taken for.
func believedOp(obj *types.Func) (op syncOp, kind string) {
	if annot.BelievedAtomic(deref(obj.Signature().Recv().Type())) {
		return atomicOp(obj), "an atomic variable"
	}
	return lockSteps[believedMethods[obj.Name()]], "a lock"
}

// believedCall translates a call of such a method.
func (t *translator) believedCall(inv *invocation, obj *types.Func) value {
	typ := deref(obj.Signature().Recv().Type())
	recv := types.TypeString(typ, nil)
	op, kind := believedOp(obj)
	if op == nil {
		t.unsupported(inv.pos, "call of %s of %s, which is taken for %s", obj.Name(), recv, kind)
		return t.unknown(inv.result)
	}
	t.assumption(types.Unalias(typ).(*types.Named).Obj().Pos(), "%s is %s, as the names of its methods say", recv, kind)
	return op(t, inv)
}

// insideBelieved notes that what is inside a lock or atomic variable is not known, if typ is believed to be one.
func (t *translator) insideBelieved(typ types.Type) bool {
	if !isBelieved(typ) {
		return false
	}
	t.unsupported(t.frame.pos(), "the inside of %s, which is taken for a lock or atomic variable", types.TypeString(typ, nil))
	return true
}

// notBelieved makes a method unknown that others take at its name, unless its annotation says that it is believed.
func (t *translator) notBelieved(fn *ssa.Function) {
	obj := object(fn)
	if obj == nil || !believedMethod(obj) || t.out.Trusted {
		return
	}
	if op, kind := believedOp(obj); op != nil {
		t.unsupported(fn.Pos(), "the method %s of a type that is taken for %s; +checklocksignore says that it is believed", obj.Name(), kind)
	}
}

// downgrade translates the step from holding an RWMutex for writing to holding it for reading, with nobody in between.
func downgrade(t *translator, inv *invocation) value {
	l, ok := t.lock(inv)
	if !ok {
		return value{}
	}
	if l.readers == nil {
		t.unsupported(inv.pos, "a downgrade of a lock without readers")
		return value{}
	}
	held := t.assertion(l.holds(l.tid), ir.Check{Kind: ir.NotHeld, Subject: l.text, Needed: l.text + " held"})
	t.step(&ir.Step{
		Pre:    []*ir.Assert{held},
		Do:     []ir.Stmt{l.setHolder(ir.Free), l.setReader(ir.True)},
		Access: slices.Concat(l.touch(l.holder), l.touch(l.readers)),
		Mover:  ir.LeftMover,
	})
	return value{}
}

// isLockFunction reports whether fn, which is passed on as a value, is a method of a lock.
func isLockFunction(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	return ok && lockMethod(obj) && (lockMethods[obj.Name()] || believedMethods[obj.Name()] != "")
}
