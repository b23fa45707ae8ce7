package desugar

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
)

// Range over a function. go/ssa makes a function of the loop's body, which it passes to the iterator, and a variable that says
// whether that function may be called: not after it has returned false, nor after the iterator has returned, nor while it runs.
// So all that is left to do here is to put the iterator in place of its call, and the body in place of each call in it. What Go
// checks when the program runs is an obligation here, as other panics are.
//
// The body shares the function's own variables, so it must not get anywhere else: whoever gets it may do nothing with it but
// call it, here and now. Where that is not so, or the iterator is not known, the function is unknown.

// passesBody returns the argument of a call that is the body of a range over a function, -1 if there is none.
func passesBody(inv *emit.Invocation) int {
	for i, a := range inv.Args {
		if a.Fn != nil && analysis.IsLoopBody(a.Fn.Fn) {
			return i
		}
	}
	return -1
}

// iterate translates a call that passes on the body of a range over a function, as argument i.
func (t *translator) iterate(inv *emit.Invocation, i int) emit.Value {
	if s := inv.Callee.Seq; s != nil {
		return t.iterateOver(inv, s, inv.Args[i])
	}
	c, what := inv.Callee.Fn, "the function"
	if _, ok := inv.Common.Value.(*ssa.MakeClosure); !ok {
		what = t.Text(inv.Common.Value)
	}
	if inv.Common.IsInvoke() || c == nil || c.Fn.Blocks == nil {
		t.Unsupported(inv.Pos, "range over %s, whose code is not available", what)
		return t.Unknown(inv.Result)
	}
	spec := t.prog.ContractAt(c.Fn)
	w := &analysis.UseWalk{Prog: t.prog.Facts, U: &analysis.Usage{}, Seen: map[ssa.Value]bool{}}
	switch {
	case analysis.Replaced(c.Fn, spec):
		t.Unsupported(inv.Pos, "range over %s, a function with a contract", what)
		return t.Unknown(inv.Result)
	case i >= len(c.Fn.Params) || !w.OnlyCalled(c.Fn.Params[i]):
		t.Unsupported(inv.Pos, "range over %s, which does more with the loop's body than call it", what)
		return t.Unknown(inv.Result)
	}
	t.publishInterfaces(inv, nil)
	if spec != nil && !t.require(inv, c.Fn, spec) {
		return t.Unknown(inv.Result)
	}
	return t.inline(inv, c.Fn)
}
