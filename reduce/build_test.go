package reduce

import (
	"fmt"

	"github.com/calvin-go/calvin/ir"
)

// What follows makes functions by hand, in the form in which desugar gives them.

var (
	tid     = &ir.Var{Name: "tid", Label: "tid", Sort: ir.Tid, Kind: ir.ConstVar}
	intSort = ir.Integer(64, true)
	me      = ir.V(tid)
)

func local(name string, s *ir.Sort) *ir.Var {
	return &ir.Var{Name: name, Label: name, Sort: s, Kind: ir.LocalVar}
}

func param(name string, s *ir.Sort) *ir.Var {
	return &ir.Var{Name: name, Label: name, Sort: s, Kind: ir.ConstVar}
}

func bound(name string, s *ir.Sort) *ir.Var {
	return &ir.Var{Name: name, Label: name, Sort: s, Kind: ir.BoundVar}
}

func num(n int64) *ir.Expr { return ir.N(n, intSort) }

// plus is Go's addition.
func plus(a, b *ir.Expr) *ir.Expr { return ir.Wrap(ir.Add(a, b), intSort) }

// A predicate gives an access predicate from the keys of the location and the goroutine.
type accessPredicate func(keys []*ir.Expr, who *ir.Expr) *ir.Expr

func always([]*ir.Expr, *ir.Expr) *ir.Expr { return ir.True }
func never([]*ir.Expr, *ir.Expr) *ir.Expr  { return ir.False }

// heap makes a heap variable with the given keys.
func heap(name string, class ir.Class, elem *ir.Sort, read, write accessPredicate, keys ...*ir.Sort) *ir.Var {
	h := &ir.Heap{Class: class, Who: bound("t", ir.Tid)}
	s := elem
	for i, k := range keys {
		h.Keys = append(h.Keys, bound(fmt.Sprintf("k%d", i), k))
	}
	for i := len(keys) - 1; i >= 0; i-- {
		s = ir.Array(keys[i], s)
	}
	if len(keys) > 0 && keys[0].Kind == ir.KindRef {
		h.Object = ir.V(h.Keys[0])
	}
	if read != nil {
		h.Read = read(exprs(h.Keys), ir.V(h.Who))
		h.Write = write(exprs(h.Keys), ir.V(h.Who))
	}
	return &ir.Var{Name: name, Label: name, Sort: s, Kind: ir.HeapVar, Heap: h}
}

func mutex(name string, keys ...*ir.Sort) *ir.Var {
	return heap(name, ir.Holder, ir.Tid, nil, nil, keys...)
}

// rwMutex makes both variables of an RWMutex field.
func rwMutex(name string, keys ...*ir.Sort) (writer, readers *ir.Var) {
	writer = heap(name+".writer", ir.Holder, ir.Tid, nil, nil, keys...)
	readers = heap(name+".readers", ir.Readers, ir.Bool, nil, nil, append(append([]*ir.Sort(nil), keys...), ir.Tid)...)
	readers.Heap.Writer = writer
	return writer, readers
}

// heldBy is the predicate of what lock guards, at the same keys.
func heldBy(lock *ir.Var) accessPredicate {
	return func(keys []*ir.Expr, who *ir.Expr) *ir.Expr { return ir.Eq(at(lock, keys...), who) }
}

// freeOrHeldBy is the same as the paper writes it.
func freeOrHeldBy(lock *ir.Var) accessPredicate {
	return func(keys []*ir.Expr, who *ir.Expr) *ir.Expr {
		return ir.Or(ir.Eq(at(lock, keys...), ir.Free), ir.Eq(at(lock, keys...), who))
	}
}

func guarded(name string, elem *ir.Sort, p accessPredicate, keys ...*ir.Sort) *ir.Var {
	return heap(name, ir.Plain, elem, p, p, keys...)
}

func atomicVar(name string, elem *ir.Sort, keys ...*ir.Sort) *ir.Var {
	return heap(name, ir.Atomic, elem, always, always, keys...)
}

// put returns the statement m[keys] = v.
func put(m *ir.Var, keys []*ir.Expr, v *ir.Expr) ir.Stmt {
	if len(keys) == 0 {
		return &ir.Assign{Dst: m, Src: v}
	}
	return &ir.Assign{Dst: m, Src: ir.Store(ir.V(m), keys, v)}
}

func place(m *ir.Var, keys []*ir.Expr) string { return at(m, keys...).String() }

func touch(m *ir.Var, write bool, keys []*ir.Expr) []ir.Access {
	return []ir.Access{{Map: m, Index: keys, Write: write, Text: place(m, keys)}}
}

func lock(m *ir.Var, keys ...*ir.Expr) *ir.Step {
	return &ir.Step{
		Text: place(m, keys) + ".Lock()", When: ir.Eq(at(m, keys...), ir.Free),
		Pre: []*ir.Assert{{Cond: ir.Ne(at(m, keys...), me), Check: ir.Check{Kind: ir.SelfDeadlock}}},
		Do:  []ir.Stmt{put(m, keys, me)}, Access: touch(m, true, keys), Mover: ir.RightMover,
	}
}

func unlock(m *ir.Var, keys ...*ir.Expr) *ir.Step {
	return &ir.Step{
		Text: place(m, keys) + ".Unlock()",
		Pre:  []*ir.Assert{{Cond: ir.Eq(at(m, keys...), me), Check: ir.Check{Kind: ir.NotHeld}}},
		Do:   []ir.Stmt{put(m, keys, ir.Free)}, Access: touch(m, true, keys), Mover: ir.LeftMover,
	}
}

func load(dst *ir.Var, m *ir.Var, keys ...*ir.Expr) *ir.Step {
	return &ir.Step{
		Text: dst.Name + " = " + place(m, keys), Access: touch(m, false, keys),
		Do: []ir.Stmt{&ir.Assign{Dst: dst, Src: at(m, keys...)}},
	}
}

func store(v *ir.Expr, m *ir.Var, keys ...*ir.Expr) *ir.Step {
	return &ir.Step{
		Text: place(m, keys) + " = " + v.String(), Access: touch(m, true, keys),
		Do: []ir.Stmt{put(m, keys, v)},
	}
}

// cas is ok = CompareAndSwap(m[keys], from, to).
func cas(ok *ir.Var, from, to *ir.Expr, m *ir.Var, keys ...*ir.Expr) *ir.Step {
	v := at(m, keys...)
	return &ir.Step{
		Text: place(m, keys) + ".CompareAndSwap()", Access: touch(m, true, keys),
		Do: []ir.Stmt{
			&ir.Assign{Dst: ok, Src: ir.Eq(v, from)},
			put(m, keys, ir.Ite(ir.V(ok), to, v)),
		},
	}
}

func set(dst *ir.Var, src *ir.Expr) ir.Stmt { return &ir.Assign{Dst: dst, Src: src} }
func assume(e *ir.Expr) ir.Stmt             { return &ir.Assume{Cond: e} }
func assert(e *ir.Expr) ir.Stmt {
	return &ir.Assert{Cond: e, Check: ir.Check{Kind: ir.UserAssert}}
}

func clause(e *ir.Expr) *ir.Clause { return &ir.Clause{Text: e.String(), Cond: e} }

// returning makes the block return the values.
func returning(b *ir.Block, values ...*ir.Expr) *ir.Block {
	b.Return = &ir.Return{Text: "return", Values: values}
	return b
}

func block(name string, stmts ...ir.Stmt) *ir.Block { return &ir.Block{Name: name, Stmts: stmts} }

// body finds the loops.
func body(f *ir.Func, blocks ...*ir.Block) *ir.Func {
	f.Blocks = blocks
	if err := ir.FindLoops(f); err != nil {
		panic(err)
	}
	return f
}

func single(a *ir.Action) *ir.Spec {
	return &ir.Spec{
		Clause: ir.Clause{Text: a.Name}, Nodes: []*ir.Action{a},
		First: []int{0}, Follow: [][]int{nil}, Final: []bool{true},
	}
}

func choice(as ...*ir.Action) *ir.Spec {
	s := &ir.Spec{Clause: ir.Clause{Text: "choice"}, Nodes: as, Follow: make([][]int, len(as))}
	for i := range as {
		s.First, s.Final = append(s.First, i), append(s.Final, true)
	}
	return s
}

func modify(m *ir.Var, index ...*ir.Expr) *ir.Modify {
	return &ir.Modify{Text: place(m, index), Map: m, Index: index}
}

// A counter is the paper's figure 1.
type counter struct {
	f         *ir.Func
	c, j      *ir.Var
	mu, count *ir.Var
	action    *ir.Action
}

func newCounter(p func(*ir.Var) accessPredicate) *counter {
	x := &counter{c: param("c", ir.Ref), j: local("j", intSort)}
	x.mu = mutex("mu", ir.Ref)
	x.count = guarded("count", intSort, p(x.mu), ir.Ref)
	c := ir.V(x.c)
	count := at(x.count, c)
	x.action = &ir.Action{
		Name: "Increment", When: []*ir.Clause{clause(ir.Eq(at(x.mu, c), ir.Free))},
		Modifies: []*ir.Modify{modify(x.count, c)},
		Ensures:  []*ir.Clause{clause(ir.Eq(count, plus(ir.Old(count), num(1))))},
	}
	x.f = &ir.Func{
		Name: "Increment", Tid: tid, Params: []*ir.Var{x.c}, Locals: []*ir.Var{x.j}, Heap: []*ir.Var{x.count, x.mu},
		Given: []*ir.Expr{ir.Ne(c, ir.Nil)}, Spec: single(x.action), KeepsLocks: true,
	}
	return x
}

// increment is the paper's body.
func (x *counter) increment() []ir.Stmt {
	c := ir.V(x.c)
	return []ir.Stmt{
		lock(x.mu, c), load(x.j, x.count, c), set(x.j, plus(ir.V(x.j), num(1))), store(ir.V(x.j), x.count, c),
		unlock(x.mu, c),
	}
}

func (x *counter) with(stmts ...ir.Stmt) *ir.Func {
	return body(x.f, returning(block("entry", stmts...)))
}

// An allocator is the paper's figure 3.
type allocator struct {
	f            *ir.Func
	i, test, res *ir.Var
	l, bits      *ir.Var
	blocks       map[string]*ir.Block
	allocated    *ir.Action
}

const blocks = 10

func newAllocator() *allocator {
	x := &allocator{i: local("i", intSort), test: local("test", ir.Bool), res: param("result", intSort)}
	x.l = mutex("l", intSort)
	x.bits = guarded("bits", ir.Bool, freeOrHeldBy(x.l), intSort)
	i, res := ir.V(x.i), ir.V(x.res)
	none := &ir.Action{Name: "NoBlocks", Ensures: []*ir.Clause{clause(ir.Eq(res, num(-1)))}}
	x.allocated = &ir.Action{
		Name:     "Allocated",
		Modifies: []*ir.Modify{modify(x.bits, res), modify(x.l, res)},
		Ensures: []*ir.Clause{
			clause(ir.And(ir.Le(num(0), res), ir.Lt(res, num(blocks)))),
			clause(ir.Eq(ir.Old(at(x.l, res)), ir.Free)), clause(ir.Eq(at(x.l, res), me)),
			clause(ir.And(ir.Not(ir.Old(at(x.bits, res))), at(x.bits, res))),
		},
	}
	x.f = &ir.Func{
		Name: "alloc", Tid: tid, Results: []*ir.Var{x.res}, Locals: []*ir.Var{x.i, x.test},
		Heap: []*ir.Var{x.bits, x.l}, Spec: choice(none, x.allocated), KeepsLocks: true,
	}
	x.blocks = map[string]*ir.Block{
		"entry": block("entry", set(x.i, num(0))),
		"head":  block("head"),
		"body":  block("body", assume(ir.Lt(i, num(blocks))), lock(x.l, i), load(x.test, x.bits, i)),
		"found": returning(block("found", assume(ir.Not(ir.V(x.test))), store(ir.True, x.bits, i)), i),
		"next":  block("next", assume(ir.V(x.test)), unlock(x.l, i), set(x.i, plus(i, num(1)))),
		"none":  returning(block("none", assume(ir.Not(ir.Lt(i, num(blocks))))), num(-1)),
	}
	return x
}

func (x *allocator) alloc() *ir.Func {
	b := x.blocks
	b["entry"].Succs = []*ir.Block{b["head"]}
	b["head"].Succs = []*ir.Block{b["body"], b["none"]}
	b["body"].Succs = []*ir.Block{b["found"], b["next"]}
	b["next"].Succs = []*ir.Block{b["head"]}
	b["head"].Loop = &ir.Loop{Text: "for i < 10", Hints: []*ir.Expr{ir.Lt(ir.V(x.i), num(blocks))}}
	return body(x.f, b["entry"], b["head"], b["body"], b["found"], b["next"], b["none"])
}
