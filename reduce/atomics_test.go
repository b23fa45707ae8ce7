package reduce

import (
	"testing"

	"github.com/calvin-go/calvin/ir"
)

// A ticket counter without locks: for { v := n.Load(); if n.CompareAndSwap(v, v+1) { return v } }
type tickets struct {
	f           *ir.Func
	n           *ir.Var
	v, ok       *ir.Var
	result      *ir.Var
	swap        *ir.Step
	take        *ir.Action
	transition  *ir.Invariant
	head, taken *ir.Block
}

func newTickets() *tickets {
	x := &tickets{
		n: atomicVar("n", intSort), v: local("v", intSort), ok: local("ok", ir.Bool), result: param("result", intSort),
	}
	v, n := ir.V(x.v), ir.V(x.n)
	x.swap = cas(x.ok, v, plus(v, num(1)), x.n)
	x.take = &ir.Action{
		Name: "Take", Modifies: []*ir.Modify{modify(x.n)},
		Ensures: []*ir.Clause{
			clause(ir.Eq(n, plus(ir.Old(n), num(1)))), clause(ir.Eq(ir.V(x.result), ir.Old(n))),
		},
	}
	x.transition = &ir.Invariant{Clause: *clause(ir.Le(ir.Old(n), n)), Type: "package"}
	x.f = &ir.Func{
		Name: "take", Tid: tid, Results: []*ir.Var{x.result}, Locals: []*ir.Var{x.v, x.ok}, Heap: []*ir.Var{x.n},
		Spec: single(x.take),
	}
	return x
}

func (x *tickets) loop() *ir.Func {
	entry := block("entry")
	x.head = block("head", load(x.v, x.n), x.swap)
	x.taken = returning(block("taken", assume(ir.V(x.ok))), ir.V(x.v))
	again := block("again", assume(ir.Not(ir.V(x.ok))))
	entry.Succs = []*ir.Block{x.head}
	x.head.Succs = []*ir.Block{x.taken, again}
	again.Succs = []*ir.Block{x.head}
	return body(x.f, entry, x.head, x.taken, again)
}

func TestAtomics(t *testing.T) {
	with := func(change func(*tickets)) func() *ir.Func {
		return func() *ir.Func {
			x := newTickets()
			change(x)
			return x.loop()
		}
	}
	for _, s := range []scenario{
		{name: "verified", f: with(func(*tickets) {})},
		{
			name: "swaps without comparing",
			f:    with(func(x *tickets) { x.swap.Do[0] = set(x.ok, ir.True) }),
			want: []string{
				"ensures at return: n == int64(old(n) + 1)"},
		},
		{
			name: "returns the next ticket",
			f: with(func(x *tickets) {
				x.swap.Do = append(x.swap.Do, set(x.v, plus(ir.V(x.v), num(1))))
			}),
			want: []string{"ensures at return: result == old(n)"},
		},
		{
			name: "counts down",
			f: with(func(x *tickets) {
				x.f.Transitions = []*ir.Invariant{x.transition}
				x.swap.Do[1] = put(x.n, nil, ir.Ite(ir.V(x.ok), num(0), ir.V(x.n)))
				x.f.Spec = nil
			}),
			want: []string{"transition at write: old(n) <= n"},
		},
		{
			name: "counts up as it must",
			f: with(func(x *tickets) {
				x.f.Transitions = []*ir.Invariant{x.transition}
				x.swap.Do[1] = put(x.n, nil, ir.Ite(ir.And(ir.V(x.ok), ir.Lt(ir.V(x.v), num(1<<40))),
					plus(ir.V(x.v), num(1)), ir.V(x.n)))
				x.f.Spec = nil
			}),
		},
	} {
		s.run(t)
	}
}

// An assertion on what others may change is no better for standing in a block that a reduced execution runs at once.
func TestAssertions(t *testing.T) {
	n, mu := atomicVar("n", intSort), mutex("mu")
	x := guarded("x", intSort, heldBy(mu))
	is := func(m *ir.Var, v int64) ir.Stmt {
		e := ir.Eq(ir.V(m), num(v))
		return &ir.Assert{Cond: e, Check: ir.Check{Kind: ir.UserAssert, Clause: clause(e)}}
	}
	function := func(stmts ...ir.Stmt) func() *ir.Func {
		return func() *ir.Func {
			f := &ir.Func{Name: "f", Tid: tid, Heap: []*ir.Var{mu, n, x}}
			return body(f, returning(block("entry", stmts...)))
		}
	}
	for _, s := range []scenario{
		{name: "guarded", f: function(lock(mu), store(num(1), x), is(x, 1), unlock(mu))},
		{name: "wrong", f: function(lock(mu), store(num(1), x), is(x, 2), unlock(mu)), want: []string{"assert: x == 2"}},
		{
			name: "after the commit point", f: function(lock(mu), store(num(1), n), unlock(mu), is(n, 1)),
			want: []string{"assert: n == 1"},
		},
		{name: "guarded, after the commit point", f: function(
			lock(mu), store(num(1), x), store(num(1), n), is(x, 1), unlock(mu))},
	} {
		s.run(t)
	}
}
