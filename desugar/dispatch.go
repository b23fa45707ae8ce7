package desugar

import (
	"errors"
	"go/types"
	"slices"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// dispatch translates a call, through the interface value x, of a method with a contract. What is behind the interface has been
// checked to keep to it (refines.go), so nothing is believed. Where the contract does not say what the method does, only what
// it requires, the call is a step of its own like that of an outlined callee (outlined.go).
func (t *translator) dispatch(inv *emit.Invocation, x *ir.Expr, spec *annot.FuncSpec) emit.Value {
	m := inv.Common.Method
	name := t.Mem.ShortType(m.Signature().Recv().Type()) + "." + m.Name()
	c := callee{name: name, sig: m.Signature(), params: methodParams(m)}
	if len(spec.Returns) > 0 {
		t.Unsupported(inv.Pos, "call of %s, whose annotation says what it leaves locked", name)
		return t.Unknown(inv.Result)
	}
	t.passMessages(inv, name)
	if analysis.LendsUntold(spec) {
		t.Unsupported(inv.Pos, "call of %s, which requires something to be local, and does not say what it does with it", name)
		return t.Unknown(inv.Result)
	}
	if analysis.InGeneric(m) {
		t.Unsupported(inv.Pos, "call of %s: a contract in a generic interface", name)
		return t.Unknown(inv.Result)
	}
	for i, p := range c.params[1:] {
		if annot.NeverNil(p.Type()) && !spec.MayBeNil[p] && inv.Args[i].At == nil && inv.Args[i].Expr != nil {
			t.NonNilExpr(inv.Args[i].Expr, t.Text(inv.Argv[i]))
		}
	}
	args, ok := t.arguments(inv)
	results, out, known := t.resultVars(c.sig.Results())
	if !ok || !known {
		t.Unsupported(inv.Pos, "call of %s: an argument or result has no translation", name)
		return t.Unknown(inv.Result)
	}
	args = slices.Insert(args, 0, t.Stable(x))
	requires, auto, err := t.callContract(spec, m, args, results)
	panics, err2 := t.panicConditions(spec, m, args, ir.V(t.Out.Tid))
	if err := errors.Join(err, err2); err != nil {
		t.Unsupported(inv.Pos, "call of %s: %v", name, err)
		return t.Unknown(inv.Result)
	}
	if speaksOfClosing(spec) {
		t.outOfAccount(inv, name)
	}
	own := t.passesOwn(inv)
	t.publishInterfaces(inv, nil)
	for _, r := range requires {
		t.Emit(t.Assertion(r.Cond, ir.Check{Kind: ir.RequiresAtCall, Subject: name, Clause: r, Needed: r.Text}))
	}
	if auto == nil && len(panics) > 0 && t.PanicsIf != nil {
		t.Unsupported(inv.Pos, "call of %s, which may panic, and has no atomic or performs that says what it does before", name)
	}
	t.denyPanics(name, spec, panics, true)
	held := t.heldBy(c.params, args, spec)
	t.methodsLockFree(inv, m, held)
	t.passedLockFree(inv, held)
	t.handOver(spec, args, c.params)
	if auto == nil {
		step := &foreignCall{everything: true, step: &ir.Step{Mover: ir.NonMover, MayStall: true, Foreign: true, Relies: true}}
		t.Step(step.step)
		t.foreignCalls = append(t.foreignCalls, step)
	} else {
		t.theirsMayChange()
		l := t.loan(spec, c, args, results)
		if l != nil && len(l.refs) > 0 {
			t.nothingLent()
		}
		diverges := slices.ContainsFunc(t.prog.Implementers[m], t.prog.Diverges)
		t.perform(auto, &resultBinding{results: results, loan: l, own: own, diverges: diverges, makes: true, bound: t.boundResults(results, c.sig, spec)})
	}
	t.getBack(results, c.sig, spec)
	return tuple(out, inv.Result)
}

// methodsLockFree is lockFree for a method of an interface: none of the methods that may be behind it acquires a lock that is
// held here. What of their receivers they lock is, for all we know, that of any object of the type.
func (t *translator) methodsLockFree(inv *emit.Invocation, m *types.Func, held []heap.LockVars) {
	seen := map[string]bool{}
	for _, impl := range t.prog.Implementers[m] {
		for _, path := range t.mayAcquire(impl) {
			if path = path.Behind(impl); !seen[path.Key()] {
				seen[path.Key()] = true
				t.pathFree(path, inv, analysis.FunctionName(impl)+" as "+analysis.InterfaceOf(m).Obj().Name()+"."+m.Name(), held)
			}
		}
	}
}
