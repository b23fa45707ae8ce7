package verify

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/prover"
	"github.com/calvin-go/calvin/reduce"
	"github.com/calvin-go/calvin/report"
	"github.com/calvin-go/calvin/vcgen"
)

// proof is what became of one sequential program. If it is not proved there is a finding that says why.
type proof struct {
	goals  int
	proved bool
	// truncated: so many instances were left out that what all goals say is no proof.
	truncated bool
	cached    bool // no solver was asked
	near      bool // only near instances were made
	// interrupted: the context ended before all was asked.
	interrupted bool
	findings    []*report.Diagnostic
	// ends are steps before which blocks may end although the program supposes otherwise: nothing else counts then.
	ends []*ir.Step
	// failed are the assertions that are not proved, unreached the covers that no execution is found to reach, each with
	// its finding.
	failed    []*ir.Assert
	unreached map[*ir.Cover]*report.Diagnostic
	// program is what was proved, asserts what its goals assert, nil for covers.
	program *ir.Program
	asserts []*ir.Assert
}

// prove checks program p of f; check is its name in reports. Before are the assertions of other programs of f that
// failed: p may assume what they say. An error is a bug of calvin.
//
// The near instances of what is known are tried first. Nothing but a proof of all goals counts of these.
func (r *run) prove(ctx context.Context, series *prover.Series, f *ir.Func, p *ir.Program, check string, before ...*ir.Assert) (proof, error) {
	pr, err := r.proveWithin(ctx, series, f, p, vcgen.Near, check)
	if pr.near && !pr.proved && !r.opts.Near && !(len(pr.ends) > 0 && f.Spec == nil) {
		pr, err = r.proveWithin(ctx, series, f, p, vcgen.Far, check)
	}
	if failed := slices.Concat(before, pr.failed); err == nil && !r.opts.Prover.First && len(pr.ends) == 0 && len(failed) > 0 && len(pr.unreached) > 0 {
		err = r.reconsider(ctx, p, failed, &pr)
	}
	if err == nil && !r.opts.Prover.First && len(pr.unreached) > 0 {
		err = r.staysForever(ctx, p, &pr)
	}
	pr.program = p
	return pr, err
}

// proveWithin is prove for the instances of a tier.
func (r *run) proveWithin(ctx context.Context, series *prover.Series, f *ir.Func, p *ir.Program, tier vcgen.Tier, check string) (proof, error) {
	vc, refused := r.conditions(ctx, p, tier, r.opts.Checks.of(f).wants)
	switch {
	case refused != nil && ctx.Err() != nil:
		return r.givenUp(ctx, f), nil
	case refused != nil:
		return unproved(refusal(f, refused)), nil
	}
	r.dumpProgram(f, p, vc, tier, check)

	begun := time.Now()
	answers, err := series.Prove(ctx, vc)
	r.stats.since(stageSolver, begun)
	switch {
	case ctx.Err() != nil:
		pr := r.givenUp(ctx, f)
		if answers != nil && vc.Tier != vcgen.Near {
			pr.findings = append(r.refutations(f, vc, answers, check), pr.findings...)
		}
		return pr, nil
	case err != nil:
		return proof{}, fmt.Errorf("prove %s: %w", p.Name, err)
	}
	pr := r.read(f, vc, answers, check)
	pr.cached, pr.near = answers.Cached, vc.Tier == vcgen.Near
	if pr.proved || !pr.near {
		r.note(answers)
	}
	return pr, nil
}

// refusal is the finding about a function of which there is no sequential program, or that has no conditions.
func refusal(f *ir.Func, refused error) *report.Diagnostic {
	if e := (*vcgen.LimitError)(nil); errors.As(refused, &e) {
		return report.TooLarge(f, "has too many terms for a solver", e.Most())
	}
	if e := (*reduce.LimitError)(nil); errors.As(refused, &e) {
		return report.TooLarge(f, e.Error(), e.Most())
	}
	return report.FromUnsupported(f, ir.Note{Span: f.Span, Text: refused.Error()})
}

// conditions gives the verification conditions of p for the assertions that are wanted.
func (r *run) conditions(ctx context.Context, p *ir.Program, tier vcgen.Tier, wants func(*ir.Assert) bool) (*vcgen.VC, error) {
	defer r.stats.since(stageConditions, time.Now())
	return vcgen.GenerateFor(ctx, p, tier, wants)
}

// givenUp is the proof of what was interrupted.
func (r *run) givenUp(ctx context.Context, f *ir.Func) proof {
	pr := unproved(r.interrupted(ctx, f.Package, f.Name, f.Span))
	pr.interrupted = true
	return pr
}

func unproved(d *report.Diagnostic) proof { return proof{findings: []*report.Diagnostic{d}} }

// refutations are the findings from answers of which some are missing.
func (r *run) refutations(f *ir.Func, vc *vcgen.VC, answers *prover.Result, check string) []*report.Diagnostic {
	pr := r.read(f, vc, answers, check)
	return pr.refutations()
}

// refutations are the findings that show an execution; none if blocks may end elsewhere than the program supposes.
func (pr *proof) refutations() (out []*report.Diagnostic) {
	if len(pr.ends) > 0 {
		return nil
	}
	for _, d := range pr.findings {
		unreached := slices.Contains(slices.Collect(maps.Values(pr.unreached)), d)
		if isRefuted(d) && !unreached {
			out = append(out, d)
		}
	}
	return out
}

// overBudget is why the context of a function ended if not because the run did.
type overBudget struct{ budget time.Duration }

func (e overBudget) Error() string { return "it takes longer than " + e.budget.String() }

// budget bounds the time for one function of a package, or for the package's annotations.
func (r *run) budget(ctx context.Context, path string) (context.Context, context.CancelFunc) {
	budget := r.opts.Budget
	if r.hasInferred(path) && r.opts.Quick > 0 {
		budget = r.opts.Quick
	}
	if budget <= 0 {
		return context.WithCancel(ctx)
	}
	return r.within(ctx, budget, overBudget{budget})
}

// within is context.WithTimeoutCause by the clock of the options. If there is one it is looked at twenty times.
func (r *run) within(ctx context.Context, budget time.Duration, cause error) (context.Context, context.CancelFunc) {
	clock := r.opts.Clock
	if clock == nil {
		return context.WithTimeoutCause(ctx, budget, cause)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	end, tick := clock()+budget, time.NewTicker(max(budget/20, time.Millisecond))
	go func() {
		defer tick.Stop()
		for clock() < end {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
		cancel(cause)
	}()
	return ctx, func() { cancel(context.Canceled) }
}

// interrupted is the finding for what was not looked at because its time or the run was ended.
func (r *run) interrupted(ctx context.Context, pkg, name string, span ir.Span) *report.Diagnostic {
	r.passing.Store(true)
	d := &report.Diagnostic{Code: report.CodeLimit, Verdict: report.Undecided, Span: span, Package: pkg,
		Function: name, Message: "could not be proved: the run was interrupted"}
	if e := (overLimit{}); errors.As(context.Cause(ctx), &e) {
		d.Code, d.PutOff, d.Message, d.Limit = report.CodePutOff, true, lateReason(e), e.limit.String()
	} else if e := (overBudget{}); errors.As(context.Cause(ctx), &e) {
		d.Message = "could not be proved: " + e.Error()
		d.Limit = e.budget.String()
		d.Next = "raise -budget, or give contracts to the functions that it calls"
	} else if errors.Is(context.Cause(ctx), errEnough) {
		d.Message = "could not be proved: " + errEnough.Error()
		d.Limit = afterFinding.String()
	} else {
		d.Interrupted = true
	}
	return d
}

// read turns the prover's answers into findings. Every goal that was asked must have an answer.
func (r *run) read(f *ir.Func, vc *vcgen.VC, answers *prover.Result, check string) proof {
	pr := proof{goals: len(vc.Goals), proved: true, truncated: vc.Truncated, unreached: map[*ir.Cover]*report.Diagnostic{}}
	answer := map[*vcgen.Goal]*prover.GoalResult{}
	for i := range answers.Goals {
		answer[answers.Goals[i].Goal] = &answers.Goals[i]
	}
	for i, g := range vc.Goals {
		pr.asserts = append(pr.asserts, g.Assert)
		a := answer[g]
		if settled(a) {
			continue
		}
		pr.proved = false
		if a != nil && a.Cause == prover.Moot && (r.opts.Prover.First || vc.Tier == vcgen.Near) {
			continue // another goal's finding says that it is not proved
		}
		if g.Assert != nil && g.Assert.Check.Ends != nil {
			pr.ends = append(pr.ends, g.Assert.Check.Ends)
			continue
		}
		id := report.Goal{Check: check, Number: i + 1}
		o := outcomeOf(vc, g, a)
		if g.Assert != nil {
			o.Text = r.sources.text(g.Assert.Span)
			pr.failed = append(pr.failed, g.Assert)
		}
		doubtful := o.Counterexample != nil && len(f.Doubts) > 0 && g.Assert.Check.Kind <= ir.WriteRace
		if doubtful {
			o = report.Outcome{Cause: report.Doubtful}
		}
		d := report.FromGoal(f, g, id, o)
		if doubtful {
			d.Related = slices.Concat(d.Related, f.Doubts)
		}
		if g.Cover != nil {
			pr.unreached[g.Cover] = d
		}
		r.sources.quote(d)
		if g.Assert != nil {
			r.against.setAgainst(d, g.Assert.Check)
		}
		pr.findings = append(pr.findings, d)
	}
	if vc.Truncated && pr.proved {
		return proof{goals: pr.goals, findings: []*report.Diagnostic{report.TooLarge(f, "has too many terms for a solver", "")}}
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
	prover.Moot:          report.Incomplete,
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
