package desugar

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
)

// Range over a function. go/ssa makes a function of the loop's body, which it passes to the iterator, and a variable that says
// whether that function may be called: not after it has returned false, nor after the iterator has returned, nor while it runs.
// So all that is left to do here is to put the iterator in place of its call, and the body in place of each call in it. What Go
// checks when the program runs is an obligation here, as other panics are.
//
// The body shares the function's own variables, so it must not get anywhere else: whoever gets it may do nothing with it but
// call it, here and now. Where that is not so, or the iterator is not known, the function is unknown.

// passesBody returns the argument of a call that is the body of a range over a function, -1 if there is none.
func passesBody(inv *invocation) int {
	for i, a := range inv.args {
		if a.fn != nil && analysis.IsLoopBody(a.fn.fn) {
			return i
		}
	}
	return -1
}

// iterate translates a call that passes on the body of a range over a function, as argument i.
func (t *translator) iterate(inv *invocation, i int) value {
	if s := inv.callee.seq; s != nil {
		return t.iterateOver(inv, s, inv.args[i])
	}
	c, what := inv.callee.fn, "the function"
	if _, ok := inv.common.Value.(*ssa.MakeClosure); !ok {
		what = t.text(inv.common.Value)
	}
	if inv.common.IsInvoke() || c == nil || c.fn.Blocks == nil {
		t.unsupported(inv.pos, "range over %s, of which the code is not at hand", what)
		return t.unknown(inv.result)
	}
	spec := t.prog.ContractAt(c.fn)
	w := &analysis.UseWalk{Prog: t.prog.Facts, U: &analysis.Usage{}, Seen: map[ssa.Value]bool{}}
	switch {
	case analysis.Replaced(c.fn, spec):
		t.unsupported(inv.pos, "range over %s, a function with a contract", what)
		return t.unknown(inv.result)
	case i >= len(c.fn.Params) || !w.OnlyCalled(c.fn.Params[i]):
		t.unsupported(inv.pos, "range over %s, which does more with the loop's body than call it", what)
		return t.unknown(inv.result)
	}
	t.publishInterfaces(inv)
	if spec != nil && !t.require(inv, c.fn, spec) {
		return t.unknown(inv.result)
	}
	return t.inline(inv, c.fn)
}
