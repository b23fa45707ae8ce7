package reduce

import (
	"context"
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// Abstraction returns check 2 of f: every execution is a sequence of reducible blocks, each of them skip or the next
// action of the specification; and all that is asserted of such executions. The paper's =abs, figures 7 to 9.
func Abstraction(ctx context.Context, f *ir.Func) (*ir.Program, error) {
	return AbstractionWith(ctx, f, nil)
}

// Ends are the steps before which a block may end because they need not be left movers. Nil stands for all of them.
type Ends map[*ir.Step]bool

// AbstractionWith is Abstraction under a conjecture: that of the steps of which only a solver can tell, none but ends
// come in the left phase without being left movers. The program asserts it, each such assertion with the step in
// Check.Ends. Its other assertions count only if all of these hold; otherwise begin anew with more ends.
//
// Code past a yield point is most of a program, and most of it is never reached.
func AbstractionWith(ctx context.Context, f *ir.Func, ends Ends) (*ir.Program, error) {
	return stoppable(ctx, func(s *stopper) (*ir.Program, error) { return newAbstraction(s, f, ends) })
}

func newAbstraction(s *stopper, f *ir.Func, ends Ends) (*ir.Program, error) {
	t, err := newTranslation(s, f, f.Name+"/abstraction")
	if err != nil {
		return nil, err
	}
	a := &abstraction{translation: t, phases: newPhaseFlow(t.world, t.flow, ends), begun: map[*ir.Block]bool{}}
	t.check = a
	a.prepare()
	return t.run()
}

type abstraction struct {
	*translation
	phases *phaseFlow
	phase  phases  // what is known of the phase here
	left   *ir.Var // whether it is MatchingLeft
	// before lists the variables of which old keeps the value at the start of the block. Others that a condition reads
	// in the old state are their own old values, as the function does not change them.
	before    []*ir.Var
	allocates bool // private objects may exist
	yields    bool // the function may be more than one block
	exact     *positions
	safe      *positions // without the clauses about results; the same as exact if there are none
	witnesses []*witness
	purity    *purity            // of a function that is to reduce to one block
	begun     map[*ir.Block]bool // blocks at the start of which a reducible block has begun
}

func (a *abstraction) prepare() {
	a.left = a.variable("phase.left", ir.Bool)
	a.yields = a.phases.yields(a.order)
	a.findAllocates()
	a.findBefore()
	a.findWitnesses()
	if a.fn.Spec != nil {
		a.newPositions()
		if a.fn.Spec.Reducible {
			a.purity = newPurity(a)
		}
	}
}

func (a *abstraction) findAllocates() {
	for _, b := range a.fn.Blocks {
		forTargets(b.Stmts, func(v *ir.Var) { a.allocates = a.allocates || v == a.fn.Status })
	}
	a.allocates = a.allocates && a.fn.Status != nil
}

func (a *abstraction) findBefore() {
	needed := map[*ir.Var]bool{}
	for _, b := range a.fn.Blocks {
		for _, s := range b.Stmts {
			switch s := s.(type) {
			case *ir.Assume:
				underOld(s.Cond, needed)
			case *ir.Assert:
				underOld(s.Cond, needed)
			}
		}
		if b.Loop != nil {
			for _, c := range b.Loop.Invariants {
				underOld(c.Cond, needed)
			}
		}
	}
	if a.fn.Spec != nil {
		readBefore(a.fn.Spec, needed)
	}
	for _, v := range a.state() {
		frames := a.fn.Spec != nil && (v.Heap != nil || v == a.fn.Status && a.allocates)
		if a.written[v] && (needed[v] || frames) {
			a.before = append(a.before, v)
		}
	}
}

// readBefore adds what the actions of a specification read in the state before them: whose an object was, say, that the
// function has published since.
func readBefore(s *ir.Spec, into map[*ir.Var]bool) {
	for _, act := range s.Nodes {
		for _, c := range act.When {
			ir.HeapVars(c.Cond, into)
		}
		for _, c := range act.Ensures {
			underOld(c.Cond, into)
		}
		for _, mod := range act.Modifies {
			for _, x := range where(mod) {
				ir.HeapVars(x, into)
			}
		}
	}
}

func (a *abstraction) old() view { return a.saved("old", a.before) }

// functionEntry reads what is remembered of the state on entry to the function.
func (a *abstraction) functionEntry() view { return a.saved("entry", a.remembered()) }

func (a *abstraction) remembered() []*ir.Var {
	vs := a.retained()
	if a.allocates && a.fn.Spec != nil {
		vs = append(vs, a.fn.Status)
	}
	return vs
}

// entry: others may run before the first step, so that what requires says of the state must be stable or is lost.
func (a *abstraction) entry() {
	a.mark(&ir.Mark{Span: a.fn.Span, Kind: ir.MarkEntry, Text: a.fn.Name, Shows: a.parameters()})
	for _, e := range a.fn.Given {
		a.assume(e)
	}
	for _, e := range a.fn.Taken {
		a.assume(e)
	}
	for _, c := range a.fn.Requires {
		a.assume(c.Cond)
	}
	a.assumeWorld()
	if !a.fn.Initial && a.requiresState() {
		a.assumeInvariants()
	}
	a.assumeHanded(a.lent())
	a.assumeEntryLocks()
	a.entryOwnership()
	a.save("entry", a.remembered())
	a.emit(&ir.Cover{Span: a.fn.Span, Check: ir.Check{Kind: ir.VacuousEntry, Subject: a.fn.Name}})
	if !a.fn.Initial {
		a.environment(a.fn.Span)
		a.assumeInvariants()
	}
	a.beginBlock()
	a.beginPositions()
	a.finale()
}

// requiresState reports whether requires speaks of memory. If not, the invariants tell nothing about the state before
// others run that does not follow from those afterwards: they may have done nothing.
func (a *abstraction) requiresState() bool {
	return slices.ContainsFunc(a.fn.Requires, func(c *ir.Clause) bool { return len(heapVars(c.Cond)) > 0 })
}

func (a *abstraction) parameters() []ir.Show {
	var shows []ir.Show
	for _, p := range a.fn.Params {
		if p.Label != "" {
			shows = append(shows, ir.Show{Label: p.Label, Value: ir.V(p)})
		}
	}
	return shows
}

// finale fills the block where all returns meet: some execution must get there. If the program ends on all ways to
// them, some execution must get to the last place where it does.
func (a *abstraction) finale() {
	before, last := a.beforeEnd()
	returns := slices.IndexFunc(a.order, func(b *ir.Block) bool { return before[b] && b.Return != nil && !b.Return.Panics })
	if returns < 0 {
		a.lastEnd = last
		return
	}
	a.end.Stmts = append(a.end.Stmts, &ir.Cover{
		Span:  a.order[returns].Return.Span,
		Check: ir.Check{Kind: ir.VacuousReturn, Subject: a.fn.Name},
	})
}

// beforeEnd returns the blocks that control may pass without ending the program, as far as the text tells, and the last
// place where it ends.
func (a *abstraction) beforeEnd() (before map[*ir.Block]bool, last *ir.Assume) {
	ends := func(b *ir.Block) *ir.Assume {
		for _, s := range b.Stmts {
			if end, ok := s.(*ir.Assume); ok && end.Ends {
				return end
			}
		}
		return nil
	}
	reached := map[*ir.Block]bool{}
	before = map[*ir.Block]bool{}
	next := []*ir.Block{a.fn.Blocks[0]}
	for len(next) > 0 {
		b := next[len(next)-1]
		next = next[:len(next)-1]
		if reached[b] {
			continue
		}
		reached[b] = true
		if ends(b) == nil {
			before[b] = true
			next = append(next, b.Succs...)
		}
	}
	for _, b := range a.order { // from the end on
		if end := ends(b); last == nil && end != nil && reached[b] {
			last = end
		}
	}
	return before, last
}

// beginBlock starts a reducible block: \old(x) = x for all x, and phase = MatchingRight.
func (a *abstraction) beginBlock() {
	a.save("old", a.before)
	a.enterPhase(rightPhase)
	for _, w := range a.witnesses {
		a.assign(w.flag, ir.False)
	}
	if a.purity != nil {
		a.purity.begin()
	}
}

func (a *abstraction) enterPhase(p phases) {
	a.phase = p
	a.assign(a.left, ir.B(p == leftPhase))
}

func (a *abstraction) enter(b *ir.Block) {
	a.phase = a.phases.in[b]
	if a.begun[b] {
		a.phase = rightPhase
	}
	if a.purity != nil {
		a.purity.enter(b)
	}
}

// step translates "when P do S". Figure 8's three cases are told apart by whether the block has to end first; S itself
// is common to them.
func (a *abstraction) step(s *ir.Step) {
	next := a.phases.after(s, a.phase)
	counted := s.Contract || s.Relies // the callee counts on invariants
	if counted {
		a.assertInvariants(s.Span)
	}
	switch {
	case a.phases.mayYield(s, a.phase):
		a.yieldBefore(s)
		if counted {
			a.assumeInvariants() // whether or not others have run
		}
	case a.phases.openEnded(s, a.phase):
		a.conjecture(s)
	}
	for _, p := range s.Pre {
		if ofAccess(p) && a.steady(p.Cond) && !hasOld(p.Cond) { // asserted in check 1
			a.assume(p.Cond)
			continue
		}
		a.assert(p.Span, a.readOld(p.Cond), p.Check)
	}
	if s.Transfers {
		a.assertHanded(s.Span, a.passed(s), a.required())
	}
	if a.purity != nil {
		a.purity.writes(s)
	}
	a.await(s)
	left := a.keepLeft(s)
	index, was := a.execute(s)
	if s.Shares {
		a.assumeWorld()
	}
	a.checkTransitions(s, was, false)
	if counted {
		a.assumeInvariants() // it has restored them
	}
	if s.Transfers {
		a.assumeReceived(a.passed(s), was)
	}
	a.publish(s.Span, a.publishedBy(s), s.Apart...)
	a.give(s)
	right := a.rightMover(s, index)
	if !touchesNothing(s) {
		a.advance(next, right)
	}
	if a.purity != nil {
		a.purity.step(s, index)
	}
	a.executed(s, index, moverCode(s, right, left), a.purity != nil && a.purity.reads(s))
}

// yieldBefore ends the block before a step that comes in the left phase and is no left mover.
func (a *abstraction) yieldBefore(s *ir.Step) {
	phase, left := a.phase, a.leftMover(s)
	ends := ir.Not(left)
	if phase != leftPhase {
		ends = ir.And(ir.V(a.left), ends)
	}
	if a.purity != nil {
		a.purity.endsBefore(s)
	}
	a.when(ends, "yield", func() { a.yield(s.Span) })
	a.phase = phase | rightPhase
	if left.Op == ir.OpFalse {
		a.phase = rightPhase
	}
}

// conjecture asserts that the block need not end before the step.
func (a *abstraction) conjecture(s *ir.Step) {
	cond := a.leftMover(s)
	if a.phase != leftPhase {
		cond = ir.Implies(ir.V(a.left), cond)
	}
	a.assert(s.Span, cond, ir.Check{Kind: ir.NotAtomic, Ends: s})
}

// advance sets the phase after a step: it stays right only after a right mover, and left until a yield.
func (a *abstraction) advance(next phases, right *ir.Expr) {
	switch {
	case next == leftPhase:
		a.assign(a.left, ir.True)
	case a.phase == rightPhase:
		a.assign(a.left, ir.Not(right))
	default:
		a.assign(a.left, ir.Or(ir.V(a.left), ir.Not(right)))
	}
	a.phase = next
}

// assertion: what is asserted of state that others may change has to hold whatever they have done since the block began. In the
// reduced program they have done nothing: later steps of the block were moved to the left of theirs, and their own blocks, of
// which they may be in the midst, have ended or not begun. Ghosts are there in the reduced program alone: before the commit
// point a condition speaks of them as they are in it.
func (a *abstraction) assertion(s *ir.Assert) {
	cond := a.readOld(s.Cond)
	if !a.byProgrammer(s) || !a.othersChange(s.Cond) {
		a.assert(s.Span, cond, s.Check)
		return
	}
	ghosts := a.ghostsIn(cond)
	if len(ghosts) == 0 {
		a.whateverOthersDo(s.Span, cond, s.Check, leftPhase|rightPhase, nil)
	} else {
		a.whateverOthersDo(s.Span, cond, s.Check, leftPhase, nil)
		a.whateverOthersDo(s.Span, cond, s.Check, rightPhase, ghosts)
	}
	a.assume(cond)
}

// byProgrammer tells the assertions that say something of the state at their place as it is under full preemption, but for those
// that check 1 asserts so.
func (a *abstraction) byProgrammer(s *ir.Assert) bool {
	switch s.Check.Kind {
	case ir.UserAssert, ir.PanicAtCall:
		return true
	case ir.RequiresAtCall:
		return !a.early(s.Cond)
	}
	return false
}

// whateverOthersDo asserts a condition after any steps of other goroutines, as far as the execution is in one of the given
// phases. They do not count for the variables that are kept.
func (a *abstraction) whateverOthersDo(span ir.Span, cond *ir.Expr, c ir.Check, in phases, kept []*ir.Var) {
	here := a.phase & in
	if here == 0 {
		return
	}
	a.aside("assert", func() {
		if here != a.phase {
			a.assume(ir.Eq(ir.V(a.left), ir.B(here == leftPhase)))
		}
		a.save("kept", kept)
		a.environment(span)
		a.assert(span, a.saved("kept", kept).of(cond), c)
	})
}

// ghostsIn lists the ghosts that e reads.
func (a *abstraction) ghostsIn(e *ir.Expr) []*ir.Var {
	return slices.DeleteFunc(slices.Clone(a.fn.Heap), func(v *ir.Var) bool {
		return !v.Heap.Ghost || !mentions(e, func(x *ir.Var) bool { return x == v })
	})
}

// goes: a go statement is a left mover, since nothing of the new goroutine has run, and no right mover.
func (a *abstraction) goes(s *ir.Spawn) {
	a.spawn(s)
	if a.purity != nil {
		a.purity.stores()
	}
	a.enterPhase(leftPhase)
}

func (a *abstraction) returns(r *ir.Return) {
	if r.Panics {
		a.panics(r)
		return
	}
	for i, v := range r.Values {
		if i < len(a.fn.Results) {
			a.assume(ir.Eq(ir.V(a.fn.Results[i]), v))
			a.certain = a.certain.returned(a.world, a.fn.Results[i], v)
		}
	}
	a.assertInvariants(r.Span)
	if refs := append(a.lent(), a.returned()...); a.fn.Exported {
		a.assertHanded(r.Span, nil, refs)
	} else {
		a.assertHanded(r.Span, refs, nil)
	}
	a.assertReleased(r.Span, a.functionEntry())
	if a.purity != nil {
		a.purity.endsReturning(r)
		a.purity.alone(r.Span)
	}
	if a.fn.Spec != nil {
		a.checkReturn(r)
	}
}

func (a *abstraction) invariants() bool    { return true }
func (a *abstraction) everyRequires() bool { return true }

// arrive: past the commit point no loop may begin or go on, unless it ends by construction.
func (a *abstraction) arrive(head *ir.Block, back bool) {
	a.phase = a.phases.arriving(head, back)
	if head.Loop.Contract {
		a.assertInvariants(head.Loop.Span) // and they hold again if others run meanwhile
	}
	if !unbounded(head) || a.phase&leftPhase == 0 {
		return
	}
	inLeft := ir.V(a.left)
	if a.phase == leftPhase {
		inLeft = ir.True
	}
	if a.purity != nil {
		a.purity.endsAt(head, back)
	}
	a.when(inLeft, "yield", func() { a.yield(head.Loop.Span) })
}

func (a *abstraction) changes(head *ir.Block) []*ir.Var {
	changed, _ := a.targets(head)
	body := a.bodyOf(head)
	for _, b := range body {
		for _, s := range b.Stmts {
			if publishes(s) && a.fn.Status != nil {
				changed[a.fn.Status] = true
			}
		}
	}
	yields := a.phases.yields(body)
	vs := a.havocked(changed, yields)
	if yields {
		vs = append(vs, a.snapshots("old", a.before)...)
		vs = append(vs, a.positionVars()...)
	}
	for _, w := range a.witnesses {
		vs = append(vs, w.flag)
	}
	if a.phases.in[head] != rightPhase {
		vs = append(vs, a.left)
	}
	if a.purity != nil {
		vs = append(vs, a.purity.flags()...)
	}
	return vs
}

// loopInvariant asserts what is written of a loop: past the commit point, where a loop that surely ends goes on within the
// block, whatever others have done since. Before it a loop invariant says what is true of the block so far.
func (a *abstraction) loopInvariant(c *ir.Clause, cond *ir.Expr, check ir.Check) {
	a.assert(c.Span, cond, check)
	if a.othersChange(c.Cond) {
		a.whateverOthersDo(c.Span, cond, check, leftPhase, nil)
	}
}

// bodyOf lists the blocks of a loop in their order.
func (a *abstraction) bodyOf(head *ir.Block) []*ir.Block {
	return slices.DeleteFunc(slices.Clone(a.order), func(b *ir.Block) bool { return !a.body[head][b] })
}

func (b *builder) snapshots(prefix string, vs []*ir.Var) []*ir.Var {
	out := make([]*ir.Var, len(vs))
	for i, v := range vs {
		out[i] = b.snapshot(prefix, v)
	}
	return out
}

func publishes(s ir.Stmt) bool {
	switch s := s.(type) {
	case *ir.Step:
		return len(s.Publish) > 0
	case *ir.Spawn:
		return len(s.Publish) > 0
	}
	return false
}

// stated: what is written of a loop; and of the steps of a callee that object invariants hold before each of them, which arrive
// has asserted.
func (a *abstraction) stated(l *cut, at point) {
	if l.head.Loop.Contract && at == atHead {
		a.assumeInvariants()
	}
	for _, c := range l.head.Loop.Invariants {
		cond := a.readOld(c.Cond)
		switch at {
		case before:
			a.loopInvariant(c, cond, ir.Check{Kind: ir.LoopEntry, Clause: c, Shows: c.Shows(a.readOld)})
		case again:
			a.loopInvariant(c, cond, ir.Check{Kind: ir.LoopPreserved, Clause: c, Shows: c.Shows(a.readOld)})
		case atHead:
			a.assume(cond)
		}
	}
	if at == atHead && a.purity != nil {
		a.purity.head(l.head)
	}
	if at == atHead && len(l.head.Loop.Invariants) > 0 {
		a.emit(&ir.Cover{Span: l.head.Loop.Span, Check: ir.Check{Kind: ir.VacuousLoop, Subject: l.head.Loop.Text}})
	}
}
