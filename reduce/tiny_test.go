package reduce

import (
	"fmt"
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// A tiny is a concurrent program small enough to explore: two goroutines over a mutex, an RWMutex and three integers.
type tiny struct {
	guard     [numVars]guard
	invariant bool // x == y, of every shared state at yield points
	monotone  bool // z never decreases
	ordered   bool // x <= y, of every state
	threads   [2]thread
}

// The shared variables: x and y are ordinary memory, z is for sync/atomic.
const (
	varX = iota
	varY
	varZ
	numVars
)

var varNames = [numVars]string{"x", "y", "z"}

// A thread is one goroutine: its code, and the specification that it is checked against.
type thread struct {
	code []op
	spec []effect // in sequence; each has to happen
	ret  int      // the register returned
}

// An op is one statement over registers.
type op struct {
	kind opKind
	v    int   // the shared variable
	r    int   // the register
	e    term2 // what is stored, compared or asserted
	back int   // of until: where the loop begins
}

type opKind uint8

const (
	opLock opKind = iota
	opUnlock
	opRLock
	opRUnlock
	opWLock
	opWUnlock
	opLoad   // r = v
	opStore  // v = e
	opAdd    // v.Add(1), atomic
	opSwap   // r = v.CompareAndSwap(r, r+1) ? 1 : 0, leaving r+1 in register r if it fails and r if not
	opSet    // r = e
	opAssert // v == e
	opUntil  // goto back unless flag
)

const numRegs = 2

// A term2 is reg + plus, or plus alone.
type term2 struct {
	reg  int // -1: none
	plus int
}

func (e term2) String() string {
	if e.reg < 0 {
		return fmt.Sprint(e.plus)
	}
	return fmt.Sprintf("r%d+%d", e.reg, e.plus)
}

// A guard is an access predicate.
type guard uint8

const (
	byMu guard = iota
	freeOrByMu
	byRW
	readAllWriteMu
	readMuOrRWWriteBoth
	readOnly
	byAll
	whenOrdered // of z: x <= y
	numGuards
)

// An effect is an action: for each variable the value after it in terms of the values before, or unchanged.
type effect struct {
	when   bool // the mutex is free before
	change [numVars]*value
	result *value // only for the last action
}

// A value is old(v) + plus, or plus alone.
type value struct {
	v    int // -1: none
	plus int
}

func (t *tiny) String() string {
	s := fmt.Sprintf("guards %v invariant %v monotone %v ordered %v\n", t.guard, t.invariant, t.monotone, t.ordered)
	for i, th := range t.threads {
		s += fmt.Sprintf("thread %d returns r%d:\n", i, th.ret)
		for j, o := range th.code {
			s += fmt.Sprintf("  %d: %s\n", j, o)
		}
		for _, e := range th.spec {
			s += fmt.Sprintf("  action when %v:", e.when)
			for v, c := range e.change {
				if c != nil {
					s += fmt.Sprintf(" %s=%v", varNames[v], *c)
				}
			}
			if e.result != nil {
				s += fmt.Sprintf(" result=%v", *e.result)
			}
			s += "\n"
		}
	}
	return s
}

func (o op) String() string {
	v := varNames[o.v]
	switch o.kind {
	case opLoad:
		return fmt.Sprintf("r%d = %s", o.r, v)
	case opStore:
		return fmt.Sprintf("%s = %s", v, o.e)
	case opAdd:
		return v + ".Add(1)"
	case opSwap:
		return fmt.Sprintf("ok = %s.CompareAndSwap(r%d, r%d+1)", v, o.r, o.r)
	case opSet:
		return fmt.Sprintf("r%d = %s", o.r, o.e)
	case opAssert:
		return fmt.Sprintf("assert %s == %s", v, o.e)
	case opUntil:
		return fmt.Sprintf("unless ok goto %d", o.back)
	}
	return [...]string{"mu.Lock", "mu.Unlock", "rw.RLock", "rw.RUnlock", "rw.Lock", "rw.Unlock"}[o.kind]
}

// tinyHeap is the shared state in ir.
type tinyHeap struct {
	mu, w, r *ir.Var
	v        [numVars]*ir.Var
}

func (t *tiny) heap() *tinyHeap {
	h := &tinyHeap{mu: mutex("mu")}
	h.w, h.r = rwMutex("rw")
	for i := range h.v {
		g := t.guard[i]
		if g == whenOrdered && i != varZ {
			g = byAll
		}
		read, write := h.predicate(g)
		class := ir.Plain
		if i == varZ {
			class = ir.Atomic
		}
		h.v[i] = heap(varNames[i], class, intSort, read, write)
	}
	return h
}

func (h *tinyHeap) predicate(g guard) (read, write accessPredicate) {
	mu, w := heldBy(h.mu), heldBy(h.w)
	reading := func(_ []*ir.Expr, who *ir.Expr) *ir.Expr {
		return ir.Or(ir.Eq(ir.V(h.w), who), at(h.r, who))
	}
	either := func(_ []*ir.Expr, who *ir.Expr) *ir.Expr {
		return ir.Or(mu(nil, who), reading(nil, who))
	}
	both := func(_ []*ir.Expr, who *ir.Expr) *ir.Expr { return ir.And(mu(nil, who), w(nil, who)) }
	switch g {
	case byMu:
		return mu, mu
	case freeOrByMu:
		return freeOrHeldBy(h.mu), freeOrHeldBy(h.mu)
	case byRW:
		return reading, w
	case readAllWriteMu:
		return always, mu
	case readMuOrRWWriteBoth:
		return either, both
	case readOnly:
		return always, never
	case whenOrdered:
		ordered := func([]*ir.Expr, *ir.Expr) *ir.Expr { return ir.Le(ir.V(h.v[varX]), ir.V(h.v[varY])) }
		return ordered, ordered
	}
	return always, always
}

// function gives thread i as a function to verify.
func (t *tiny) function(i int) *ir.Func {
	h, th := t.heap(), t.threads[i]
	regs := []*ir.Var{local("r0", intSort), local("r1", intSort)}
	ok := local("ok", ir.Bool)
	result := param("result", intSort)
	f := &ir.Func{
		Name: fmt.Sprintf("thread%d", i), Tid: tid, Results: []*ir.Var{result}, Locals: append(regs, ok),
		Heap: []*ir.Var{h.mu, h.r, h.w, h.v[varX], h.v[varY], h.v[varZ]}, KeepsLocks: true,
		Spec: h.spec(th.spec, result),
	}
	if t.invariant {
		f.Invariants = []*ir.Invariant{{Clause: *clause(ir.Eq(ir.V(h.v[varX]), ir.V(h.v[varY]))), Type: "package"}}
	}
	if t.monotone {
		z := ir.V(h.v[varZ])
		f.Transitions = []*ir.Invariant{{Clause: *clause(ir.Le(ir.Old(z), z)), Type: "package"}}
	}
	if t.ordered {
		inv := &ir.Invariant{Clause: *clause(ir.Le(ir.V(h.v[varX]), ir.V(h.v[varY]))), Type: "package", Always: true}
		f.Invariants, f.Transitions = append(f.Invariants, inv), append(f.Transitions, inv)
	}
	cur := block("entry", set(regs[0], num(0)), set(regs[1], num(0)), set(ok, ir.True))
	all := []*ir.Block{cur}
	at := map[int]*ir.Block{}
	next := func(name string) {
		b := block(name)
		cur.Succs = append(cur.Succs, b)
		all, cur = append(all, b), b
	}
	for j, o := range th.code {
		if slices.ContainsFunc(th.code, func(u op) bool { return u.kind == opUntil && u.back == j }) {
			next(fmt.Sprintf("head%d", j))
			at[j] = cur
		}
		if o.kind != opUntil {
			cur.Stmts = append(cur.Stmts, h.stmt(o, regs, ok))
			continue
		}
		again := block(fmt.Sprintf("again%d", j), assume(ir.Not(ir.V(ok))))
		again.Succs = []*ir.Block{at[o.back]}
		cur.Succs = append(cur.Succs, again)
		all = append(all, again)
		next(fmt.Sprintf("past%d", j))
		cur.Stmts = append(cur.Stmts, assume(ir.V(ok)))
	}
	returning(cur, ir.V(regs[th.ret]))
	return body(f, all...)
}

func (h *tinyHeap) stmt(o op, regs []*ir.Var, ok *ir.Var) ir.Stmt {
	e := num(int64(o.e.plus))
	if o.e.reg >= 0 {
		e = plus(ir.V(regs[o.e.reg]), e)
	}
	v, r := h.v[o.v], regs[o.r]
	switch o.kind {
	case opLock:
		return lock(h.mu)
	case opUnlock:
		return unlock(h.mu)
	case opRLock:
		return &ir.Step{
			Text: "rw.RLock()", When: ir.Eq(ir.V(h.w), ir.Free), Mover: ir.RightMover,
			Pre: []*ir.Assert{{Cond: ir.And(ir.Ne(ir.V(h.w), me), ir.Not(at(h.r, me))),
				Check: ir.Check{Kind: ir.SelfDeadlock}}},
			Do: []ir.Stmt{put(h.r, []*ir.Expr{me}, ir.True)}, Access: touch(h.r, true, []*ir.Expr{me}),
		}
	case opRUnlock:
		return &ir.Step{
			Text: "rw.RUnlock()", Mover: ir.LeftMover, Do: []ir.Stmt{put(h.r, []*ir.Expr{me}, ir.False)},
			Pre:    []*ir.Assert{{Cond: at(h.r, me), Check: ir.Check{Kind: ir.NotHeld}}},
			Access: touch(h.r, true, []*ir.Expr{me}),
		}
	case opWLock:
		s, g := lock(h.w), bound("g", ir.Tid)
		s.When = ir.And(s.When, ir.Forall([]*ir.Var{g}, ir.Not(at(h.r, ir.V(g))), h.r))
		s.Pre[0].Cond = ir.And(s.Pre[0].Cond, ir.Not(at(h.r, me)))
		return s
	case opWUnlock:
		return unlock(h.w)
	case opLoad:
		return load(r, v)
	case opStore:
		return store(e, v)
	case opAdd:
		return store(plus(ir.V(v), num(1)), v)
	case opSwap:
		return cas(ok, ir.V(r), plus(ir.V(r), num(1)), v)
	case opAssert:
		return assert(ir.Eq(ir.V(v), e))
	}
	return set(r, e)
}

func (h *tinyHeap) spec(es []effect, result *ir.Var) *ir.Spec {
	s := &ir.Spec{Clause: ir.Clause{Text: "spec"}}
	for i, e := range es {
		a := &ir.Action{Name: fmt.Sprintf("A%d", i)}
		if e.when {
			a.When = append(a.When, clause(ir.Eq(ir.V(h.mu), ir.Free)))
		}
		for v, c := range e.change {
			if c != nil {
				a.Modifies = append(a.Modifies, modify(h.v[v]))
				a.Ensures = append(a.Ensures, clause(ir.Eq(ir.V(h.v[v]), h.value(*c))))
			}
		}
		if e.result != nil {
			a.Ensures = append(a.Ensures, clause(ir.Eq(ir.V(result), h.value(*e.result))))
		}
		s.Nodes = append(s.Nodes, a)
		s.Final = append(s.Final, i == len(es)-1)
		s.Follow = append(s.Follow, nil)
		if i > 0 {
			s.Follow[i-1] = []int{i}
		}
	}
	s.First = []int{0}
	return s
}

func (h *tinyHeap) value(x value) *ir.Expr {
	if x.v < 0 {
		return num(int64(x.plus))
	}
	return plus(ir.Old(ir.V(h.v[x.v])), num(int64(x.plus)))
}
