package desugar

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

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
	if why == endsGoroutine && t.mayEndHere() {
		t.endGoroutine(inv, name)
		return true
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

// mayEndHere reports whether the goroutine may end where the function under translation calls one that ends it: what is deferred runs then in all callers. A
// caller that has the body in place of the call is checked for that. So nobody may call the function by a step of its own, by a contract, or without its
// name, and no deferred call and no function of others may stand between.
func (t *translator) mayEndHere() bool {
	fn := t.root
	if t.Within > 0 || t.contract != nil || t.refines != nil || t.prog.Outlined[fn] || t.prog.Spawned[fn] || fn.Parent() != nil && t.prog.Loose[fn] {
		return false
	}
	if obj, ok := fn.Object().(*types.Func); ok && t.prog.Unnamed[obj.Origin()] {
		return false
	}
	for f := t.Frame; f != nil; f = f.Caller {
		if f.Caller != nil && !t.callsItself(f) || slices.ContainsFunc(f.Defers, func(d *emit.Deferred) bool {
			return d.Loop != nil || d.Inv != nil && d.Flag == nil && !emit.Dominates(f, d.Site, f.At)
		}) {
			return false
		}
	}
	return true
}

// callsItself reports whether the caller of an activation has called the function, and not a function of others that calls it in turn, as Do of a Once does.
func (t *translator) callsItself(f *emit.Frame) bool {
	call, ok := f.Caller.At.(*ssa.Call)
	if !ok {
		return false
	}
	callee := call.Call.StaticCallee()
	return callee == nil || analysis.IsWrapper(callee) || !t.IsForeign(callee)
}

// endGoroutine translates a call that makes all deferred calls of the goroutine and ends it.
func (t *translator) endGoroutine(inv *emit.Invocation, name string) {
	if fn := t.Out; fn.Exported || t.prog.CalledByOthers(t.root) {
		t.Assumption(inv.Pos, "what is deferred in functions elsewhere may run when %s ends the goroutine", name)
	}
	t.foreign(inv, name)
	t.SaveAll()
	ways := t.Fork("ends", 2)
	t.Cur = ways[0]
	t.unwind()
	t.Cur = ways[1]
	t.Emit(&ir.Assume{Cond: ir.False, Ends: true})
}
