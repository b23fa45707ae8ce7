package desugar

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// Subtests. t.Run runs a function in a goroutine of its own and waits until it ends. What the two goroutines do is in
// one order, so it is as if the first did it all: nobody else can tell them apart, and a lock that one of them holds
// excludes the other from nothing but taking it. The end of the goroutine ends the subtest alone. A subtest that calls
// Parallel, or may do so, runs beside what comes after the call: its function is checked by itself, as code that is not
// at hand calls it.

// runSubtest translates a call that runs a subtest, and reports whether it is one.
func (t *translator) runSubtest(inv *emit.Invocation) (emit.Value, bool) {
	lit := analysis.Subtest(inv.Common)
	if lit == nil {
		return emit.Value{}, false
	}
	f := inv.Args[analysis.SubtestArgument]
	if f.Fn == nil || f.Fn.Fn != lit {
		t.Unsupported(inv.Pos, "a subtest of which Calvin does not know the function")
		return t.Unknown(inv.Result), true
	}
	t.Assumption(inv.Pos, "go test runs the subtest, too")
	sub := t.Unknown(lit.Params[0].Type())
	t.Assume(ir.Ne(sub.Expr, ir.Nil))
	t.callFunction(&emit.Invocation{
		Pos: inv.Pos, Common: inv.Common, Callee: f, Args: []emit.Value{sub}, Argv: []ssa.Value{nil}, Result: types.NewTuple(), Subtest: true,
	}, lit)
	rest := *inv
	rest.Args = slices.Clone(inv.Args)
	rest.Args[analysis.SubtestArgument] = t.Unknown(inv.Argv[analysis.SubtestArgument].Type()) // it has been called
	return t.foreign(&rest, inv.Name), true
}

// subtest is the innermost activation of a subtest that is under way here; nil if there is none.
func (t *translator) subtest() *emit.Frame {
	f := t.Frame
	for f != nil && !f.Subtest {
		f = f.Caller
	}
	return f
}

// aside translates what some executions do which do not come back. What is found out there of pointers does not hold of the others.
func (t *translator) aside(do func()) {
	checked := map[*emit.Frame]map[*ir.Var]bool{}
	for f := t.Frame; f != nil; f = f.Caller {
		checked[f] = f.NonNil
		f.NonNil = maps.Clone(f.NonNil)
	}
	do()
	for f, nonNil := range checked {
		f.NonNil = nonNil
	}
}
