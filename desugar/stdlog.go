package desugar

import (
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// logModels are the functions of package log that print through the standard logger.
var logModels = merged(
	pureModels("log.SetFlags", "log.SetPrefix"),
	map[string]model{
		"log.Fatal": exits, "log.Fatalf": exits, "log.Fatalln": exits,
		"log.Panic": logPanics, "log.Panicf": logPanics, "log.Panicln": logPanics,
		"(*log.Logger).Fatal": loggerExits, "(*log.Logger).Fatalf": loggerExits, "(*log.Logger).Fatalln": loggerExits,
		"(*log.Logger).Panic": loggerPanics, "(*log.Logger).Panicf": loggerPanics, "(*log.Logger).Panicln": loggerPanics,
	},
)

// loggerExits translates a call that prints by a Logger, which has a writer of somebody else's, and ends the program.
func loggerExits(t *translator, inv *emit.Invocation) emit.Value {
	v := t.foreign(inv, inv.Name)
	t.Emit(&ir.Assume{Cond: ir.False, Ends: true})
	return v
}

// loggerPanics translates a call that prints by a Logger and panics.
func loggerPanics(t *translator, inv *emit.Invocation) emit.Value {
	t.foreign(inv, inv.Name)
	return logPanics(t, inv)
}

// logPanics translates a call that prints and panics.
func logPanics(t *translator, inv *emit.Invocation) emit.Value {
	t.Check(ir.False, ir.Check{Kind: ir.ExplicitPanic, Subject: inv.Name})
	t.Assume(ir.False)
	return t.Unknown(inv.Result)
}
