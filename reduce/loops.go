package reduce

import (
	"github.com/calvin-go/calvin/ir"
)

// A cut is a loop cut at its head: what holds on entry and after every iteration is all that is known there.
//
//	before   the ways in: the invariant is asserted, the state saved for candidates that compare with it
//	head     what iterations change is havocked; the invariant is assumed
//	again    the ways back: the invariant is asserted, and the execution ends
type cut struct {
	head          *ir.Block
	before, again *ir.Block
	changed       map[*ir.Var]bool
	entry         view // the state in before
	candidates    []*proposal
}

// A point is one of the places of a cut.
type point uint8

const (
	before point = iota
	atHead
	again
)

// cutLoop translates before and again.
func (t *translation) cutLoop(l *cut) {
	t.prepare(l)
	t.start(l.before)
	t.given = t.assigned[l.head]
	t.check.arrive(l.head, false)
	t.saveRead(l.prefix(), t.check.changes(l.head), l.conditions())
	t.check.stated(l, before)
	t.oblige(l)
	t.jump(t.place[l.head])

	t.start(l.again)
	t.check.arrive(l.head, true)
	t.check.stated(l, again)
	t.oblige(l)
}

func (l *cut) prefix() string { return l.head.Name }

// prepare finds what changes and what might not.
func (t *translation) prepare(l *cut) {
	changes := t.check.changes(l.head)
	l.changed = map[*ir.Var]bool{}
	for _, v := range changes {
		l.changed[v] = true
	}
	l.entry = t.saved(l.prefix(), changes)
	l.candidates = t.propose(l, append(t.check.proposals(l), t.common(l)...))
}

// head havocs and assumes at the head.
func (t *translation) head(l *cut) {
	loop := l.head.Loop
	t.havoc(t.check.changes(l.head))
	t.assumeWorld()
	for _, q := range t.certainIn[l.head] {
		t.assume(q.condition())
	}
	t.check.stated(l, atHead)
	for _, p := range l.candidates {
		t.emit(&ir.Assume{Cond: p.cond, Candidate: p.Candidate})
	}
	t.mark(&ir.Mark{Span: loop.Span, Kind: ir.MarkLoop, Text: loop.Text, Shows: t.loopSights(l)})
}

// oblige asserts the candidates.
func (t *translation) oblige(l *cut) {
	for _, p := range l.candidates {
		t.emit(&ir.Assert{Span: l.head.Loop.Span, Cond: p.cond, Candidate: p.Candidate})
	}
}

func (l *cut) conditions() []*ir.Expr {
	var cs []*ir.Expr
	for _, p := range l.candidates {
		cs = append(cs, p.cond)
	}
	return cs
}

// havocked lists the locals that a loop changes, the heap variables too and, if others run in it, what they change.
func (t *translation) havocked(changed vars, others bool) []*ir.Var {
	if others {
		for _, v := range t.exposed() {
			changed[v] = true
		}
	}
	var vs []*ir.Var
	for _, v := range append(append([]*ir.Var(nil), t.fn.Locals...), t.state()...) {
		if changed[v] {
			vs = append(vs, v)
		}
	}
	return vs
}

// loopSights shows the variables of the source that the loop changes.
func (t *translation) loopSights(l *cut) []ir.Show {
	var shows []ir.Show
	for _, v := range t.fn.Locals {
		if l.changed[v] && v.Label != "" && t.given.has(v) && len(shows) < maxShown {
			shows = append(shows, ir.Show{Label: v.Label, Value: ir.V(v)})
		}
	}
	return shows
}
