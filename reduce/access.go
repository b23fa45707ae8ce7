package reduce

import (
	"context"

	"github.com/calvin-go/calvin/ir"
)

// Access returns check 1 of f: under full preemption, every access is allowed by its access predicate, ordinary memory
// is free of data races, and steps respect transitions. The paper's =acc, figure 5:
//
//	when P do S   =acc   E_A; assume P; assert A_V; S
//
// Object invariants are not assumed: others may be in the midst of breaking one. What check 2 asserts (panics, locks,
// assertions) is assumed here as far as it speaks of locals, locks and constants: a first failure has only
// well-behaved steps before it, to which one or the other check applies.
//
// It ends with the error of the context soon after that ends, as all reductions do.
func Access(ctx context.Context, f *ir.Func) (*ir.Program, error) {
	return stoppable(ctx, func(s *stopper) (*ir.Program, error) {
		t, err := newTranslation(s, f, f.Name+"/access")
		if err != nil {
			return nil, err
		}
		t.check = &access{t, map[*ir.Step]bool{}}
		return t.run()
	})
}

type access struct {
	*translation
	disturbed map[*ir.Step]bool // steps before which others have run
}

func (a *access) entry() {
	a.mark(&ir.Mark{Span: a.fn.Span, Kind: ir.MarkEntry, Text: a.fn.Name})
	for _, e := range a.fn.Given {
		if a.steady(e) {
			a.assume(e)
		}
	}
	for _, e := range a.fn.Taken {
		a.assume(e)
	}
	for _, c := range a.fn.Requires {
		if a.early(c.Cond) {
			a.assume(c.Cond)
		}
	}
	a.assumeWorld()
	a.assumeEntryLocks()
	a.entryOwnership()
}

func (a *access) step(s *ir.Step) {
	if !a.disturbed[s] && !a.undisturbed(s) && !a.commutes(s) {
		a.environment(s.Span)
	}
	for _, p := range s.Pre {
		a.assertion(p)
	}
	a.await(s)
	a.assumeOutcome(s)
	for i := range s.Access {
		a.allowed(s, &s.Access[i])
	}
	left := a.keepLeft(s)
	index, was := a.execute(s)
	if s.Shares {
		a.assumeWorld()
	}
	a.checkTransitions(s, was, true)
	a.publish(s.Span, a.publishedBy(s), s.Apart...)
	a.give(s)
	right := a.rightMover(s, index)
	a.executed(s, index, moverCode(s, right, left), false)
}

// undisturbed reports whether it makes no difference that other goroutines run just before the step: it certainly is a left
// mover, so their steps might as well come after it, and what is asserted of it they do not change. To leave them out pays
// where there is ownership to be kept track of; else the program is the paper's.
func (a *access) undisturbed(s *ir.Step) bool {
	if a.fn.Status == nil || s.Contract || s.Foreign || len(s.Publish)+len(s.Give) > 0 || a.leftMover(s).Op != ir.OpTrue {
		return false
	}
	known := a.certainAt[s].before
	for _, p := range s.Pre {
		if len(heapVars(p.Cond)) > 0 && known.simplify(a.world, p.Cond).Op != ir.OpTrue {
			return false
		}
	}
	for i := range s.Access { // also where the step's class says nothing of them, as that of an Unlock
		x, k := &s.Access[i], kindOf(&s.Access[i])
		r := a.rules[x.Map]
		if !unguarded(x) && !x.Alone && known.simplify(a.world, atIndex(x.Map, ir.And(r.allowed[k], r.exclusive[k]), x.Index)).Op != ir.OpTrue {
			return false
		}
	}
	changed := map[*ir.Var]bool{}
	forTargets(s.Do, func(v *ir.Var) { changed[v] = true })
	return len(a.transitions(changed)) == 0
}

// commutes reports whether the step is a left mover if it does what is asserted of it: touch ordinary memory to which it has exclusive
// access, and nothing else. Then it makes no difference, either, that other goroutines run just before. If the assertion fails they
// need not have run for it to fail. If it holds it would after their steps, as exclusive access is stable, and these might as
// well come after the step. As in undisturbed, to leave them out pays where there is ownership.
func (a *access) commutes(s *ir.Step) bool {
	if s.Mover != ir.ByPredicate || blocking(s) || s.MayStall || s.Contract || s.Foreign || s.Sends || s.Transfers ||
		s.Relies || s.Shares || len(s.Publish)+len(s.Give) > 0 || len(s.Access) == 0 {
		return false
	}
	known := a.certainAt[s].before
	for _, p := range s.Pre {
		asked := p.Check.Kind == ir.NotGiven || p.Check.Kind == ir.RequiresAtCall || ofAccess(p) && a.steady(p.Cond)
		if asked && len(heapVars(p.Cond)) > 0 && known.simplify(a.world, p.Cond).Op != ir.OpTrue {
			return false
		}
	}
	accessed := map[*ir.Var]bool{}
	for i := range s.Access {
		h := s.Access[i].Map.Heap
		if h.Class != ir.Plain || s.Access[i].Atomic || h.Ghost || h.Claimed != nil || h.Away != nil || h.Borrowed != nil || unguarded(&s.Access[i]) {
			return false
		}
		accessed[s.Access[i].Map] = true
	}
	changed, read := map[*ir.Var]bool{}, map[*ir.Var]bool{}
	forTargets(s.Do, func(v *ir.Var) { changed[v] = true })
	for _, d := range s.Do {
		switch d := d.(type) {
		case *ir.Assign:
			ir.HeapVars(d.Src, read)
		case *ir.Assume:
			ir.HeapVars(d.Cond, read)
		}
	}
	for v := range changed {
		if v.Kind == ir.HeapVar && !accessed[v] {
			return false
		}
	}
	for v := range read { // what others may settle of an object that they were handed is no constant here
		if !accessed[v] {
			return false
		}
	}
	return len(a.transitions(changed)) == 0
}

// assumeOutcome assumes what the step has to find before it does anything: that a compare-and-swap succeeds, say. Whoever
// finds it otherwise does not take the step, but another one.
func (a *access) assumeOutcome(s *ir.Step) {
	for _, d := range s.Do {
		found, ok := d.(*ir.Assume)
		if !ok {
			return
		}
		a.assume(ir.ResolveOld(found.Cond, now, now))
	}
}

// allowed asserts that the step may touch the location, and that no other goroutine touches it at the same time.
func (a *access) allowed(s *ir.Step, x *ir.Access) {
	if (s.Contract || s.Foreign) && !x.Ghost || x.Alone {
		return
	}
	if unguarded(x) && !(isLock(x.Map) && a.gives()) { // a lock of what it has given away it may not take
		return
	}
	r, k, span := a.rules[x.Map], kindOf(x), x.Span
	if span == (ir.Span{}) {
		span = s.Span
	}
	kinds := [2][2]ir.CheckKind{
		read:  {ir.ReadDenied, ir.ReadRace},
		write: {ir.WriteDenied, ir.WriteRace},
	}[k]
	claimed := func(e *ir.Expr) *ir.Expr {
		if x.Map.Heap.Claimed != nil {
			e = ir.Implies(x.Map.Heap.Claimed, e)
		}
		return atIndex(x.Map, e, x.Index)
	}
	a.assert(span, claimed(r.allowed[k]), a.guardCheck(kinds[0], x))
	if (x.Map.Heap.Class == ir.Plain || x.Map.Heap.Mixed) && !x.Atomic { // two atomic accesses are no race, and a plain one answers for those that there may be beside it
		a.assert(span, claimed(r.exclusive[k]), a.guardCheck(kinds[1], x))
	}
}

// unguarded tells accesses that no predicate is about: bookkeeping, what channel operations look at, and locks without a
// predicate of their own.
func unguarded(x *ir.Access) bool {
	h := x.Map.Heap
	return h.Class.IsBookkeeping() || h.Class == ir.Token || h.Class == ir.Latch && !x.Write ||
		isLock(x.Map) && h.Read == nil && h.Write == nil
}

// assertion: see Access. What mentions other shared state proves nothing here, and is skipped.
func (a *access) assertion(s *ir.Assert) {
	switch {
	case hasOld(s.Cond):
	case s.Check.Kind == ir.NotGiven:
		a.assert(s.Span, s.Cond, s.Check)
	case s.Check.Kind == ir.RequiresAtCall && a.early(s.Cond):
		a.environment(s.Span)
		a.assert(s.Span, s.Cond, s.Check)
	case !a.steady(s.Cond):
	case ofAccess(s):
		a.assert(s.Span, s.Cond, s.Check)
	default:
		a.assume(s.Cond)
	}
}

// ofAccess tells the assertions that desugar makes of accesses: that a location for sync/atomic is not touched otherwise.
func ofAccess(s *ir.Assert) bool {
	return ir.ReadDenied <= s.Check.Kind && s.Check.Kind <= ir.WriteRace
}

func hasOld(e *ir.Expr) bool {
	found := false
	ir.Walk(e, func(x *ir.Expr) bool {
		found = found || x.Op == ir.OpOld
		return !found
	})
	return found
}

func (a *access) goes(s *ir.Spawn) {
	a.environment(s.Span)
	a.spawn(s)
}

func (a *access) enter(*ir.Block)        {}
func (a *access) witness(*ir.Witness)    {}
func (a *access) returns(*ir.Return)     {}
func (a *access) arrive(*ir.Block, bool) {}
func (a *access) invariants() bool       { return false }
func (a *access) everyRequires() bool    { return false }
func (a *access) old() view              { return now }

// changes: with a step in the body other goroutines run in it.
func (a *access) changes(head *ir.Block) []*ir.Var {
	changed, steps := a.targets(head)
	return a.havocked(changed, steps)
}

// stated: loop invariants belong to check 2. Here they are candidates like others, as they may speak of state that
// other goroutines change between any two steps.
func (a *access) stated(*cut, point) {}

func (a *access) proposals(l *cut) []candidate {
	var cs []candidate
	for _, c := range l.head.Loop.Invariants {
		if hasOld(c.Cond) {
			continue
		}
		parts := []*ir.Expr{c.Cond}
		if c.Cond.Op == ir.OpAnd { // some of it may hold
			parts = c.Cond.Args
		}
		for _, part := range parts {
			cs = append(cs, candidate{name: "invariant " + c.Text, cond: part})
		}
	}
	return cs
}
