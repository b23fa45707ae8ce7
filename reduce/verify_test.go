package reduce

import (
	"context"
	"slices"
	"testing"

	"github.com/calvin-go/calvin/ir"
)

// failures proves both checks of f and describes what fails.
func failures(t *testing.T, f *ir.Func) []string {
	t.Helper()
	if err := ir.CheckFunc(f); err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, reduction := range []func(context.Context, *ir.Func) (*ir.Program, error){Access, Abstraction} {
		p, err := reduction(context.Background(), f)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range prove(t, p) {
			if g.Cover == nil || len(all) == 0 { // past a failure nothing may be reachable
				all = append(all, describe(g))
			}
		}
	}
	return all
}

// A scenario is a function and what fails of it.
type scenario struct {
	name string
	f    func() *ir.Func
	want []string
}

func (s *scenario) run(t *testing.T) {
	t.Run(s.name, func(t *testing.T) {
		got := failures(t, s.f())
		slices.Sort(got)
		got = slices.Compact(got)
		slices.Sort(s.want)
		if !slices.Equal(got, s.want) {
			t.Errorf("failures:\n got %q\nwant %q", got, s.want)
		}
	})
}

func TestCounter(t *testing.T) {
	with := func(change func(x *counter, body []ir.Stmt) []ir.Stmt) func() *ir.Func {
		return func() *ir.Func {
			x := newCounter(heldBy)
			return x.with(change(x, x.increment())...)
		}
	}
	for _, s := range []scenario{
		{name: "verified", f: with(func(_ *counter, b []ir.Stmt) []ir.Stmt { return b })},
		{name: "the paper's predicate", f: func() *ir.Func {
			x := newCounter(freeOrHeldBy)
			return x.with(x.increment()...)
		}},
		{
			name: "no lock", f: with(func(_ *counter, b []ir.Stmt) []ir.Stmt { return b[1:4] }),
			want: []string{"read denied", "ensures at return: count[c] == int64(old(count[c]) + 1)",
				"when at commit: mu[c] == free"},
		},
		{
			name: "no unlock", f: with(func(_ *counter, b []ir.Stmt) []ir.Stmt { return b[:4] }),
			want: []string{"held at return"},
		},
		{
			name: "write after unlock",
			f:    with(func(_ *counter, b []ir.Stmt) []ir.Stmt { b[3], b[4] = b[4], b[3]; return b }),
			want: []string{"write denied", "ensures at return: count[c] == int64(old(count[c]) + 1)",
				"when at commit: mu[c] == free"},
		},
		{
			name: "adds two",
			f: with(func(x *counter, b []ir.Stmt) []ir.Stmt {
				b[2] = set(x.j, plus(ir.V(x.j), num(2)))
				return b
			}),
			want: []string{"ensures at return: count[c] == int64(old(count[c]) + 1)"},
		},
		{
			name: "changes what it does not modify",
			f: with(func(x *counter, b []ir.Stmt) []ir.Stmt {
				x.action.Modifies = nil
				return b
			}),
			want: []string{"frame at return: modifies nothing"},
		},
		{
			name: "locks twice",
			f: with(func(x *counter, b []ir.Stmt) []ir.Stmt {
				return slices.Insert(b, 1, ir.Stmt(lock(x.mu, ir.V(x.c))))
			}),
			want: []string{"self-deadlock"},
		},
		{
			name: "unlocks twice",
			f: with(func(x *counter, b []ir.Stmt) []ir.Stmt {
				return append(b, unlock(x.mu, ir.V(x.c)))
			}),
			want: []string{"not held"},
		},
		{
			name: "increments twice",
			f: with(func(x *counter, b []ir.Stmt) []ir.Stmt {
				return append(b, x.increment()...)
			}),
			want: []string{"not atomic: Increment"},
		},
		{
			name: "reads first, then increments",
			f: with(func(x *counter, b []ir.Stmt) []ir.Stmt {
				c := ir.V(x.c)
				return append([]ir.Stmt{lock(x.mu, c), load(x.j, x.count, c), unlock(x.mu, c)}, b...)
			}),
		},
		{
			name: "reads in one critical section, writes in the next",
			f: with(func(x *counter, b []ir.Stmt) []ir.Stmt {
				c := ir.V(x.c)
				return slices.Insert(b, 2, ir.Stmt(unlock(x.mu, c)), ir.Stmt(lock(x.mu, c)))
			}),
			want: []string{"ensures at return: count[c] == int64(old(count[c]) + 1)"},
		},
		{
			name: "requires that can never hold",
			f: with(func(x *counter, b []ir.Stmt) []ir.Stmt {
				x.f.Requires = []*ir.Clause{clause(ir.Eq(ir.V(x.c), ir.Nil))}
				return b
			}),
			want: []string{"vacuous entry"},
		},
	} {
		s.run(t)
	}
}

// A lock may itself be guarded: taken only under another.
func TestNestedLocks(t *testing.T) {
	outer := mutex("outer")
	inner := heap("inner", ir.Holder, ir.Tid, heldBy(outer), heldBy(outer))
	x := guarded("x", intSort, heldBy(inner))
	function := func(stmts ...ir.Stmt) func() *ir.Func {
		return func() *ir.Func {
			f := &ir.Func{Name: "f", Tid: tid, Heap: []*ir.Var{inner, outer, x}}
			return body(f, returning(block("entry", stmts...)))
		}
	}
	for _, s := range []scenario{
		{name: "under the other", f: function(lock(outer), lock(inner), store(num(1), x), unlock(inner), unlock(outer))},
		{
			name: "alone", f: function(lock(inner), store(num(1), x), unlock(inner)),
			want: []string{"write denied"},
		},
		{
			name: "released too late", f: function(lock(outer), lock(inner), unlock(outer), store(num(1), x), unlock(inner)),
			want: []string{"write denied"},
		},
	} {
		s.run(t)
	}
}

func TestAlloc(t *testing.T) {
	with := func(change func(*allocator)) func() *ir.Func {
		return func() *ir.Func {
			x := newAllocator()
			change(x)
			return x.alloc()
		}
	}
	for _, s := range []scenario{
		{name: "verified", f: with(func(*allocator) {})},
		{
			name: "returns with the lock released",
			f: with(func(x *allocator) {
				b := x.blocks["found"]
				b.Stmts = append(b.Stmts, unlock(x.l, ir.V(x.i)))
			}),
			want: []string{"not atomic: choice"},
		},
		{
			name: "takes a block in use",
			f: with(func(x *allocator) {
				x.blocks["found"].Stmts[0] = assume(ir.V(x.test))
				x.blocks["next"].Stmts[0] = assume(ir.Not(ir.V(x.test)))
			}),
			want: []string{"not atomic: choice"},
		},
		{
			name: "does not release the others",
			f: with(func(x *allocator) {
				b := x.blocks["next"]
				b.Stmts = slices.Delete(b.Stmts, 1, 2)
			}),
			want: []string{"self-deadlock", "not atomic: choice"},
		},
		{
			name: "one off",
			f: with(func(x *allocator) {
				x.blocks["found"].Return.Values[0] = plus(ir.V(x.i), num(1))
			}),
			want: []string{"not atomic: choice"},
		},
		{
			name: "writes another block's bit",
			f: with(func(x *allocator) {
				x.blocks["found"].Stmts[1] = store(ir.True, x.bits, plus(ir.V(x.i), num(1)))
			}),
			want: []string{"write denied", "write race", "not atomic: choice"},
		},
	} {
		s.run(t)
	}
}
