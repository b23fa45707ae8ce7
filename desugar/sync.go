package desugar

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
)

// syncCall translates the call if it is one of an operation that has a meaning of its own.
func (t *translator) syncCall(inv *emit.Invocation, fn *ssa.Function) (emit.Value, bool) {
	obj := analysis.Object(fn)
	if obj == nil || obj.Pkg() == nil {
		return emit.Value{}, false
	}
	if analysis.IsTrustedMethod(obj) {
		return t.trustedCall(inv, obj), true
	}
	switch obj.Pkg().Path() {
	case "sync":
		if op := syncOperation(obj.FullName()); op != nil {
			return op(t, inv), true
		}
	case "sync/atomic":
		if op := atomicOp(obj); op != nil {
			return op(t, inv), true
		}
	case annot.ErrGroupPath:
		if op := errGroupOps[obj.FullName()]; op != nil {
			return op(t, inv), true
		}
	default:
		return emit.Value{}, false
	}
	if t.prog.Packages[obj.Pkg().Path()] != nil && !obj.Exported() {
		return emit.Value{}, false // sync itself is under check
	}
	t.Unsupported(inv.Pos, "call of %s", obj.FullName())
	return t.Unknown(inv.Result), true
}

// syncOperation returns the meaning of a function or method of package sync, nil if it has none here.
func syncOperation(name string) syncOp {
	if op := lockOps[name]; op != nil {
		return op
	}
	if op := mapOps()[name]; op != nil {
		return op
	}
	return map[string]syncOp{
		"(*sync.Pool).Get":       getFromPool,
		"(*sync.Pool).Put":       putIntoPool,
		"sync.OnceFunc":          runsOnce,
		"sync.OnceValue":         runsOnce,
		"sync.OnceValues":        runsOnce,
		"(*sync.Once).Do":        doOnce,
		"(*sync.WaitGroup).Add":  addToGroup,
		"(*sync.WaitGroup).Done": doneOfGroup,
		"(*sync.WaitGroup).Wait": waitForGroup,
		"(*sync.WaitGroup).Go":   goOfGroup,
		"sync.NewCond":           newCond,
		"(*sync.Cond).Wait":      waitForCond,
		"(*sync.Cond).Signal":    signal,
		"(*sync.Cond).Broadcast": signal,
	}[name]
}
