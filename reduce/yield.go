package reduce

import (
	"slices"
	"strings"

	"github.com/calvin-go/calvin/ir"
)

// yield ends a reducible block and begins the next: the paper's YIELD, figure 9. The block must be skip or an action
// at a possible position; object invariants hold; then other goroutines run.
func (a *abstraction) yield(span ir.Span) {
	if a.fn.Spec != nil {
		a.checkBlock(span)
	}
	if !a.fn.Initial { // nobody else is there to see
		a.assertInvariants(span)
		a.environment(span)
		a.assumeInvariants()
	}
	a.beginBlock()
}

// checkBlock asserts that the block is explained, and moves the positions on.
func (a *abstraction) checkBlock(span ir.Span) {
	if a.purity != nil {
		a.purity.alone(span)
	}
	safe := a.judge(a.safe)
	a.assert(span, a.safe.any(safe.free()), a.specCheck(ir.NotAtomic))
	if len(a.witnesses) > 0 {
		a.assert(span, a.safe.any(safe), a.specCheck(ir.WrongWitness))
	}
	if a.exact != a.safe {
		a.exact.move(a.builder, a.settling(a.judge(a.exact)))
	}
	a.safe.move(a.builder, safe)
}

// settling restricts the last action of the specification to a block after which the results are what callers take them for.
// In the last block of the function they are that in any case.
func (a *abstraction) settling(j *judgement) *judgement {
	if a.fn.Spec.ResultBinding == nil {
		return j
	}
	settled := a.variable("block.settled", ir.Bool)
	a.assign(settled, a.fn.Spec.ResultBinding)
	for i, final := range a.fn.Spec.Final {
		if final {
			j.action[i] = ir.And(j.action[i], ir.V(settled))
		}
	}
	return j
}

// checkReturn asserts that the last block is explained and that the specification may end after it.
func (a *abstraction) checkReturn(r *ir.Return) {
	if a.oneAction() {
		a.checkSingle(r)
		return
	}
	a.checkFinal(r)
}

func (a *abstraction) checkFinal(r *ir.Return) {
	done := a.judge(a.exact)
	a.assert(r.Span, a.exact.any(done.free()), a.specCheck(ir.NotAtomic))
	a.assert(r.Span, a.exact.final(done.free()), a.specCheck(ir.ReturnTooSoon))
	if len(a.witnesses) > 0 {
		a.assert(r.Span, a.exact.final(done), a.specCheck(ir.WrongWitness))
	}
}

// oneAction tells the specifications that are a single action.
func (a *abstraction) oneAction() bool {
	s := a.fn.Spec
	return len(s.Nodes) == 1 && len(s.First) == 1 && len(s.Follow[0]) == 0 && s.Final[0] && !s.Empty &&
		len(a.witnesses) == 0
}

// checkSingle is checkFinal for one action, clause by clause where no earlier block can have been that action: skip is
// no explanation of the last block then, and each clause may be asserted on its own.
func (a *abstraction) checkSingle(r *ir.Return) {
	clauses := func() {
		if a.yields {
			a.assert(r.Span, ir.V(a.exact.begin), a.specCheck(ir.NotAtomic))
		}
		a.checkClauses(r, a.fn.Spec.Nodes[0])
	}
	if !a.yields {
		clauses()
		return
	}
	again := func() { a.assert(r.Span, a.exact.final(a.judge(a.exact)), a.specCheck(ir.NotAtomic)) }
	a.choose(ir.V(a.exact.node[0]), "done", again, clauses)
}

func (a *abstraction) checkClauses(r *ir.Return, act *ir.Action) {
	for _, c := range act.When {
		a.assert(r.Span, a.old().of(c.Cond), ir.Check{Kind: ir.WhenAtCommit, Subject: act.Name, Clause: c, Shows: c.Shows(a.old().of)})
	}
	for _, c := range act.Ensures {
		a.assert(r.Span, a.readOld(c.Cond), ir.Check{Kind: ir.EnsuresAtReturn, Subject: act.Name, Clause: c, Shows: c.Shows(a.readOld)})
	}
	for _, m := range a.framed(act) {
		a.assert(r.Span, a.unchanged(m, act.Modifies), ir.Check{
			Kind: ir.FrameAtReturn, Subject: strings.Join(a.writtenAs(m), ", "), Detail: act.Name, Clause: a.modifies(act),
		})
	}
}

// modifies is what is written of the places that an action changes.
func (a *abstraction) modifies(act *ir.Action) *ir.Clause {
	c := &ir.Clause{Span: a.fn.Spec.Span, Text: "modifies nothing"}
	var places []string
	for _, m := range act.Modifies {
		if m.Text == "" {
			return &a.fn.Spec.Clause
		}
		if len(places) == 0 {
			c.Span = m.Span
		}
		if !slices.Contains(places, m.Text) {
			places = append(places, m.Text)
		}
	}
	if len(places) > 0 {
		c.Text = "modifies " + strings.Join(places, ", ")
	}
	return c
}

// specCheck describes a failure to match the specification: with the truth of each clause, so far as it can be shown.
func (a *abstraction) specCheck(k ir.CheckKind) ir.Check {
	c := ir.Check{Kind: k, Clause: &a.fn.Spec.Clause}
	var names []string
	for _, act := range a.fn.Spec.Nodes {
		if act.Name != "" {
			names = append(names, act.Name)
		}
		for _, w := range act.When {
			c.Shows = append(c.Shows, a.truth(act, w, a.old().of(w.Cond))...)
		}
		for _, e := range act.Ensures {
			c.Shows = append(c.Shows, a.truth(act, e, a.readOld(e.Cond))...)
		}
	}
	c.Subject = strings.Join(names, ", ")
	c.Shows = append(c.Shows, a.blockSights()...)
	return c
}

func (a *abstraction) truth(act *ir.Action, c *ir.Clause, value *ir.Expr) []ir.Show {
	if quantified(value) || !a.known(a.given, value) {
		return nil
	}
	text := c.Text
	if len(a.fn.Spec.Nodes) > 1 && act.Name != "" {
		text = act.Name + ": " + text
	}
	return []ir.Show{{Label: text, Value: value}}
}

// blockSights shows the locations that the function changes, before and after the block.
func (a *abstraction) blockSights() []ir.Show {
	var shows []ir.Show
	old := a.old()
	for _, x := range a.accesses() {
		if x.Write && x.Text != "" && x.Map.Heap.Class != ir.Immutable && a.located(x.Index) && len(shows) < maxShown {
			value := at(x.Map, x.Index...)
			shows = append(shows,
				ir.Show{Label: "old(" + x.Text + ")", Value: old.of(value)}, ir.Show{Label: x.Text, Value: value})
		}
	}
	return shows
}
