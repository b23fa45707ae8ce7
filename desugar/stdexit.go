package desugar

import (
	"github.com/calvin-go/calvin/desugar/analysis"
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

// refused are functions that do what no other code does which is not at hand, and why their callers are unknown.
// The functions that end a goroutine run what is deferred in all callers, and do not come back: what is held then, or half done,
// nobody has checked.
var refused = func() map[string]string {
	table := map[string]string{}
	for _, name := range []string{"FailNow", "Fatal", "Fatalf", "Skip", "SkipNow", "Skipf"} {
		table["(*testing.common)."+name], table["(testing.TB)."+name] = endsGoroutine, endsGoroutine
	}
	table["runtime.Goexit"] = endsGoroutine
	return table
}()

const endsGoroutine = "which ends the goroutine with what it holds"

// refuses notes that a call is unknown, if it is of one of these.
func (t *translator) refuses(inv *emit.Invocation, name string) bool {
	why := refused[name]
	if why == "" {
		return false
	}
	pos := inv.Pos
	for f := t.Frame; analysis.IsWrapper(f.Fn) && f.Caller != nil; f = f.Caller { // of a method value of another package, which stands there
		pos = f.Caller.Pos()
	}
	t.Unsupported(pos, "call of %s, %s", name, why)
	return true
}

// exits translates a call that ends the program.
func exits(t *translator, inv *emit.Invocation) emit.Value {
	v := t.pure(inv)
	t.Emit(&ir.Assume{Cond: ir.False, Ends: true})
	return v
}
