package verify

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/prover"
	"github.com/calvin-go/calvin/report"
	"github.com/calvin-go/calvin/vcgen"
)

// proof is what became of one sequential program. If it is not proved there is a finding that says why.
type proof struct {
	goals    int
	proved   bool
	findings []*report.Diagnostic
}

// prove checks program p of f; check is its name in reports.
func (r *run) prove(ctx context.Context, f *ir.Func, p *ir.Program, check string) proof {
	vc, fault, refused := r.conditions(p)
	switch {
	case fault != nil:
		return unproved(report.FromFault(f.Package, f.Name, f.Span, fault.what, fault.file))
	case refused != nil:
		return unproved(report.FromUnsupported(f, ir.Note{Span: f.Span, Text: refused.Error()}))
	}
	asked := *vc
	asked.Goals = slices.DeleteFunc(slices.Clone(vc.Goals), func(g *vcgen.Goal) bool { return !r.opts.Checks.wants(g) })
	r.dumpProgram(f, p, &asked, check)

	begun := time.Now()
	var answers *prover.Result
	fault = r.guard("prove "+p.Name, func() (err error) {
		answers, err = r.prover.Prove(ctx, &asked)
		if ctx.Err() != nil {
			err = nil // an interrupted run is no fault
		}
		return err
	})
	r.stats.since(stageSolver, begun)
	switch {
	case ctx.Err() != nil:
		return unproved(interrupted(f))
	case fault != nil:
		return unproved(report.FromFault(f.Package, f.Name, f.Span, fault.what, fault.file))
	}
	return r.read(f, vc, &asked, answers, check)
}

func unproved(d *report.Diagnostic) proof { return proof{findings: []*report.Diagnostic{d}} }

func interrupted(f *ir.Func) *report.Diagnostic {
	return &report.Diagnostic{Code: report.CodeLimit, Verdict: report.Undecided, Span: f.Span, Package: f.Package,
		Function: f.Name, Message: f.Name + " could not be proved: the run was interrupted"}
}

// conditions gives the verification conditions of p.
func (r *run) conditions(p *ir.Program) (vc *vcgen.VC, f *fault, refused error) {
	defer r.stats.since(stageConditions, time.Now())
	f = r.guard("verification conditions of "+p.Name, func() error {
		vc, refused = vcgen.Generate(p)
		return nil
	})
	return vc, f, refused
}

// read turns the prover's answers into findings. Every goal that was asked must have an answer.
func (r *run) read(f *ir.Func, vc, asked *vcgen.VC, answers *prover.Result, check string) proof {
	pr := proof{goals: len(asked.Goals), proved: true}
	answer := map[*vcgen.Goal]*prover.GoalResult{}
	for i := range answers.Goals {
		answer[answers.Goals[i].Goal] = &answers.Goals[i]
	}
	for i, g := range vc.Goals {
		if !slices.Contains(asked.Goals, g) {
			continue
		}
		a := answer[g]
		if settled(a) {
			continue
		}
		pr.proved = false
		id := report.Goal{Check: check, Number: i + 1}
		o := outcomeOf(vc, g, a)
		if g.Assert != nil {
			o.Text = r.sources.text(g.Assert.Span)
		}
		d := report.FromGoal(f, g, id, o)
		r.sources.quote(d)
		pr.findings = append(pr.findings, d)
	}
	if vc.Truncated && pr.proved {
		return proof{goals: pr.goals, findings: []*report.Diagnostic{report.FromUnsupported(f,
			ir.Note{Span: f.Span, Text: fmt.Sprintf("so large a function: %s has too many terms", vc.Name)})}}
	}
	return pr
}

// outcomeOf says what became of a goal that is not proved. Of a truncated condition no model is believed.
func outcomeOf(vc *vcgen.VC, g *vcgen.Goal, a *prover.GoalResult) report.Outcome {
	if a == nil {
		return report.Outcome{Cause: report.Solver, Words: "no answer"}
	}
	if a.Status != prover.Refuted || vc.Truncated {
		return report.Outcome{Cause: causes[a.Cause], Words: a.Reason, Limit: spent(a)}
	}
	if g.Assert == nil {
		return report.Outcome{Unreachable: true}
	}
	return report.Outcome{Counterexample: g.Trace(a.Values)}
}

// causes says in the words of reports why the prover leaves a goal undecided.
var causes = map[prover.Cause]report.Cause{
	prover.NoCause:       report.Incomplete,
	prover.TimeLimit:     report.Limit,
	prover.ResourceLimit: report.Limit,
	prover.MemoryLimit:   report.Limit,
	prover.Incomplete:    report.Incomplete,
	prover.SolverFault:   report.Solver,
	prover.Disagreement:  report.Solver,
}

// spent says what the solver spent on a goal.
func spent(a *prover.GoalResult) string {
	s := fmt.Sprintf("%.1f s", a.Time.Seconds())
	if a.RLimit > 0 {
		s += fmt.Sprintf(", %d units of the solver's work", a.RLimit)
	}
	return s
}

// settled reports whether the answer proves its goal. A cover that remained open counts as reached, since that a
// function may be vacuous is no finding; but not if the solver failed.
func settled(a *prover.GoalResult) bool {
	return a != nil && a.Status == prover.Proved && causes[a.Cause] != report.Solver
}
