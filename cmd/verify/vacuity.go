package verify

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/prover"
	"github.com/calvin-go/calvin/report"
	"github.com/calvin-go/calvin/vcgen"
)

// reconsider asks again for the covers of p that no execution reaches, now without the assertions that failed. What
// follows an assertion relies on it, so that no execution may pass one that always fails; that the end is not reached
// then is no second fault. Whatever is not found to be unreachable by itself is dropped from the findings of pr, which
// remains unproved.
func (r *run) reconsider(ctx context.Context, p *ir.Program, failed []*ir.Assert, pr *proof) error {
	vc, refused := r.conditions(withoutAsserts(p, failed))
	if refused != nil {
		return fmt.Errorf("%s without what fails: %w", p.Name, refused)
	}
	asked := *vc
	asked.Goals = slices.DeleteFunc(slices.Clone(vc.Goals), func(g *vcgen.Goal) bool { return pr.unreached[g.Cover] == nil })
	answers, err := r.prover.Prove(ctx, &asked)
	if ctx.Err() != nil {
		return nil // what was found stands
	}
	if err != nil {
		return fmt.Errorf("prove %s without what fails: %w", p.Name, err)
	}
	followed := maps.Clone(pr.unreached)
	for _, a := range answers.Goals {
		if a.Status == prover.Refuted {
			delete(followed, a.Goal.Cover)
		}
	}
	pr.findings = without(pr.findings, func(d *report.Diagnostic) bool {
		return slices.Contains(slices.Collect(maps.Values(followed)), d)
	})
	return nil
}

// withoutAsserts is p without the assertions that fail, and without the assumptions that say the same: of an invariant
// at its loop head, or of what another program asserts.
func withoutAsserts(p *ir.Program, failed []*ir.Assert) *ir.Program {
	var conds []*ir.Expr
	for _, a := range failed {
		conds = append(conds, conjuncts(a.Cond)...)
	}
	stems := func(s ir.Stmt) bool {
		switch s := s.(type) {
		case *ir.Assert:
			return slices.Contains(failed, s)
		case *ir.Assume:
			return slices.ContainsFunc(conds, func(c *ir.Expr) bool { return ir.Equal(c, s.Cond) })
		}
		return false
	}
	copies := map[*ir.Block]*ir.Block{}
	for _, b := range p.Blocks {
		c := *b
		c.Stmts = slices.DeleteFunc(slices.Clone(b.Stmts), stems)
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
