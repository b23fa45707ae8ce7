package desugar

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// lockSteps translate the operations on a lock.
var lockSteps = map[analysis.LockOp]syncOp{
	analysis.OpLock:      acquire,
	analysis.OpUnlock:    release,
	analysis.OpTryLock:   tryAcquire,
	analysis.OpRLock:     acquireRead,
	analysis.OpRUnlock:   releaseRead,
	analysis.OpTryRLock:  tryAcquireRead,
	analysis.OpDowngrade: downgrade,
}

// mayTake reports whether the goroutine must not hold the lock already when it calls the method: those above, and TryRLock.
func mayTake(method string) bool {
	return method == "TryRLock" || slices.Contains(analysis.Acquiring, method)
}

// trustedOp returns what a method of a type means that is believed to be a lock or an atomic variable, nil if that is not
// known, and what the type is taken for.
func trustedOp(obj *types.Func) (op syncOp, kind string) {
	if annot.IsTrustedAtomic(analysis.Deref(obj.Signature().Recv().Type())) {
		return atomicOp(obj), "an atomic variable"
	}
	return lockSteps[analysis.TrustedMethods[obj.Name()]], "a lock"
}

// trustedCall translates a call of such a method.
func (t *translator) trustedCall(inv *emit.Invocation, obj *types.Func) emit.Value {
	typ := analysis.Deref(obj.Signature().Recv().Type())
	recv := types.TypeString(typ, nil)
	op, kind := trustedOp(obj)
	if op == nil {
		t.Unsupported(inv.Pos, "call of %s of %s, which counts as %s", obj.Name(), recv, kind)
		return t.Unknown(inv.Result)
	}
	t.Assumption(types.Unalias(typ).(*types.Named).Obj().Pos(), "%s is %s, as the names of its methods say", recv, kind)
	return op(t, inv)
}

// notTrusted makes a method unknown that others take at its name, unless its annotation says that it is believed.
func (t *translator) notTrusted(fn *ssa.Function) {
	obj := analysis.Object(fn)
	if obj == nil || !analysis.IsTrustedMethod(obj) || t.Out.Trusted {
		return
	}
	if op, kind := trustedOp(obj); op != nil {
		t.Unsupported(fn.Pos(), "the method %s of a type that counts as %s; +checklocksignore marks it as trusted", obj.Name(), kind)
	}
}

// downgrade translates the step from holding an RWMutex for writing to holding it for reading, with nobody in between.
func downgrade(t *translator, inv *emit.Invocation) emit.Value {
	l, ok := t.lock(inv)
	if !ok {
		return emit.Value{}
	}
	if l.Readers == nil {
		t.Unsupported(inv.Pos, "a downgrade of a lock without readers")
		return emit.Value{}
	}
	held := t.Assertion(l.Holds(l.tid), ir.Check{Kind: ir.NotHeld, Subject: l.text, Needed: l.text + " held"})
	t.Step(&ir.Step{
		Pre:    []*ir.Assert{held},
		Do:     []ir.Stmt{l.setHolder(ir.Free), l.setReader(ir.True)},
		Access: slices.Concat(l.touch(l.Holder), l.touch(l.Readers)),
		Mover:  ir.LeftMover,
	})
	return emit.Value{}
}
