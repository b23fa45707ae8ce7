package desugar

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// A variable of the function's own that is assigned more than one function, and of which nothing is done but to call what it
// holds, tells at each call which assignment came last. So the call is a choice between the functions that were assigned, and
// what function literals among them capture stays the function's own.

// choicesFor prepares the cell of a variable of this kind.
func (t *translator) choicesFor(a *ssa.Alloc) *emit.Choices {
	if !analysis.IsChoice(a) {
		return nil
	}
	c := &emit.Choices{Last: t.Local("", ir.Int)}
	t.Emit(&ir.Assign{Dst: c.Last, Src: ir.N(0, ir.Int)})
	return c
}

// callChoice translates a call of what such a variable held. Assignments that are not translated yet do not come before it.
func (t *translator) callChoice(inv *emit.Invocation) emit.Value {
	c := inv.Callee.Choice
	subject := t.Text(inv.Common.Value)
	t.Check(ir.Ne(c.Last, ir.N(0, ir.Int)), ir.Check{Kind: ir.NilDereference, Subject: subject, Needed: subject + " != nil"})
	vars, out, ok := t.beginChoice(inv)
	if !ok {
		return t.Unknown(inv.Result)
	}
	var ways []func()
	for i, f := range c.Of.List {
		ways = append(ways, func() {
			t.Assume(ir.Eq(c.Last, ir.N(int64(i+1), ir.Int)))
			one := *inv
			one.Callee = f
			t.Results(vars, t.call(&one))
		})
	}
	if len(ways) == 0 {
		t.Assume(ir.False)
		return t.Unknown(inv.Result)
	}
	t.Choose("function", ways...)
	return tuple(out, inv.Result)
}

// callEntry translates a call of an entry of a table of functions. Which one it is the translation does not say.
func (t *translator) callEntry(inv *emit.Invocation, entries []*ssa.Function) emit.Value {
	if f := t.ExprOf(inv.Callee); f != nil {
		t.NonNilExpr(f, t.Text(inv.Common.Value))
	}
	vars, out, ok := t.beginChoice(inv)
	if !ok {
		return t.Unknown(inv.Result)
	}
	var ways []func()
	for _, entry := range entries {
		ways = append(ways, func() {
			one := *inv
			one.Callee = emit.Value{Fn: &emit.Closure{Fn: entry}}
			t.Results(vars, t.call(&one))
		})
	}
	t.Choose("function", ways...)
	return tuple(out, inv.Result)
}

// beginChoice returns variables for what a call returns that is a choice between functions, and what it returns.
// Without one it has noted why.
func (t *translator) beginChoice(inv *emit.Invocation) (vars []*ir.Var, out []emit.Value, ok bool) {
	t.SaveAll()
	for r := range inv.Common.Signature().Results().Variables() {
		s, err := t.Mem.Sort(r.Type())
		if err != nil {
			t.Unsupported(inv.Pos, "result of %v", err)
			return nil, nil, false
		}
		v := t.Local("", s)
		vars, out = append(vars, v), append(out, emit.Value{Expr: ir.V(v)})
	}
	return vars, out, true
}

// callTargets translates a call by way of the interface value x as a choice between the methods that may be behind it
// and that count on their callers, and any other code.
func (t *translator) callTargets(inv *emit.Invocation, x *ir.Expr, targets []analysis.Target) emit.Value {
	x = t.Stable(x)
	t.notNilBehind(inv, x)
	vars, out, ok := t.beginChoice(inv)
	if !ok {
		return t.Unknown(inv.Result)
	}
	none := ir.True
	var ways []func()
	for _, target := range targets {
		is, receiver, err := t.asserted(x, inv.Common.Value.Type(), target.Type)
		if err != nil {
			t.Unsupported(inv.Pos, "%v", err)
			return t.Unknown(inv.Result)
		}
		is = t.Stable(is)
		none = ir.And(none, ir.Not(is))
		ways = append(ways, func() {
			t.Assume(is)
			t.Results(vars, t.callTarget(inv, receiver, target))
		})
	}
	if t.prog.OnlyTargets(inv.Common) {
		t.Assume(ir.Not(none))
		t.believeNotNil(inv, targets)
	} else {
		ways = append(ways, func() {
			t.Assume(none)
			if t.prog.TargetsAreCarried(inv.Common) {
				t.Assume(ir.Eq(t.Mem.Dynamic.Held(x), ir.Nil))
			}
			t.Results(vars, t.invokeUntold(inv, x))
		})
	}
	t.Choose("method", ways...)
	return tuple(out, inv.Result)
}

// believeNotNil lists that an interface holds no nil pointer, where it is not seen, and nothing else that is listed of the call says so.
func (t *translator) believeNotNil(inv *emit.Invocation, targets []analysis.Target) {
	if slices.ContainsFunc(targets, t.prog.MayHoldNil) {
		t.PanicAssumption(inv.Pos, "%s does not hold a nil pointer", t.Text(inv.Common.Value))
	}
}

// callTarget translates a call of a method with the pointer that an interface held.
func (t *translator) callTarget(inv *emit.Invocation, receiver *ir.Expr, target analysis.Target) emit.Value {
	if t.prog.relating {
		t.Step(&ir.Step{Mover: ir.NonMover}) // what it holds may be known to others only now
	}
	t.Assume(ir.Ne(receiver, ir.Nil)) // see behindnil.go
	t.Assume(t.fromInterface(receiver, target.Type, inv.Common.Value)...)
	one := *inv
	one.Callee = emit.Value{Fn: &emit.Closure{Fn: target.Func}}
	one.Args = slices.Insert(slices.Clone(inv.Args), 0, emit.Value{Expr: receiver})
	one.Argv = slices.Insert(slices.Clone(inv.Argv), 0, inv.Common.Value)
	t.Frame.Calling = &one
	defer func() { t.Frame.Calling = inv }()
	return t.callFunction(&one, target.Func)
}
