package desugar

import (
	"go/types"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/eval"
	"github.com/calvin-go/calvin/ir"
)

// Documented panics. A function with panics_if may panic in calls at which one of its conditions holds, and in no others. So
// where it may, an execution that comes to a panic makes the deferred calls, as Go does, and ends there; what whoever recovers
// the panic finds then is checked as at a return (package reduce). Callers deny the conditions, or have panics_if themselves
// that covers them.
//
// A panic is not allowed, whatever the contract says, where it would not end the call or would pass through code that is not
// translated: with a deferred call that may recover it, in a deferred call, in a function that the standard library calls back,
// and in a goroutine.

// documentsPanics notes when the function under translation may panic. The conditions are those of the state in which it was
// called, before others have changed it.
func (t *translator) documentsPanics(env *eval.Env, spec *annot.FuncSpec) {
	clauses := t.clauses(env, spec.PanicsIf)
	if len(clauses) == 0 {
		return
	}
	var any []*ir.Expr
	for _, c := range clauses {
		any = append(any, c.Cond)
	}
	may := &ir.Var{Name: t.Unique("panics_if"), Sort: ir.Bool, Kind: ir.ConstVar}
	t.Out.Params = append(t.Out.Params, may)
	t.Out.Given = append(t.Out.Given, ir.Eq(ir.V(may), ir.Or(any...)))
	t.PanicsIf = ir.V(may)
	t.Unwinds = t.unwind
}

// unwind makes the deferred calls of all activations, the innermost first, and ends the function under translation in a panic.
func (t *translator) unwind() {
	at := t.Frame
	span, text := t.Statement(at)
	for f := at; f != nil; f = f.Caller {
		t.Frame = f
		t.runDefers()
	}
	t.Frame = at
	t.Cur.Return = &ir.Return{Span: span, Text: text, Panics: true}
}

// denyPanics asserts at a call that none of the conditions holds under which the callee panics, but for where the function under
// translation may panic itself. A callee that is inlined does so where its body panics. One that is called by its contract may have
// looked at anything by then, and has changed nothing; and as it need not panic, the execution goes on as well.
func (t *translator) denyPanics(name string, spec *annot.FuncSpec, conditions []*ir.Clause, byContract bool) {
	may := t.MayPanic()
	for _, c := range conditions {
		deny := ir.Not(c.Cond)
		if may != nil {
			deny = ir.Or(may, deny)
		}
		check := panicAtCall(name, c)
		check.Documented = spec.For == nil
		t.Emit(t.Assertion(deny, check))
	}
	if byContract && may != nil && len(conditions) > 0 {
		t.EndInPanic(func() {
			t.Assume(may)
			t.Step(&ir.Step{Mover: ir.NonMover, MayStall: true, Relies: true})
		})
	}
}

// panicConditions gives the conditions under which a callee may panic, at a call by the goroutine who.
func (t *translator) panicConditions(spec *annot.FuncSpec, fn *types.Func, args []*ir.Expr, who *ir.Expr) ([]*ir.Clause, error) {
	if len(spec.PanicsIf) == 0 {
		return nil, nil
	}
	conditions, _, err := t.contractFor(&annot.FuncSpec{Requires: spec.PanicsIf, Unsupported: spec.Unsupported, For: spec.For}, fn, args, nil, who)
	return conditions, err
}

func panicAtCall(name string, c *ir.Clause) ir.Check {
	return ir.Check{Kind: ir.PanicAtCall, Subject: name, Clause: c, Needed: "!(" + c.Text + ")"}
}
