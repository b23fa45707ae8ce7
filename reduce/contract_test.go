package reduce

import (
	"testing"

	"github.com/calvin-go/calvin/ir"
)

// call is a call of a function that performs the action, as desugar gives it: requires, then one step.
func call(a *ir.Action, requires ...*ir.Expr) []ir.Stmt {
	s := &ir.Step{Text: a.Name + "()", Contract: true}
	for _, r := range requires {
		s.Pre = append(s.Pre, &ir.Assert{Cond: r, Check: ir.Check{Kind: ir.RequiresAtCall, Clause: clause(r)}})
	}
	reads := map[*ir.Var]bool{}
	var when []*ir.Expr
	for _, c := range a.When {
		when = append(when, c.Cond)
		ir.HeapVars(c.Cond, reads)
	}
	if len(when) > 0 {
		s.When = ir.And(when...)
	}
	for _, m := range a.Modifies {
		fresh := local("fresh."+m.Map.Name, at(m.Map, m.Index...).Sort)
		s.Do = append(s.Do, &ir.Havoc{Vars: []*ir.Var{fresh}}, put(m.Map, m.Index, ir.V(fresh)))
		s.Access = append(s.Access, touch(m.Map, true, m.Index)...)
		delete(reads, m.Map)
	}
	for _, c := range a.Ensures {
		s.Do = append(s.Do, assume(c.Cond))
	}
	for _, c := range a.When {
		ir.Walk(c.Cond, func(e *ir.Expr) bool {
			if e.Op == ir.OpSelect && reads[e.Args[0].Var] {
				s.Access = append(s.Access, touch(e.Args[0].Var, false, e.Args[1:])...)
			}
			return true
		})
	}
	return []ir.Stmt{s}
}

// freshLocals declares what call makes up.
func freshLocals(f *ir.Func) *ir.Func {
	seen := map[*ir.Var]bool{}
	for _, b := range f.Blocks {
		forTargets(b.Stmts, func(v *ir.Var) {
			if v.Kind == ir.LocalVar && !seen[v] && len(v.Name) > 6 && v.Name[:6] == "fresh." {
				seen[v] = true
				v.Name += string(rune('a' + len(seen)))
				f.Locals = append(f.Locals, v)
			}
		})
	}
	return f
}

func TestCalls(t *testing.T) {
	sequence := func(a *ir.Action) *ir.Spec {
		return &ir.Spec{
			Clause: ir.Clause{Text: "A; A"}, Nodes: []*ir.Action{a, a}, First: []int{0}, Follow: [][]int{{1}, nil},
			Final: []bool{false, true},
		}
	}
	star := func(a *ir.Action) *ir.Spec {
		return &ir.Spec{
			Clause: ir.Clause{Text: "A*"}, Nodes: []*ir.Action{a}, First: []int{0}, Follow: [][]int{{0}},
			Final: []bool{true}, Empty: true,
		}
	}
	with := func(make func(x *counter) []ir.Stmt) func() *ir.Func {
		return func() *ir.Func {
			x := newCounter(heldBy)
			return freshLocals(x.with(make(x)...))
		}
	}
	times := func(x *counter, n int) (b []ir.Stmt) {
		for range n {
			b = append(b, call(x.action)...)
		}
		return b
	}
	held := func(x *counter) *ir.Expr { return ir.Eq(at(x.mu, ir.V(x.c)), me) }
	// under is Increment's effect for a caller that holds the lock.
	under := func(x *counter) *ir.Action {
		a := *x.action
		a.Name, a.When = "Under", nil
		return &a
	}
	for _, s := range []scenario{
		{name: "once", f: with(func(x *counter) []ir.Stmt { return times(x, 1) })},
		{
			name: "twice for once", f: with(func(x *counter) []ir.Stmt { return times(x, 2) }),
			want: []string{"not atomic: Increment"},
		},
		{name: "twice in sequence", f: with(func(x *counter) []ir.Stmt {
			x.f.Spec = sequence(x.action)
			return times(x, 2)
		})},
		{
			name: "once for twice",
			f: with(func(x *counter) []ir.Stmt {
				x.f.Spec = sequence(x.action)
				return times(x, 1)
			}),
			want: []string{"return too soon: A; A"},
		},
		{
			name: "thrice for twice",
			f: with(func(x *counter) []ir.Stmt {
				x.f.Spec = sequence(x.action)
				return times(x, 3)
			}),
			want: []string{"not atomic: A; A"},
		},
		{name: "thrice for any number", f: with(func(x *counter) []ir.Stmt {
			x.f.Spec = star(x.action)
			return times(x, 3)
		})},
		{
			name: "under the lock, both at once",
			f: with(func(x *counter) []ir.Stmt {
				c, a := ir.V(x.c), under(x)
				x.action.Ensures = []*ir.Clause{clause(ir.Eq(at(x.count, c), plus(ir.Old(at(x.count, c)), num(2))))}
				b := []ir.Stmt{lock(x.mu, c)}
				b = append(b, call(a, held(x))...)
				b = append(b, call(a, held(x))...)
				return append(b, unlock(x.mu, c))
			}),
		},
		{
			name: "without the lock that it requires",
			f: with(func(x *counter) []ir.Stmt {
				return call(under(x), held(x))
			}),
			want: []string{"requires at call: mu[c] == tid"},
		},
	} {
		s.run(t)
	}
}

// The lock that requires names is held on entry, no other is.
func TestRequires(t *testing.T) {
	free := func() (*allocator, *ir.Var, *ir.Action) {
		x := newAllocator()
		n := param("n", intSort)
		x.f.Params, x.f.Results = []*ir.Var{n}, nil
		a := &ir.Action{
			Name: "Free", Modifies: []*ir.Modify{modify(x.bits, ir.V(n)), modify(x.l, ir.V(n))},
			Ensures: []*ir.Clause{
				clause(ir.Eq(at(x.l, ir.V(n)), ir.Free)), clause(ir.Not(at(x.bits, ir.V(n)))),
			},
		}
		x.f.Spec = single(a)
		x.f.Requires = []*ir.Clause{clause(ir.Eq(at(x.l, ir.V(n)), me))}
		return x, n, a
	}
	for _, s := range []scenario{
		{name: "verified", f: func() *ir.Func {
			x, n, _ := free()
			return body(x.f, returning(block("entry", store(ir.False, x.bits, ir.V(n)), unlock(x.l, ir.V(n)))))
		}},
		{
			name: "nothing required",
			f: func() *ir.Func {
				x, n, _ := free()
				x.f.Requires = nil
				return body(x.f, returning(block("entry", store(ir.False, x.bits, ir.V(n)), unlock(x.l, ir.V(n)))))
			},
			want: []string{"write denied", "write race", "not held"},
		},
		{
			name: "written after the release",
			f: func() *ir.Func {
				x, n, _ := free()
				return body(x.f, returning(block("entry", unlock(x.l, ir.V(n)), store(ir.False, x.bits, ir.V(n)))))
			},
			want: []string{"not atomic: Free", "write race"}, // nobody holds the lock in some schedule, which allows the access; and then another goroutine may have it
		},
	} {
		s.run(t)
	}
}

func TestWitness(t *testing.T) {
	with := func(action string) func() *ir.Func {
		return func() *ir.Func {
			x := newAllocator()
			b := x.blocks["found"]
			b.Stmts = append(b.Stmts, &ir.Witness{Action: action})
			return x.alloc()
		}
	}
	for _, s := range []scenario{
		{name: "right", f: with("Allocated")},
		{name: "wrong", f: with("NoBlocks"), want: []string{"wrong witness: choice"}},
	} {
		s.run(t)
	}
}

// A cell is guarded by an RWMutex.
func TestReaders(t *testing.T) {
	type cell struct {
		f              *ir.Func
		c, v           *ir.Var
		w, r, val, res *ir.Var
		rlock, runlock ir.Stmt
		wlock, wunlock ir.Stmt
		get, write     ir.Stmt
	}
	make := func() *cell {
		x := &cell{c: param("c", ir.Ref), v: local("v", intSort), res: param("result", intSort)}
		x.w, x.r = rwMutex("rw", ir.Ref)
		reads := func(k []*ir.Expr, who *ir.Expr) *ir.Expr {
			return ir.Or(ir.Eq(at(x.w, k...), who), at(x.r, append(k[:len(k):len(k)], who)...))
		}
		x.val = heap("val", ir.Plain, intSort, reads, heldBy(x.w), ir.Ref)
		c := ir.V(x.c)
		other := bound("g", ir.Tid)
		mine := []*ir.Expr{c, me}
		x.rlock = &ir.Step{
			Text: "c.rw.RLock()", When: ir.Eq(at(x.w, c), ir.Free), Mover: ir.RightMover,
			Pre: []*ir.Assert{{Cond: ir.And(ir.Ne(at(x.w, c), me), ir.Not(at(x.r, mine...))),
				Check: ir.Check{Kind: ir.SelfDeadlock}}},
			Do: []ir.Stmt{put(x.r, mine, ir.True)}, Access: touch(x.r, true, mine),
		}
		x.runlock = &ir.Step{
			Text: "c.rw.RUnlock()", Mover: ir.LeftMover, Do: []ir.Stmt{put(x.r, mine, ir.False)},
			Pre:    []*ir.Assert{{Cond: at(x.r, mine...), Check: ir.Check{Kind: ir.NotHeld}}},
			Access: touch(x.r, true, mine),
		}
		wlock := lock(x.w, c)
		wlock.When = ir.And(wlock.When, ir.Forall([]*ir.Var{other}, ir.Not(at(x.r, c, ir.V(other))), x.r))
		x.wlock, x.wunlock = wlock, unlock(x.w, c)
		x.get, x.write = load(x.v, x.val, c), store(num(7), x.val, c)
		x.f = &ir.Func{
			Name: "Get", Tid: tid, Params: []*ir.Var{x.c}, Results: []*ir.Var{x.res}, Locals: []*ir.Var{x.v},
			Heap: []*ir.Var{x.r, x.w, x.val}, KeepsLocks: true,
			Spec: single(&ir.Action{Name: "Get", Ensures: []*ir.Clause{clause(ir.Eq(ir.V(x.res), at(x.val, c)))}}),
		}
		return x
	}
	with := func(stmts func(x *cell) []ir.Stmt) func() *ir.Func {
		return func() *ir.Func {
			x := make()
			return body(x.f, returning(block("entry", stmts(x)...), ir.V(x.v)))
		}
	}
	for _, s := range []scenario{
		{name: "read lock", f: with(func(x *cell) []ir.Stmt { return []ir.Stmt{x.rlock, x.get, x.runlock} })},
		{name: "write lock", f: with(func(x *cell) []ir.Stmt { return []ir.Stmt{x.wlock, x.get, x.wunlock} })},
		{name: "no lock", f: with(func(x *cell) []ir.Stmt { return []ir.Stmt{x.get} }),
			want: []string{"read denied"}},
		{name: "read twice under one lock", f: with(func(x *cell) []ir.Stmt {
			same := ir.Eq(at(x.val, ir.V(x.c)), ir.V(x.v))
			return []ir.Stmt{x.rlock, x.get, x.get, assert(same), x.runlock}
		})},
		{name: "written under the read lock", f: with(func(x *cell) []ir.Stmt {
			x.f.Spec = nil
			return []ir.Stmt{x.rlock, x.write, x.get, x.runlock}
		}), want: []string{"write denied"}},
		{name: "written under the write lock", f: with(func(x *cell) []ir.Stmt {
			x.f.Spec.Nodes[0].Modifies = []*ir.Modify{modify(x.val, ir.V(x.c))}
			return []ir.Stmt{x.wlock, x.write, x.get, x.wunlock}
		})},
		{name: "read lock kept", f: with(func(x *cell) []ir.Stmt { return []ir.Stmt{x.rlock, x.get} }),
			want: []string{"frame at return: modifies nothing", "held at return"}},
		{name: "reads twice under two locks", f: with(func(x *cell) []ir.Stmt {
			same := ir.Eq(at(x.val, ir.V(x.c)), ir.V(x.v))
			return []ir.Stmt{x.rlock, x.get, x.runlock, x.rlock, assert(same), x.runlock}
		}), want: []string{"assert"}},
	} {
		s.run(t)
	}
}
