package reduce

import (
	"context"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/calvin-go/calvin/ir"
)

// A sharing is a program of two goroutines that create objects, link them, and pass them on through a shared pointer:
//
//	type node struct { f int; next *node }    f immutable once shared, or guarded by mu; next immutable once shared
//	var mu sync.Mutex; var g atomic.Pointer[node]
type sharing struct {
	guarded bool // f, by mu
	threads [2][]refOp
}

// A refOp is a statement over registers that hold references.
type refOp struct {
	kind refKind
	x, y int
	c    int
}

type refKind uint8

const (
	refNew     refKind = iota // x = new(node)
	refCopy                   // x = y
	refPublish                // g = x
	refGrab                   // x = g
	refLink                   // x.next = y
	refNext                   // x = y.next
	refWrite                  // x.f = c
	refRead                   // _ = x.f
	refAssert                 // assert x.f == c
	refLock
	refUnlock
)

const (
	numRefs    = 3
	maxObjects = 6
)

func (o refOp) String() string {
	return fmt.Sprintf([]string{
		"x%[1]d = new", "x%[1]d = x%[2]d", "g = x%[1]d", "x%[1]d = g", "x%[1]d.next = x%[2]d", "x%[1]d = x%[2]d.next",
		"x%[1]d.f = %[3]d", "_ = x%[1]d.f", "assert x%[1]d.f == %[3]d", "lock", "unlock",
	}[o.kind]+"%.0[1]d%.0[2]d%.0[3]d", o.x, o.y, o.c)
}

func (s *sharing) String() string {
	text := fmt.Sprintf("guarded %v\n", s.guarded)
	for i, code := range s.threads {
		text += fmt.Sprintf("thread %d:\n", i)
		for _, o := range code {
			text += "  " + o.String() + "\n"
		}
	}
	return text
}

// A refState is one state of the exploration. Object 0 is nil, object 1 is there from the beginning, in g or not.
type refState struct {
	f, next [maxObjects]int
	objects int
	g, mu   int
	pc      [2]int
	regs    [2][numRefs]int
}

type refExplorer struct {
	*sharing
	seen map[refState]bool
}

func (s *sharing) explore() string {
	for g := range 2 {
		x := &refExplorer{s, map[refState]bool{}}
		if wrong := x.from(refState{objects: 2, g: g}); wrong != "" {
			return wrong
		}
	}
	return ""
}

func (x *refExplorer) from(s refState) string {
	if x.seen[s] {
		return ""
	}
	x.seen[s] = true
	if x.races(s) {
		return fmt.Sprintf("data race in %+v", s)
	}
	for i := range x.threads {
		if s.pc[i] < len(x.threads[i]) {
			next, wrong := x.step(s, i)
			if wrong == "" {
				wrong = x.from(next)
			}
			if wrong != "" {
				return wrong
			}
		}
	}
	return ""
}

// touched is the object that the next statement of goroutine i accesses: which of its fields, and whether it writes.
func (x *refExplorer) touched(s refState, i int) (object int, next, writes bool) {
	if s.pc[i] == len(x.threads[i]) {
		return 0, false, false
	}
	switch o := x.threads[i][s.pc[i]]; o.kind {
	case refLink:
		return s.regs[i][o.x], true, true
	case refNext:
		return s.regs[i][o.y], true, false
	case refWrite, refRead:
		return s.regs[i][o.x], false, o.kind == refWrite
	}
	return 0, false, false
}

func (x *refExplorer) races(s refState) bool {
	a, next, writes := x.touched(s, 0)
	b, next2, writes2 := x.touched(s, 1)
	return a != 0 && a == b && next == next2 && (writes || writes2)
}

// others reports whether the other goroutine can reach the object.
func (s refState) others(i, object int) bool {
	for _, from := range append([]int{s.g}, s.regs[1-i][:]...) {
		for n := 0; from != 0 && n < maxObjects; n++ {
			if from == object {
				return true
			}
			from = s.next[from]
		}
	}
	return false
}

// step runs the next statement of goroutine i. One that cannot go on (nil, a lock that is not free) leaves the state.
func (x *refExplorer) step(s refState, i int) (refState, string) {
	o, before := x.threads[i][s.pc[i]], s
	object, next, writes := x.touched(s, i)
	r := &s.regs[i]
	s.pc[i]++
	switch o.kind {
	case refLink, refNext, refWrite, refRead, refAssert:
		if object == 0 && o.kind != refAssert || o.kind == refAssert && r[o.x] == 0 {
			return before, ""
		}
	}
	if writes && s.others(i, object) && (next || !x.guarded) {
		return s, fmt.Sprintf("thread %d changes what is shared at %d in %+v", i, before.pc[i], before)
	}
	switch o.kind {
	case refNew:
		if s.objects == maxObjects {
			return before, ""
		}
		r[o.x] = s.objects
		s.objects++
	case refCopy:
		r[o.x] = r[o.y]
	case refPublish:
		s.g = r[o.x]
	case refGrab:
		r[o.x] = s.g
	case refLink:
		s.next[object] = r[o.y]
	case refNext:
		r[o.x] = s.next[object]
	case refWrite:
		s.f[object] = o.c
	case refAssert:
		if s.f[r[o.x]] != o.c {
			return s, fmt.Sprintf("assertion of thread %d at %d fails in %+v", i, before.pc[i], before)
		}
	case refLock:
		if s.mu != 0 {
			return before, ""
		}
		s.mu = i + 1
	case refUnlock:
		if s.mu != i+1 {
			return s, "unlocks what it does not hold"
		}
		s.mu = 0
	}
	return s, ""
}

// function gives one goroutine as desugar would.
func (s *sharing) function(i int) *ir.Func {
	l := newList()
	mu, g := l.mu, atomicVar("g", ir.Ref)
	f := heap("f", ir.Plain, intSort, always, never, ir.Ref)
	if s.guarded {
		f = guarded("f", intSort, func(_ []*ir.Expr, who *ir.Expr) *ir.Expr { return ir.Eq(ir.V(mu), who) }, ir.Ref)
	}
	next := heap("next", ir.Plain, ir.Ref, always, never, ir.Ref)
	points := func(v *ir.Expr) []*ir.Expr { return []*ir.Expr{v} }
	next.Heap.Points, g.Heap.Points = points, points
	fn := &ir.Func{
		Name: fmt.Sprintf("thread%d", i), Tid: tid, Heap: []*ir.Var{f, g, mu, next},
		Status: l.status, Stored: l.stored, Base: l.f.Base,
	}
	var regs []*ir.Var
	entry := block("entry")
	for r := range numRefs {
		regs = append(regs, local(fmt.Sprintf("x%d", r), ir.Ref))
		entry.Stmts = append(entry.Stmts, set(regs[r], ir.Nil))
	}
	v := local("v", intSort)
	fn.Locals = append(regs, v)
	is := func(x *ir.Expr, code int64) *ir.Expr { return ir.Eq(at(l.status, x), ir.N(code, ir.Int)) }
	for _, o := range s.threads[i] {
		x, y := ir.V(regs[o.x]), ir.V(regs[o.y])
		add := func(stmts ...ir.Stmt) { entry.Stmts = append(entry.Stmts, stmts...) }
		switch o.kind {
		case refNew:
			add(&ir.Step{Text: o.String(), Mover: ir.BothMover, Do: []ir.Stmt{
				&ir.Havoc{Vars: []*ir.Var{regs[o.x]}},
				assume(ir.And(ir.Ne(x, ir.Nil), is(x, ir.Unallocated), ir.Eq(at(f, x), num(0)), ir.Eq(at(next, x), ir.Nil))),
				put(l.status, []*ir.Expr{x}, ir.N(ir.Mine, ir.Int)), put(l.stored, []*ir.Expr{x}, ir.False),
			}})
		case refCopy:
			add(set(regs[o.x], y))
		case refPublish:
			step := store(x, g)
			step.Publish = []*ir.Expr{x}
			add(step)
		case refGrab:
			add(load(regs[o.x], g), assume(ir.Or(ir.Eq(x, ir.Nil), is(x, ir.Shared))))
		case refLink:
			step := store(y, next, x)
			local := is(x, ir.Mine)
			step.Do = append([]ir.Stmt{put(l.stored, []*ir.Expr{y}, ir.Or(local, at(l.stored, y)))}, step.Do...)
			step.Publish = []*ir.Expr{ir.Ite(local, ir.Nil, y)}
			add(assume(ir.Ne(x, ir.Nil)), step)
		case refNext:
			was := local("was"+fmt.Sprint(len(entry.Stmts)), ir.Ref)
			fn.Locals = append(fn.Locals, was)
			add(assume(ir.Ne(y, ir.Nil)), set(was, y), load(regs[o.x], next, ir.V(was)),
				assume(ir.Or(ir.Eq(x, ir.Nil), is(x, ir.Shared), ir.And(is(ir.V(was), ir.Mine), is(x, ir.Mine)))))
		case refWrite:
			add(assume(ir.Ne(x, ir.Nil)), store(num(int64(o.c)), f, x))
		case refRead:
			add(assume(ir.Ne(x, ir.Nil)), load(v, f, x))
		case refAssert:
			add(assume(ir.Ne(x, ir.Nil)), assert(ir.Eq(at(f, x), num(int64(o.c)))))
		case refLock:
			add(lock(mu))
		case refUnlock:
			add(unlock(mu))
		}
	}
	return body(fn, returning(entry))
}

// What is accepted of programs that pass objects from goroutine to goroutine has no data race, changes nothing that is
// immutable once shared, and keeps its assertions.
func TestOwnership(t *testing.T) {
	wrong, right, accepted := 0, 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		s := &sharing{guarded: rapid.Bool().Draw(rt, "guarded")}
		for i := range s.threads {
			for range rapid.IntRange(2, 7).Draw(rt, "statements") {
				s.threads[i] = append(s.threads[i], drawRefOp(rt, s.guarded))
			}
		}
		found := s.explore()
		if found == "" {
			if right++; right%16 == 0 && s.verified(t) {
				accepted++
			}
			return
		}
		wrong++
		if s.verified(t) {
			rt.Fatalf("verified:\n%s\nbut %s", s, found)
		}
	})
	t.Logf("%d wrong programs refused; %d without a violation, %d of %d tried accepted", wrong, right, accepted, right/16)
}

func drawRefOp(t *rapid.T, guarded bool) refOp {
	kinds := []refKind{
		refNew, refNew, refCopy, refPublish, refPublish, refGrab, refGrab, refLink, refNext, refWrite, refWrite, refRead,
		refAssert,
	}
	if guarded {
		kinds = append(kinds, refLock, refUnlock)
	}
	reg := func(name string) int { return rapid.IntRange(0, numRefs-1).Draw(t, name) }
	return refOp{
		kind: rapid.SampledFrom(kinds).Draw(t, "kind"), x: reg("x"), y: reg("y"), c: rapid.IntRange(0, 1).Draw(t, "c"),
	}
}

func (s *sharing) verified(t *testing.T) bool {
	for i := range s.threads {
		f := s.function(i)
		if err := ir.CheckFunc(f); err != nil {
			t.Fatal(err)
		}
		for _, reduction := range []func(context.Context, *ir.Func) (*ir.Program, error){Access, Abstraction} {
			p, err := reduction(context.Background(), f)
			if err != nil {
				t.Fatalf("%v\n%s", err, s)
			}
			for _, g := range prove(t, p) {
				if g.Cover == nil { // a goroutine that meets nil does not return
					return false
				}
			}
		}
	}
	return true
}
