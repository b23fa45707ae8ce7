package desugar

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// deferInLoop translates a defer statement in a loop: what may differ from one call to the next goes on the stack.
func (t *translator) deferInLoop(d *ssa.Defer) {
	f := t.Frame
	if f.InOneLoop(d) {
		t.Unsupported(f.Pos(), "several defer statements in one loop")
		return
	}
	at := slices.IndexFunc(f.Defers, func(o *emit.Deferred) bool { return o.Site == d })
	site := f.Defers[at]
	inv := t.Invocation(&d.Call, nil)
	s := &stacker{t: t, count: site.Loop.Count}
	callee := s.push(inv.Callee, d.Call.Value)
	var args []func() emit.Value
	for i, a := range inv.Args {
		args = append(args, s.push(a, inv.Argv[i]))
	}
	if s.failed {
		t.Unsupported(f.Pos(), "defer in a loop, if the call uses more of a loop variable than its value")
		return
	}
	t.Emit(&ir.Assign{Dst: s.count, Src: ir.Add(ir.V(s.count), ir.N(1, ir.Int))})
	site.Inv = inv
	site.Loop.Again = func() *emit.Invocation {
		again := *inv
		again.Callee, again.Args = callee(), nil
		for _, a := range args {
			again.Args = append(again.Args, a())
		}
		return &again
	}
}

// runDeferLoop makes the calls of a defer statement in a loop.
func (t *translator) runDeferLoop(d *emit.Deferred) {
	count := d.Loop.Count
	t.rounds(&ir.Loop{Bounded: true}, func() *ir.Expr {
		t.Assume(ir.Lt(ir.N(0, ir.Int), ir.V(count)))
		t.Emit(&ir.Assign{Dst: count, Src: ir.Sub(ir.V(count), ir.N(1, ir.Int))})
		t.call(d.Loop.Again())
		return nil
	})
	t.Assume(ir.Le(ir.V(count), ir.N(0, ir.Int)))
}

// A stacker puts the operands of a deferred call on its stack.
type stacker struct {
	t      *translator
	count  *ir.Var
	failed bool // an operand is no value
}

// push puts a value on the stack, unless it is the same each time, and returns how to read it there.
func (s *stacker) push(x emit.Value, v ssa.Value) func() emit.Value {
	t := s.t
	switch {
	case x.Fn != nil:
		return s.pushClosure(x, v)
	case len(x.Parts) > 0:
		s.failed = true
	case x.At != nil && x.At.IsLocal():
		s.failed = s.failed || x.At.Cell == nil || inLoop(v)
	case x.At != nil:
		return s.pushPlace(x, v)
	case x.Expr != nil:
		pop := s.pushExpr(t.Stable(x.Expr))
		return func() emit.Value {
			e := pop()
			t.Assume(t.Mem.KnownAnyway(e, v.Type())...)
			return emit.Value{Expr: e}
		}
	}
	return func() emit.Value { return x }
}

// inLoop reports whether v is a variable that is new each time.
func inLoop(v ssa.Value) bool {
	a, ok := v.(*ssa.Alloc)
	return !ok || analysis.Cycles(a.Block(), nil)
}

func (s *stacker) pushClosure(x emit.Value, v ssa.Value) func() emit.Value {
	made, ok := v.(*ssa.MakeClosure)
	if !ok && len(x.Fn.Bindings) > 0 {
		s.failed = true
		return func() emit.Value { return x }
	}
	var pops []func() emit.Value
	for i, b := range x.Fn.Bindings {
		pops = append(pops, s.push(b, made.Bindings[i]))
	}
	return func() emit.Value {
		c := &emit.Closure{Fn: x.Fn.Fn}
		for _, pop := range pops {
			c.Bindings = append(c.Bindings, pop())
		}
		return emit.Value{Expr: x.Expr, Fn: c}
	}
}

// pushPlace puts the address of a field on the stack by its struct's, so that it stays the address of that field.
func (s *stacker) pushPlace(x emit.Value, v ssa.Value) func() emit.Value {
	t := s.t
	same := !slices.ContainsFunc(x.At.Keys, func(k *ir.Expr) bool { return !isConstant(k) })
	field, ok := v.(*ssa.FieldAddr)
	switch {
	case same && x.At.Family != nil:
		return func() emit.Value { return x }
	case !ok || x.At.Owner == nil || x.At.Variable == nil:
		s.failed = true
		return func() emit.Value { return x }
	}
	typ := analysis.Deref(field.X.Type())
	pop := s.pushExpr(t.Stable(x.At.Owner))
	return func() emit.Value {
		p := t.Mem.Field(t.Mem.Deref(pop(), typ), x.At.Variable)
		return emit.Value{At: &p}
	}
}

// pushExpr is push for an expression.
func (s *stacker) pushExpr(e *ir.Expr) func() *ir.Expr {
	if isConstant(e) {
		return func() *ir.Expr { return e }
	}
	t := s.t
	pile := t.Local("", ir.Array(ir.Int, e.Sort))
	entry := t.Blocks[0]
	entry.Stmts = slices.Insert(entry.Stmts, 0, ir.Stmt(&ir.Havoc{Vars: []*ir.Var{pile}}))
	t.Emit(&ir.Assign{Dst: pile, Src: ir.Store(ir.V(pile), []*ir.Expr{ir.V(s.count)}, e)})
	return func() *ir.Expr { return t.Save(ir.Select(ir.V(pile), ir.V(s.count))) }
}

// isConstant reports whether e is the same wherever the function evaluates it.
func isConstant(e *ir.Expr) bool {
	constant := true
	ir.Walk(e, func(x *ir.Expr) bool {
		constant = constant && (x.Op != ir.OpVar || x.Var.Kind == ir.ConstVar || x.Var.Kind == ir.BoundVar)
		return constant
	})
	return constant
}
