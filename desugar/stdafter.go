package desugar

import "github.com/calvin-go/calvin/desugar/analysis"

// afterModels model the functions that have a goroutine of its own run a function later. A function literal is checked by itself;
// what else is run counts as code that is not at hand.
func afterModels() map[string]model {
	models := map[string]model{}
	for _, name := range analysis.RunLater {
		models[name] = runsLater
	}
	return models
}

func runsLater(t *translator, inv *invocation) value {
	f := inv.args[1].fn
	if f == nil || f.fn.Parent() == nil || analysis.IsWrapper(f.fn) {
		return t.foreign(inv, inv.name)
	}
	if first := t.exprOf(inv.args[0]); first != nil && analysis.IsInterface(inv.argv[0].Type()) {
		t.nonNilExpr(first, t.text(inv.argv[0]))
	}
	t.publish(t.published(inv))
	return made(t, inv)
}
