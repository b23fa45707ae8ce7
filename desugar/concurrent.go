package desugar

import (
	"go/types"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/ir"
)

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

// synchronisation returns the meaning of a function of annotations that speaks of synchronisation objects, or nil.
func synchronisation(name string) func(*specEnv, *annot.Builtin) (*ir.Expr, error) {
	return map[string]func(*specEnv, *annot.Builtin) (*ir.Expr, error){
		"done":   (*specEnv).onceDone,
		"closed": (*specEnv).isClosed,
		"closer": (*specEnv).closer,
	}[name]
}

// isStateless reports whether t is a type of sync of which no state is kept: what matters of it is known otherwise.
func isStateless(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync" && statelessTypes[n.Obj().Name()]
}

var statelessTypes = map[string]bool{"WaitGroup": true}
