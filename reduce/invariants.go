package reduce

import "github.com/calvin-go/calvin/ir"

// ofObjects says that cond, about inv.This, holds of every object of the type that is shared in the view.
func (w *world) ofObjects(inv *ir.Invariant, in view, cond *ir.Expr) *ir.Expr {
	if inv.This == nil {
		return cond
	}
	shared := in.of(w.has(w.base(ir.V(inv.This)), ir.Shared))
	return w.ofType(inv, ir.Implies(shared, cond))
}

// ofType says that cond holds of every reference to an object of inv's type.
func (w *world) ofType(inv *ir.Invariant, cond *ir.Expr) *ir.Expr {
	if inv.This == nil {
		return cond
	}
	is := inv.Is
	if is == nil {
		is = ir.True
	}
	return ir.Forall([]*ir.Var{inv.This}, ir.Implies(is, cond), inv.On...)
}

// assumeAlways assumes what holds of all shared objects in every state.
func (t *translation) assumeAlways() {
	for _, inv := range t.fn.Transitions {
		if inv.Always {
			t.assume(t.ofObjects(inv, now, inv.Cond))
		}
	}
}

// assumeInvariants assumes the invariants of all shared objects: at entry, after a yield point and after a call.
func (t *translation) assumeInvariants() {
	for _, inv := range t.fn.Invariants {
		t.assume(t.ofObjects(inv, now, inv.Cond))
	}
}

// assertInvariants asserts the invariants of all shared objects that the function's own steps may break: at yield points,
// at returns and before calls. Initial values may break them without any step.
func (t *translation) assertInvariants(span ir.Span) {
	for _, inv := range t.fn.Invariants {
		if t.fn.Initial || !inv.Always && mentions(inv.Cond, func(v *ir.Var) bool { return t.written[v] }) {
			t.assert(span, t.ofObjects(inv, now, inv.Cond), invariantCheck(ir.InvariantAtYield, inv))
		}
	}
}

// assertPublished asserts the invariants of the objects that are about to be shared: what holds always in check 1, the rest
// in check 2.
func (t *translation) assertPublished(span ir.Span, published func(object *ir.Expr) *ir.Expr) {
	for _, inv := range t.fn.Invariants {
		if inv.This == nil {
			continue
		}
		cond := t.ofType(inv, ir.Implies(published(t.base(ir.V(inv.This))), inv.Cond))
		switch {
		case inv.Always != t.check.invariants():
			t.assert(span, cond, invariantCheck(ir.InvariantAtPublish, inv))
		case inv.Always: // asserted in check 1
			t.assume(cond)
		}
	}
}

func invariantCheck(k ir.CheckKind, inv *ir.Invariant) ir.Check {
	return ir.Check{Kind: k, Subject: inv.Type, Clause: &inv.Clause}
}

// transitions lists the transitions that a step which changes the variables may violate.
func (w *world) transitions(changed map[*ir.Var]bool) []*ir.Invariant {
	var found []*ir.Invariant
	for _, inv := range w.fn.Transitions {
		if mentions(inv.Cond, func(v *ir.Var) bool { return changed[v] }) {
			found = append(found, inv)
		}
	}
	return found
}

// toOthers says what a transition means for a step of the goroutine under check: that it holds for whoever looks on. E_A
// takes it in the other direction, with the goroutine under check for tid.
func (w *world) toOthers(cond *ir.Expr) *ir.Expr {
	onlooker := &ir.Var{Name: "g", Label: "another goroutine", Sort: ir.Tid, Kind: ir.BoundVar}
	g := ir.V(onlooker)
	theirs := ir.Subst(cond, map[*ir.Var]*ir.Expr{w.fn.Tid: g})
	if theirs == cond {
		return cond
	}
	return ir.Forall([]*ir.Var{onlooker}, ir.Implies(ir.And(ir.Ne(g, w.tid), ir.Ne(g, ir.Free)), theirs))
}

// checkTransitions asserts, under full preemption, that the step just executed respects the transitions; the state
// before it is read through was. The steps of a callee were checked there, one by one, and so was, transitions being
// transitive, their sum; code that is not at hand is believed to respect them, for every onlooker alike.
//
// Check 2 does not repeat this. It moves a step after the commit point to the left of other goroutines' steps, and so
// sees it in states that differ from those in which it really runs where the transition reads what others may change.
func (t *translation) checkTransitions(s *ir.Step, was view, assert bool) {
	changed := map[*ir.Var]bool{}
	forTargets(s.Do, func(v *ir.Var) { changed[v] = true })
	for _, inv := range t.transitions(changed) {
		toOthers := t.toOthers(inv.Cond)
		if s.Foreign && toOthers != inv.Cond { // the onlooker's own steps may have come in between
			continue
		}
		cond := t.ofObjects(inv, was, ir.ResolveOld(toOthers, now, was))
		if inv.Always && s.Contract { // what the callee has shared is meant, too
			cond = t.ofObjects(inv, now, inv.Cond)
		}
		if s.Contract || s.Foreign || !assert {
			t.assume(cond)
			continue
		}
		t.assert(s.Span, cond, invariantCheck(ir.TransitionAtWrite, inv))
	}
}
