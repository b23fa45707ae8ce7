package desugar

import (
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
	t.SaveAll()
	var vars []*ir.Var
	var out []emit.Value
	for r := range inv.Common.Signature().Results().Variables() {
		s, err := t.Mem.Sort(r.Type())
		if err != nil {
			t.Unsupported(inv.Pos, "result of %v", err)
			return t.Unknown(inv.Result)
		}
		v := t.Local("", s)
		vars, out = append(vars, v), append(out, emit.Value{Expr: ir.V(v)})
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
