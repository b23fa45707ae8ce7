package desugar

import "github.com/calvin-go/calvin/ir"

// exitModels are functions of packages os and runtime that touch no variable of the program, and those that do not
// return.
var exitModels = merged(
	pureModels("runtime.GOMAXPROCS"),
	map[string]model{
		"os.Exit":           exits,
		"runtime.KeepAlive": func(*translator, *invocation) value { return value{} },
	},
)

// exits translates a call that ends the program.
func exits(t *translator, inv *invocation) value {
	v := t.pure(inv)
	t.assume(ir.False)
	return v
}
