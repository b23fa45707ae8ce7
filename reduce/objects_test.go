package reduce

import (
	"testing"

	"github.com/calvin-go/calvin/ir"
)

// A list is a stack of nodes: push links a new node in front.
//
//	type node struct { val int; next *node }   immutable once shared, invariant val >= 0
//	var mu sync.Mutex; var head *node          guarded by mu
type list struct {
	f                    *ir.Func
	v, p, h              *ir.Var
	mu, head, val, next  *ir.Var
	status, stored       *ir.Var
	isNode               *ir.Fn
	action               *ir.Action
	alloc, link, publish *ir.Step
}

func newList() *list {
	x := &list{
		v: param("v", intSort), p: local("p", ir.Ref), h: local("h", ir.Ref),
		mu:     mutex("mu"),
		val:    heap("val", ir.Plain, intSort, always, never, ir.Ref),
		next:   heap("next", ir.Plain, ir.Ref, always, never, ir.Ref),
		status: &ir.Var{Name: "status", Sort: ir.Array(ir.Ref, ir.Int), Kind: ir.HeapVar},
		stored: &ir.Var{Name: "stored", Sort: ir.Array(ir.Ref, ir.Bool), Kind: ir.HeapVar},
	}
	x.head = guarded("head", ir.Ref, heldBy(x.mu))
	base := &ir.Fn{Name: "base", Params: []*ir.Sort{ir.Ref}, Result: ir.Ref, Simplify: func(a []*ir.Expr) *ir.Expr { return a[0] }}
	this := bound("this", ir.Ref)
	x.action = &ir.Action{
		Name: "Push", When: []*ir.Clause{clause(ir.Eq(ir.V(x.mu), ir.Free))}, Modifies: []*ir.Modify{modify(x.head)},
		Ensures: []*ir.Clause{
			clause(ir.Eq(at(x.val, ir.V(x.head)), ir.V(x.v))),
			clause(ir.Eq(at(x.next, ir.V(x.head)), ir.Old(ir.V(x.head)))),
		},
	}
	x.isNode = &ir.Fn{Name: "isNode", Params: []*ir.Sort{ir.Ref}, Result: ir.Bool}
	x.f = &ir.Func{
		Name: "push", Tid: tid, Params: []*ir.Var{x.v}, Locals: []*ir.Var{x.p, x.h},
		Heap: []*ir.Var{x.head, x.mu, x.next, x.val}, Status: x.status, Stored: x.stored, Base: base,
		Requires: []*ir.Clause{clause(ir.Le(num(0), ir.V(x.v)))},
		Invariants: []*ir.Invariant{{
			Clause: *clause(ir.Le(num(0), at(x.val, ir.V(this)))), Type: "node", This: this,
			Is: ir.Apply(x.isNode, ir.V(this)), On: []*ir.Var{x.val},
		}},
		Spec: single(x.action), KeepsLocks: true,
	}
	p := ir.V(x.p)
	x.alloc = x.allocate(x.p)
	x.link = store(ir.V(x.h), x.next, p)
	x.publish = store(p, x.head)
	x.publish.Publish = []*ir.Expr{p}
	return x
}

// allocate is p := new(node): it picks an object that does not exist yet and whose memory happens to be zero.
func (x *list) allocate(v *ir.Var) *ir.Step {
	p := ir.V(v)
	return &ir.Step{Text: v.Name + " := new(node)", Mover: ir.BothMover, Do: []ir.Stmt{
		&ir.Havoc{Vars: []*ir.Var{v}},
		assume(ir.And(
			ir.Ne(p, ir.Nil), ir.Eq(at(x.status, p), ir.N(ir.Unallocated, ir.Int)), ir.Apply(x.isNode, p),
			ir.Eq(at(x.val, p), num(0)), ir.Eq(at(x.next, p), ir.Nil))),
		put(x.status, []*ir.Expr{p}, ir.N(ir.Mine, ir.Int)), put(x.stored, []*ir.Expr{p}, ir.False),
	}}
}

// push is: p := new(node); p.val = v; lock; h = head; p.next = h; head = p; unlock.
func (x *list) push() []ir.Stmt {
	return []ir.Stmt{
		x.alloc, store(ir.V(x.v), x.val, ir.V(x.p)), lock(x.mu), load(x.h, x.head), x.link, x.publish, unlock(x.mu),
	}
}

func TestObjects(t *testing.T) {
	with := func(change func(x *list, b []ir.Stmt) []ir.Stmt) func() *ir.Func {
		return func() *ir.Func {
			x := newList()
			return body(x.f, returning(block("entry", change(x, x.push())...)))
		}
	}
	for _, s := range []scenario{
		{name: "verified", f: with(func(_ *list, b []ir.Stmt) []ir.Stmt { return b })},
		{
			name: "writes after publication",
			f:    with(func(_ *list, b []ir.Stmt) []ir.Stmt { b[4], b[5] = b[5], b[4]; return b }),
			want: []string{"write denied"},
		},
		{
			name: "publishes before the invariant holds",
			f: with(func(x *list, b []ir.Stmt) []ir.Stmt {
				b[1] = store(num(-1), x.val, ir.V(x.p))
				return b
			}),
			want: []string{"invariant at publish: 0 <= val[this]"},
		},
		{
			name: "publishes what is stored in it with it",
			f: with(func(x *list, b []ir.Stmt) []ir.Stmt {
				q := local("q", ir.Ref)
				x.f.Locals = append(x.f.Locals, q)
				hang := store(ir.V(q), x.next, ir.V(x.p))
				hang.Do = append(hang.Do, put(x.stored, []*ir.Expr{ir.V(q)}, ir.True))
				x.action.Ensures = x.action.Ensures[:1]
				// p.next = q; head = p; q.val = v: q can be reached from head by then.
				return []ir.Stmt{
					x.alloc, x.allocate(q), store(ir.V(x.v), x.val, ir.V(x.p)), hang, lock(x.mu), x.publish,
					store(ir.V(x.v), x.val, ir.V(q)), unlock(x.mu),
				}
			}),
			want: []string{"write denied"},
		},
		{
			name: "not published at all",
			f: with(func(x *list, b []ir.Stmt) []ir.Stmt {
				x.action.Modifies, x.action.Ensures = nil, nil
				return append(b[:2:2], b[2], b[6])
			}),
		},
	} {
		s.run(t)
	}
}

// A new object is another goroutine's as soon as it is passed to it.
func TestSpawn(t *testing.T) {
	with := func(change func(x *list, s *ir.Spawn, b []ir.Stmt) []ir.Stmt) func() *ir.Func {
		return func() *ir.Func {
			x := newList()
			x.f.Spec = nil
			g := &ir.Var{Name: "g", Sort: ir.Tid, Kind: ir.ConstVar}
			s := &ir.Spawn{Text: "go use(p)", Publish: []*ir.Expr{ir.V(x.p)}, Goroutine: g}
			write := store(ir.V(x.v), x.val, ir.V(x.p))
			return body(x.f, returning(block("entry", change(x, s, []ir.Stmt{x.alloc, write, s})...)))
		}
	}
	require := func(s *ir.Spawn, e *ir.Expr) {
		s.Requires = append(s.Requires, &ir.Assert{Cond: e, Check: ir.Check{Kind: ir.RequiresAtGo, Clause: clause(e)}})
	}
	for _, s := range []scenario{
		{name: "verified", f: with(func(x *list, s *ir.Spawn, b []ir.Stmt) []ir.Stmt {
			require(s, ir.Ne(ir.V(x.mu), ir.V(s.Goroutine)))
			require(s, ir.Eq(at(x.val, ir.V(x.p)), ir.V(x.v)))
			return b
		})},
		{name: "writes afterwards", f: with(func(_ *list, _ *ir.Spawn, b []ir.Stmt) []ir.Stmt {
			b[1], b[2] = b[2], b[1]
			return b
		}), want: []string{"write denied"}},
		{name: "hands a lock over", f: with(func(x *list, s *ir.Spawn, b []ir.Stmt) []ir.Stmt {
			require(s, ir.Eq(ir.V(x.mu), ir.V(s.Goroutine)))
			return append([]ir.Stmt{lock(x.mu)}, append(b, unlock(x.mu))...)
		}), want: []string{"requires at go: mu == g"}},
		{name: "relies on what others change", f: with(func(x *list, s *ir.Spawn, b []ir.Stmt) []ir.Stmt {
			require(s, ir.Eq(ir.V(x.head), ir.V(x.h)))
			return append([]ir.Stmt{lock(x.mu), load(x.h, x.head), unlock(x.mu)}, b...)
		}), want: []string{"requires at go: head == h"}},
	} {
		s.run(t)
	}
}
