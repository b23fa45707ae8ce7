package desugar

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// A defer statement in a loop puts a call on a stack each time that it is executed. The stack is a count and, for each operand
// that may differ from time to time, an array: the operand of each call, by the number of the call. When the function returns
// the calls are made in a loop, from the top of the stack.
type deferLoop struct {
	count *ir.Var
	// again gives the call on top of the stack.
	again func() *invocation
}

func (t *translator) newDeferLoop() *deferLoop {
	l := &deferLoop{count: t.local("deferred", ir.Int)}
	t.emit(&ir.Assign{Dst: l.count, Src: ir.N(0, ir.Int)})
	return l
}

// deferOrder sorts defer statements by the order in which they are executed.
func deferOrder(sites []*ssa.Defer) []*ssa.Defer {
	rest := slices.Clone(sites)
	var sorted []*ssa.Defer
	for len(rest) > 0 {
		first := slices.IndexFunc(rest, func(d *ssa.Defer) bool {
			return !slices.ContainsFunc(rest, func(e *ssa.Defer) bool {
				return e.Block() != d.Block() && leadsTo(e.Block(), d.Block()) && !leadsTo(d.Block(), e.Block())
			})
		})
		sorted = append(sorted, rest[first])
		rest = slices.Delete(rest, first, first+1)
	}
	return sorted
}

// leadsTo reports whether control may go from the end of one block to another.
func leadsTo(from, to *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := slices.Clone(from.Succs)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to {
			return true
		}
		if !seen[b] {
			seen[b] = true
			work = append(work, b.Succs...)
		}
	}
	return false
}

// inOneLoop reports whether another defer statement of the activation stands in a loop with d.
func (f *frame) inOneLoop(d *ssa.Defer) bool {
	return slices.ContainsFunc(f.defers, func(o *deferred) bool {
		b := o.site.Block()
		return o.site != d && (b == d.Block() || leadsTo(b, d.Block()) && leadsTo(d.Block(), b))
	})
}

// deferInLoop translates a defer statement in a loop: what may differ from one call to the next goes on the stack.
func (t *translator) deferInLoop(d *ssa.Defer) {
	f := t.frame
	if f.inOneLoop(d) {
		t.unsupported(f.pos(), "several defer statements in one loop")
		return
	}
	at := slices.IndexFunc(f.defers, func(o *deferred) bool { return o.site == d })
	site := f.defers[at]
	inv := t.invocation(&d.Call, nil)
	s := &stacker{t: t, count: site.loop.count}
	callee := s.push(inv.callee, d.Call.Value)
	var args []func() value
	for i, a := range inv.args {
		args = append(args, s.push(a, inv.argv[i]))
	}
	if s.failed {
		t.unsupported(f.pos(), "defer in a loop, of a call that uses a variable of the loop otherwise than by its value")
		return
	}
	t.emit(&ir.Assign{Dst: s.count, Src: ir.Add(ir.V(s.count), ir.N(1, ir.Int))})
	site.inv = inv
	site.loop.again = func() *invocation {
		again := *inv
		again.callee, again.args = callee(), nil
		for _, a := range args {
			again.args = append(again.args, a())
		}
		return &again
	}
}

// runDeferLoop makes the calls of a defer statement in a loop.
func (t *translator) runDeferLoop(d *deferred) {
	count := d.loop.count
	t.rounds(&ir.Loop{Bounded: true}, func() *ir.Expr {
		t.assume(ir.Lt(ir.N(0, ir.Int), ir.V(count)))
		t.emit(&ir.Assign{Dst: count, Src: ir.Sub(ir.V(count), ir.N(1, ir.Int))})
		t.call(d.loop.again())
		return nil
	})
	t.assume(ir.Le(ir.V(count), ir.N(0, ir.Int)))
}

// A stacker puts the operands of a deferred call on its stack.
type stacker struct {
	t      *translator
	count  *ir.Var
	failed bool // an operand is no value
}

// push puts a value on the stack, unless it is the same each time, and returns how to read it there.
func (s *stacker) push(x value, v ssa.Value) func() value {
	t := s.t
	switch {
	case x.fn != nil:
		return s.pushClosure(x, v)
	case len(x.parts) > 0:
		s.failed = true
	case x.at != nil && x.at.IsLocal():
		s.failed = s.failed || x.at.Cell == nil || inLoop(v)
	case x.at != nil:
		return s.pushPlace(x, v)
	case x.expr != nil:
		pop := s.pushExpr(t.stable(x.expr))
		return func() value {
			e := pop()
			t.assume(t.mem.KnownAnyway(e, v.Type())...)
			return value{expr: e}
		}
	}
	return func() value { return x }
}

// inLoop reports whether v is a variable that is new each time.
func inLoop(v ssa.Value) bool {
	a, ok := v.(*ssa.Alloc)
	return !ok || analysis.Cycles(a.Block(), nil)
}

func (s *stacker) pushClosure(x value, v ssa.Value) func() value {
	made, ok := v.(*ssa.MakeClosure)
	if !ok && len(x.fn.bindings) > 0 {
		s.failed = true
		return func() value { return x }
	}
	var pops []func() value
	for i, b := range x.fn.bindings {
		pops = append(pops, s.push(b, made.Bindings[i]))
	}
	return func() value {
		c := &closure{fn: x.fn.fn}
		for _, pop := range pops {
			c.bindings = append(c.bindings, pop())
		}
		return value{expr: x.expr, fn: c}
	}
}

// pushPlace puts the address of a field on the stack by its struct's, so that it stays the address of that field.
func (s *stacker) pushPlace(x value, v ssa.Value) func() value {
	t := s.t
	same := !slices.ContainsFunc(x.at.Keys, func(k *ir.Expr) bool { return !isConstant(k) })
	field, ok := v.(*ssa.FieldAddr)
	switch {
	case same && x.at.Family != nil:
		return func() value { return x }
	case !ok || x.at.Owner == nil || x.at.Variable == nil:
		s.failed = true
		return func() value { return x }
	}
	typ := analysis.Deref(field.X.Type())
	pop := s.pushExpr(t.stable(x.at.Owner))
	return func() value {
		p := t.mem.Field(t.mem.Deref(pop(), typ), x.at.Variable)
		return value{at: &p}
	}
}

// pushExpr is push for an expression.
func (s *stacker) pushExpr(e *ir.Expr) func() *ir.Expr {
	if isConstant(e) {
		return func() *ir.Expr { return e }
	}
	t := s.t
	pile := t.local("", ir.Array(ir.Int, e.Sort))
	entry := t.blocks[0]
	entry.Stmts = slices.Insert(entry.Stmts, 0, ir.Stmt(&ir.Havoc{Vars: []*ir.Var{pile}}))
	t.emit(&ir.Assign{Dst: pile, Src: ir.Store(ir.V(pile), []*ir.Expr{ir.V(s.count)}, e)})
	return func() *ir.Expr { return t.save(ir.Select(ir.V(pile), ir.V(s.count))) }
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
