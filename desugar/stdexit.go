package desugar

import (
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// exitModels are functions of packages os and runtime that touch no variable of the program, and those that do not
// return.
var exitModels = merged(
	pureModels("runtime.GOMAXPROCS"),
	map[string]model{
		"os.Exit":           exits,
		"runtime.KeepAlive": func(*translator, *emit.Invocation) emit.Value { return emit.Value{} },
	},
)

// exits translates a call that ends the program.
func exits(t *translator, inv *emit.Invocation) emit.Value {
	v := t.pure(inv)
	t.Emit(&ir.Assume{Cond: ir.False, Ends: true})
	return v
}
