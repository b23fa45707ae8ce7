package desugar

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// A variable of the function's own that is assigned more than one function, and of which nothing is done but to call what it
// holds, tells at each call which assignment came last. So the call is a choice between the functions that were assigned, and
// what function literals among them capture stays the function's own.

// choices are the functions that were assigned to such a variable.
type choices struct {
	last *ir.Var // the number of the last assignment; 0: none, or of nil
	list []value // by number, from 1
}

// A choice is what such a variable held where it was read.
type choice struct {
	of   *choices
	last *ir.Expr
}

// choicesFor prepares the cell of a variable of this kind.
func (t *translator) choicesFor(a *ssa.Alloc) *choices {
	if !analysis.IsChoice(a) {
		return nil
	}
	c := &choices{last: t.local("", ir.Int)}
	t.emit(&ir.Assign{Dst: c.last, Src: ir.N(0, ir.Int)})
	return c
}

// noteChoice notes an assignment to the variable.
func (t *translator) noteChoice(c *choices, v value) {
	n := 0
	if v.fn != nil {
		c.list = append(c.list, v)
		n = len(c.list)
	}
	t.emit(&ir.Assign{Dst: c.last, Src: ir.N(int64(n), ir.Int)})
}

// callChoice translates a call of what such a variable held. Assignments that are not translated yet do not come before it.
func (t *translator) callChoice(inv *invocation) value {
	c := inv.callee.choice
	subject := t.text(inv.common.Value)
	t.check(ir.Ne(c.last, ir.N(0, ir.Int)), ir.Check{Kind: ir.NilDereference, Subject: subject, Needed: subject + " != nil"})
	t.saveAll()
	var vars []*ir.Var
	var out []value
	for r := range inv.common.Signature().Results().Variables() {
		s, err := t.mem.Sort(r.Type())
		if err != nil {
			t.unsupported(inv.pos, "result of %v", err)
			return t.unknown(inv.result)
		}
		v := t.local("", s)
		vars, out = append(vars, v), append(out, value{expr: ir.V(v)})
	}
	var ways []func()
	for i, f := range c.of.list {
		ways = append(ways, func() {
			t.assume(ir.Eq(c.last, ir.N(int64(i+1), ir.Int)))
			one := *inv
			one.callee = f
			t.results(vars, t.call(&one))
		})
	}
	if len(ways) == 0 {
		t.assume(ir.False)
		return t.unknown(inv.result)
	}
	t.choose("function", ways...)
	return tuple(out, inv.result)
}

// results assigns what a call has returned.
func (t *translator) results(vars []*ir.Var, got value) {
	parts := got.parts
	if len(vars) == 1 && len(parts) == 0 {
		parts = []value{got}
	}
	for i, v := range vars {
		var e *ir.Expr
		if i < len(parts) {
			e = t.exprOf(parts[i])
		}
		if e == nil || !ir.Same(e.Sort, v.Sort) {
			e = ir.V(t.anything(v.Sort))
		}
		t.emit(&ir.Assign{Dst: v, Src: e})
	}
}
