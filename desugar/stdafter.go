package desugar

import (
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
)

// afterModels model the functions that have a goroutine of its own run a function later. A function literal is checked by itself;
// what else is run counts as code that is not at hand.
func afterModels() map[string]model {
	models := map[string]model{}
	for _, name := range analysis.AsynchronousCallers {
		models[name] = runsLater
	}
	return models
}

func runsLater(t *translator, inv *emit.Invocation) emit.Value {
	f := inv.Args[1].Fn
	if f == nil || f.Fn.Parent() == nil || analysis.IsWrapper(f.Fn) {
		return t.foreign(inv, inv.Name)
	}
	if first := t.ExprOf(inv.Args[0]); first != nil && analysis.IsInterface(inv.Argv[0].Type()) {
		t.NonNilExpr(first, t.Text(inv.Argv[0]))
	}
	t.Publish(t.published(inv))
	return made(t, inv)
}
