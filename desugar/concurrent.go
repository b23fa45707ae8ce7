package desugar

import (
	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/ir"
)

// syncOperation returns the meaning of a function or method of package sync, nil if it has none here.
func syncOperation(name string) syncOp {
	if op := lockOps[name]; op != nil {
		return op
	}
	return map[string]syncOp{
		"(*sync.Once).Do": doOnce,
	}[name]
}

// synchronisation returns the meaning of a function of annotations that speaks of synchronisation objects, or nil.
func synchronisation(name string) func(*specEnv, *annot.Builtin) (*ir.Expr, error) {
	return map[string]func(*specEnv, *annot.Builtin) (*ir.Expr, error){
		"done": (*specEnv).onceDone,
	}[name]
}
