package desugar

import (
	"github.com/calvin-go/calvin/ir"
)

// logModels are the functions of package log that print through the standard logger.
var logModels = merged(
	pureModels("log.SetFlags", "log.SetPrefix"),
	map[string]model{
		"log.Fatal": exits, "log.Fatalf": exits, "log.Fatalln": exits,
		"log.Panic": logPanics, "log.Panicf": logPanics, "log.Panicln": logPanics,
	},
)

// logPanics translates a call that prints and panics.
func logPanics(t *translator, inv *invocation) value {
	t.check(ir.False, ir.Check{Kind: ir.ExplicitPanic, Subject: inv.name})
	t.assume(ir.False)
	return t.unknown(inv.result)
}
