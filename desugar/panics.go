package desugar

import (
	"go/types"
	"maps"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
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
	may := &ir.Var{Name: t.unique("panics_if"), Sort: ir.Bool, Kind: ir.ConstVar}
	t.out.Params = append(t.out.Params, may)
	t.out.Given = append(t.out.Given, ir.Eq(ir.V(may), ir.Or(any...)))
	t.panicsIf = ir.V(may)
	t.unwinds = t.unwind
}

// mayPanic is the condition that the function under translation may panic here, nil if it never may.
func (t *translator) mayPanic() *ir.Expr {
	if t.panicsIf == nil || t.within > 0 {
		return nil
	}
	for f := t.frame; f != nil; f = f.caller {
		for _, d := range f.defers {
			if d.loop != nil || mayRecover(&d.site.Call) {
				return nil
			}
		}
	}
	return t.panicsIf
}

// mayRecover reports whether a deferred call may end a panic: it calls recover, or is not known not to.
func mayRecover(call *ssa.CallCommon) bool {
	if b, ok := call.Value.(*ssa.Builtin); ok {
		return b.Name() == "recover"
	}
	fn := call.StaticCallee()
	switch {
	case fn == nil || analysis.IsWrapper(fn):
		return true
	case fn.Blocks == nil:
		obj := analysis.Object(fn)
		return obj == nil || obj.Pkg() == nil || !strings.HasPrefix(obj.Pkg().Path(), "sync")
	}
	for _, inside := range analysis.AllCalls(fn) {
		if b, ok := inside.Value.(*ssa.Builtin); ok && b.Name() == "recover" {
			return true
		}
	}
	return false
}

// panicUnless ends the executions in which the condition does not hold and the function may panic. What follows is about the
// others alone.
func (t *translator) panicUnless(cond *ir.Expr) {
	may := t.mayPanic()
	if may == nil || readsHeap(cond) {
		return
	}
	cond = t.stable(cond)
	t.endInPanic(func() { t.assume(may, ir.Not(cond)) })
	t.assume(ir.Or(ir.Not(may), cond))
}

// endInPanic has executions go another way, on which something happens first, and which ends in a panic.
func (t *translator) endInPanic(first func()) {
	t.saveAll()
	ways := t.fork("panic", 2)
	checked := t.frame.nonNil
	t.frame.nonNil = maps.Clone(checked)
	t.cur = ways[0]
	first()
	t.unwinds()
	t.cur, t.frame.nonNil = ways[1], checked
}

// unwind makes the deferred calls of all activations, the innermost first, and ends the function under translation in a panic.
func (t *translator) unwind() {
	at := t.frame
	span, text := t.statement(at)
	for f := at; f != nil; f = f.caller {
		t.frame = f
		t.runDefers()
	}
	t.frame = at
	t.cur.Return = &ir.Return{Span: span, Text: text, Panics: true}
}

// denyPanics asserts at a call that none of the conditions holds under which the callee panics, but for where the function under
// translation may panic itself. A callee that is inlined does so where its body panics. One that is called by its contract may have
// looked at anything by then, and has changed nothing; and as it need not panic, the execution goes on as well.
func (t *translator) denyPanics(name string, conditions []*ir.Clause, byContract bool) {
	may := t.mayPanic()
	for _, c := range conditions {
		deny := ir.Not(c.Cond)
		if may != nil {
			deny = ir.Or(may, deny)
		}
		t.emit(t.assertion(deny, panicAtCall(name, c)))
	}
	if byContract && may != nil && len(conditions) > 0 {
		t.endInPanic(func() {
			t.assume(may)
			t.step(&ir.Step{Mover: ir.NonMover, MayStall: true, Relies: true})
		})
	}
}

// panicConditions gives the conditions under which a callee may panic, at a call by the goroutine who.
func (t *translator) panicConditions(spec *annot.FuncSpec, fn *types.Func, args []*ir.Expr, who *ir.Expr) ([]*ir.Clause, error) {
	if len(spec.PanicsIf) == 0 {
		return nil, nil
	}
	conditions, _, err := t.contractFor(&annot.FuncSpec{Requires: spec.PanicsIf, Unsupported: spec.Unsupported}, fn, args, nil, who)
	return conditions, err
}

func panicAtCall(name string, c *ir.Clause) ir.Check {
	return ir.Check{Kind: ir.PanicAtCall, Subject: name, Clause: c, Needed: "!(" + c.Text + ")"}
}
