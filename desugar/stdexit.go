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

// refused are functions that do what no other code does which is not at hand, and why their callers are unknown.
var refused = map[string]string{
	// It runs what is deferred in all callers, and does not come back: what is held then, nobody has checked.
	"runtime.Goexit": "which ends the goroutine with what it holds",
}

// exits translates a call that ends the program.
func exits(t *translator, inv *invocation) value {
	v := t.pure(inv)
	t.assume(ir.False)
	return v
}
