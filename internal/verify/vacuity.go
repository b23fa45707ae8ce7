package verify

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/prover"
	"github.com/calvin-go/calvin/report"
	"github.com/calvin-go/calvin/vcgen"
)

// reconsider asks again for the covers of p that no execution reaches, now without the assertions that failed. What
// follows an assertion relies on it, so that no execution may pass one that always fails; that an end is not reached
// then is no second fault. What can be reached after all, or may be, is dropped from the findings of pr, which remains
// unproved.
//
// Loop invariants that contradict each other also fail where the loop begins: of the two, that is the lesser news.
func (r *run) reconsider(ctx context.Context, p *ir.Program, failed []*ir.Assert, pr *proof) error {
	loops, others := map[*ir.Cover]bool{}, map[*ir.Cover]bool{}
	for c := range pr.unreached {
		if c.Check.Kind == ir.VacuousLoop {
			loops[c] = true
		} else {
			others[c] = true
		}
	}
	besides := slices.DeleteFunc(slices.Clone(failed), aboutLoop)
	followed := map[*report.Diagnostic]bool{}
	for _, q := range []struct {
		covers map[*ir.Cover]bool
		failed []*ir.Assert
	}{{loops, besides}, {others, failed}} {
		if len(q.covers) == 0 || len(q.failed) == 0 {
			continue
		}
		reached, err := r.reached(ctx, withoutAsserts(p, q.failed), q.covers)
		if err != nil {
			return err
		}
		for _, c := range reached {
			followed[pr.unreached[c]] = true
		}
	}
	pr.findings = without(pr.findings, func(d *report.Diagnostic) bool { return followed[d] })
	return nil
}

// aboutLoop reports whether a loop's invariant is asserted.
func aboutLoop(a *ir.Assert) bool {
	return a.Check.Kind == ir.LoopEntry || a.Check.Kind == ir.LoopPreserved
}

// reached returns those of the covers of p that are not proved to be reached by no execution: all, if the time is over before.
func (r *run) reached(ctx context.Context, p *ir.Program, covers map[*ir.Cover]bool) ([]*ir.Cover, error) {
	answers, _, err := r.askCovers(ctx, p, covers)
	if answers == nil && err == nil {
		return slices.Collect(maps.Keys(covers)), nil // they may be
	}
	var reached []*ir.Cover
	for _, a := range answers {
		if a.Status != prover.Refuted {
			reached = append(reached, a.Goal.Cover)
		}
	}
	return reached, err
}

// askCovers asks for covers of p alone. It returns no answers if the time is over before, or p is too large. If
// instances were left out, an answer that a cover is reached is no reason to believe it.
func (r *run) askCovers(ctx context.Context, p *ir.Program, covers map[*ir.Cover]bool) (answers []prover.GoalResult, truncated bool, err error) {
	vc, result, err := r.ask(ctx, p, func(*ir.Assert) bool { return false }, func(g *vcgen.Goal) bool { return covers[g.Cover] })
	if result == nil {
		return nil, false, err
	}
	return result.Goals, vc.Truncated, nil
}

// ask asks for some goals of p alone, a program from which statements were taken, with the assertions that are wanted.
// It gives no answers if the time is over before, or p is too large.
func (r *run) ask(ctx context.Context, p *ir.Program, wants func(*ir.Assert) bool, goal func(*vcgen.Goal) bool) (*vcgen.VC, *prover.Result, error) {
	vc, refused := r.conditions(ctx, p, vcgen.Far, wants)
	switch {
	case refused != nil && ctx.Err() != nil:
		r.passing.Store(true)
		return nil, nil, nil
	case errors.As(refused, new(*vcgen.LimitError)):
		return nil, nil, nil
	case refused != nil:
		return nil, nil, fmt.Errorf("%s without what fails: %w", p.Name, refused)
	}
	asked := *vc
	asked.Goals = slices.DeleteFunc(slices.Clone(vc.Goals), func(g *vcgen.Goal) bool { return !goal(g) })
	result, err := r.prover.Prove(ctx, &asked)
	switch {
	case ctx.Err() != nil:
		r.passing.Store(true)
		return nil, nil, nil
	case err != nil:
		return nil, nil, fmt.Errorf("prove %s without what fails: %w", p.Name, err)
	}
	r.note(result)
	return &asked, result, nil
}

// staysForever drops the findings about returns that no execution reaches because a channel is never closed, as in a
// goroutine that ranges over one as long as the program runs. That nobody closes it the program's text says, and no
// annotation: so nothing contradicts anything, if the return is reached by executions that do not know it.
func (r *run) staysForever(ctx context.Context, p *ir.Program, pr *proof) error {
	returns := map[*ir.Cover]bool{}
	for c := range pr.unreached {
		if c.Check.Kind == ir.VacuousReturn {
			returns[c] = true
		}
	}
	q := withoutOpenChannels(p)
	if len(returns) == 0 || q == nil || pr.truncated {
		return nil
	}
	answers, truncated, err := r.askCovers(ctx, q, returns)
	if err != nil || truncated {
		return err
	}
	dropped := map[*report.Diagnostic]bool{}
	for _, a := range answers {
		if settled(&a) {
			dropped[pr.unreached[a.Goal.Cover]] = true
			delete(pr.unreached, a.Goal.Cover)
		}
	}
	pr.findings = without(pr.findings, func(d *report.Diagnostic) bool { return dropped[d] })
	pr.proved = pr.proved || len(dropped) > 0 && len(pr.findings) == 0 && len(pr.ends) == 0 && !pr.near
	return nil
}

// withoutOpenChannels is p without the assumptions that some channels are open for ever; nil if it has none.
func withoutOpenChannels(p *ir.Program) *ir.Program {
	found := false
	q := withoutStatements(p, func(s ir.Stmt) bool {
		assume, ok := s.(*ir.Assume)
		if !ok {
			return false
		}
		says := false
		ir.Walk(assume.Cond, func(e *ir.Expr) bool {
			says = says || e.Op == ir.OpVar && e.Var.Heap != nil && e.Var.Heap.Open
			return !says
		})
		found = found || says
		return says
	})
	if !found {
		return nil
	}
	return q
}

// withoutAsserts is p without the assertions that fail, without the assumptions that say the same (of an invariant at its
// loop head, or of what another program asserts), and without all that are not about loops: where one fails, it is not
// known of those after it whether they hold.
func withoutAsserts(p *ir.Program, failed []*ir.Assert) *ir.Program {
	var conds []*ir.Expr
	for _, a := range failed {
		conds = append(conds, conjuncts(a.Cond)...)
	}
	stems := func(s ir.Stmt) bool {
		switch s := s.(type) {
		case *ir.Assert:
			return slices.Contains(failed, s) || !aboutLoop(s) && s.Candidate == nil
		case *ir.Assume:
			return slices.ContainsFunc(conds, func(c *ir.Expr) bool { return ir.Equal(c, s.Cond) })
		}
		return false
	}
	return withoutStatements(p, stems)
}

// withoutStatements is a copy of p without some statements.
func withoutStatements(p *ir.Program, drop func(ir.Stmt) bool) *ir.Program {
	copies := map[*ir.Block]*ir.Block{}
	for _, b := range p.Blocks {
		c := *b
		c.Stmts = slices.DeleteFunc(slices.Clone(b.Stmts), drop)
		copies[b] = &c
	}
	q := *p
	q.Blocks = nil
	for _, b := range p.Blocks {
		c := copies[b]
		c.Succs = nil
		for _, s := range b.Succs {
			c.Succs = append(c.Succs, copies[s])
		}
		q.Blocks = append(q.Blocks, c)
	}
	return &q
}

// conjuncts takes a condition apart, as a program assumes it.
func conjuncts(e *ir.Expr) []*ir.Expr {
	if e.Op != ir.OpAnd {
		return []*ir.Expr{e}
	}
	var all []*ir.Expr
	for _, a := range e.Args {
		all = append(all, conjuncts(a)...)
	}
	return all
}
