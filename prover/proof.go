package prover

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/calvin-go/calvin/vcgen"
)

// A proof is the work of one solver on one VC.
type proof struct {
	solver  string
	options Options
	vc      *vcgen.VC
	start   func(context.Context) (session, error)
	theory  *theory      // what all goals rest on
	main    *dialogue    // asks for all goals
	kept    []bool       // which candidates hold
	refuted []bool       // which candidates this solver refutes although another kept them
	fallen  map[int]bool // the nests of loops of which a candidate was dropped
	goals   []outcome
	moot    bool // a conjecture is not proved
	hurried bool // something was ended by the clock, by memory or by a fault
	further bool // VC.Further was asked for
	// unsettled: a candidate was dropped although nothing refutes it.
	unsettled bool
}

// outcome is what one solver makes of one goal.
type outcome struct {
	GoalResult
	// plain and full are the answers without and with the quantified hypotheses. Two solvers contradict each other if
	// one says sat where the other says unsat.
	plain, full verdict
	needs       []string // literals of candidates that the proof rests on, plain being unsat
}

// prove works on vc with one solver: candidates first, then the goals. If another solver has been asked before, its
// candidates are used. If ctx ends while goals are asked for, the answers until then come with the error.
func (p *Prover) prove(ctx context.Context, source *source, vc *vcgen.VC, before *proof) (*proof, error) {
	w := &proof{solver: source.backend.name(), options: p.options, vc: vc, fallen: map[int]bool{}, start: source.take}
	w.theory = &theory{question: question{decls: vc.Decls, formulas: vc.Hyps}, ahead: w.ahead()}
	w.main, w.goals = w.begin(w.theory), make([]outcome, len(vc.Goals))
	defer func() { source.spare = w.main.leave() }()
	if err := w.candidates(ctx, before); err != nil {
		return nil, err
	}
	if err := w.all(ctx); err != nil {
		if ctx.Err() != nil {
			return w, err
		}
		return nil, err
	}
	w.smaller(ctx)
	return w, nil
}

// all asks for the goals: conjectures first, as others are moot if one of these is not proved; then covers.
func (w *proof) all(ctx context.Context) error {
	for _, i := range w.order() {
		if w.goals[i].Goal != nil {
			continue
		}
		if err := w.answer(ctx, i); err != nil {
			return err
		}
	}
	return nil
}

// answer settles goal i.
func (w *proof) answer(ctx context.Context, i int) error {
	g := w.vc.Goals[i]
	o, err := w.settle(ctx, g)
	if err != nil {
		return err
	}
	if o.plain == sat && g.Cover != nil {
		if err := w.alsoCovered(ctx); err != nil {
			return err
		}
	}
	if w.unsettled {
		o.doubt(w.hurried)
	}
	w.goals[i] = o
	if o.Status == Proved || w.moot || !g.Conjecture() && w.vc.Tier != vcgen.Near && !w.options.First {
		return nil
	}
	w.moot = true
	if w.vc.Tier == vcgen.Near && g.Conjecture() {
		return w.otherConjectures(ctx)
	}
	return nil
}

// otherConjectures asks for the conjectures that are left of near conditions, after one of them that is not proved: the next program
// is to be made without all that fail. What holds of these is not for long, so candidates need not be looked at.
func (w *proof) otherConjectures(ctx context.Context) error {
	for i, g := range w.vc.Goals {
		if !g.Conjecture() || w.goals[i].Goal != nil || settled(g) {
			continue
		}
		var err error
		if w.goals[i], err = w.goal(ctx, g); err != nil {
			return err
		}
	}
	return nil
}

// order lists the goals in the order in which to ask: covers begin with the last, as an execution that comes there may have
// come by others.
func (w *proof) order() []int {
	var conjectures, covers, others []int
	for i, g := range w.vc.Goals {
		switch {
		case g.Conjecture():
			conjectures = append(conjectures, i)
		case g.Cover != nil:
			covers = append(covers, i)
		default:
			others = append(others, i)
		}
	}
	slices.Reverse(covers)
	if w.options.First {
		return slices.Concat(conjectures, others, covers) // what fails brings with it that an end is not reached
	}
	return slices.Concat(conjectures, covers, others)
}

// settle finds out about one goal, or says why that is not worth while.
func (w *proof) settle(ctx context.Context, g *vcgen.Goal) (outcome, error) {
	switch {
	case w.moot && w.vc.Tier == vcgen.Near:
		return outcome{GoalResult: GoalResult{Goal: g, Cause: Moot, Reason: "another goal is not proved"}}, nil
	case w.moot && !g.Conjecture():
		return outcome{GoalResult: GoalResult{Goal: g, Cause: Moot, Reason: "a conjecture, or all that is asked, does not hold"}}, nil
	case settled(g):
		return outcome{GoalResult: GoalResult{Goal: g, Status: Proved, By: "its form"}, plain: unsat}, nil
	}
	return w.goal(ctx, g)
}

// alsoCovered settles the covers that the execution at hand meets.
func (w *proof) alsoCovered(ctx context.Context) error {
	var open []int
	var reached []question
	for i, g := range w.vc.Goals {
		if g.Cover != nil && w.goals[i].Goal == nil && alone(g) {
			open, reached = append(open, i), append(reached, questionOf(g))
		}
	}
	met, err := w.holding(ctx, reached)
	for _, k := range met {
		i := open[k]
		w.goals[i] = outcome{GoalResult: GoalResult{Goal: w.vc.Goals[i], Status: Proved, By: w.by("")}, plain: sat}
	}
	return err
}

// holding tells which of the questions the model of the last one answers sat, too. It fails only if ctx ends.
func (w *proof) holding(ctx context.Context, qs []question) ([]int, error) {
	limited, cancel := context.WithTimeout(ctx, w.options.Timeout)
	defer cancel()
	met, err := w.main.meets(limited, qs)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	w.note(response{}, err)
	var found []int
	for i, holds := range met {
		if holds {
			found = append(found, i)
		}
	}
	return found, nil
}

// alone reports whether a model of other questions can tell of the goal: whether it has no hypotheses of its own.
func alone(g *vcgen.Goal) bool { return len(g.Hyps)+len(g.Decls) == 0 }

// doubt takes back a refutation: a loop invariant that would exclude it may not have been proved for want of time or work alone.
func (o *outcome) doubt(hurried bool) {
	if o.Status != Refuted || o.Goal.Cover != nil {
		return
	}
	o.Status, o.Values, o.Cause = Unknown, nil, ResourceLimit
	if hurried {
		o.Cause = TimeLimit
	}
	o.Reason = "the solver reached its limit before it had found the invariants of loops"
}

// ahead has what may be asked.
func (w *proof) ahead() []question {
	var qs []question
	for _, c := range w.vc.Candidates {
		qs = append(qs, question{formulas: []string{c.Lit, negation(c.Lit)}})
		for _, g := range c.Obligations {
			qs = append(qs, questionOf(g))
		}
	}
	for _, g := range w.vc.Goals {
		if !settled(g) {
			qs = append(qs, questionOf(g))
		}
	}
	return qs
}

// settled reports whether no solver is needed: whether vcgen found that there is nothing to violate.
func settled(g *vcgen.Goal) bool { return g.Cover == nil && g.Neg == "false" }

// begin begins another dialogue.
func (w *proof) begin(t *theory) *dialogue {
	return &dialogue{solver: w.solver, theory: t, start: w.start}
}

// questionOf asks whether the goal can be violated, whatever candidates hold.
func questionOf(g *vcgen.Goal) question {
	return question{decls: g.Decls, formulas: append(slices.Clip(g.Hyps), g.Neg)}
}

// question asks whether the goal can be violated while the candidates hold that were kept.
func (w *proof) question(g *vcgen.Goal) question {
	q := questionOf(g)
	q.assumed = w.literals()
	return q
}

// goal tries the attempts in turn until one decides, within the time for a goal. It fails only if ctx ends.
func (w *proof) goal(ctx context.Context, g *vcgen.Goal) (outcome, error) {
	start := time.Now()
	// Starting a session has a limit of its own. If it fails, asking tries again and reports it.
	if err := w.main.open(ctx); err != nil {
		w.main.broken(err)
	}
	limited, cancel := context.WithTimeout(ctx, w.options.Timeout)
	defer cancel()
	o := outcome{GoalResult: GoalResult{Goal: g}}
	err := w.decide(limited, g, &o)
	if ctx.Err() != nil {
		return o, context.Cause(ctx)
	}
	if err != nil {
		o.undecided(err)
	}
	o.conclude()
	o.Time = time.Since(start)
	return o, nil
}

// decide sets what the solver says to g.
func (w *proof) decide(ctx context.Context, g *vcgen.Goal, o *outcome) error {
	if err := w.try(ctx, w.main, g, o); err != nil {
		return err
	}
	if g.Cover != nil || w.vc.Tier == vcgen.Near {
		// Only that a cover cannot be reached is a finding, and what near instances do not prove is asked again with all: more
		// attempts are not worth their time.
		return nil
	}
	if o.plain == unknown && o.Cause != SolverFault {
		if err := w.retry(ctx, g, o); err != nil {
			return err
		}
	}
	// Where there is a model that has all instances, quantifiers are of no use: of 1,400 such goals in the tests' programs none
	// is proved by them, and they take ten times as long as all other questions about a function that fails.
	if o.plain == unknown && o.Cause != SolverFault || o.plain == sat && w.vc.Truncated && !g.Conjecture() {
		return w.quantified(ctx, g, o)
	}
	return nil
}

// try makes one attempt at the goal. A model is read at once: the next question destroys it.
func (w *proof) try(ctx context.Context, d *dialogue, g *vcgen.Goal, o *outcome) error {
	r, err := d.check(ctx, w.question(g))
	w.note(r, err)
	if err != nil {
		return err
	}
	o.plain, o.Cause, o.Reason = r.verdict, r.cause, r.reason
	if r.verdict == unsat {
		o.needs = r.core
	}
	o.RLimit += r.spent
	o.By = w.by(d.theory.attempt.name)
	if r.verdict != sat || g.Cover != nil {
		return nil
	}
	values, err := d.values(ctx, g.Terms)
	if err != nil {
		o.plain = unknown
		return err
	}
	o.Values = named(g.Terms, values)
	return nil
}

// retry makes the solver's other attempts, each in a session of its own.
func (w *proof) retry(ctx context.Context, g *vcgen.Goal, o *outcome) error {
	for _, a := range dialects[w.solver].attempts[1:] {
		d := w.begin(&theory{attempt: a, question: w.theory.question, ahead: []question{w.question(g)}})
		err := w.try(ctx, d, g, o)
		d.close()
		if err != nil || o.plain != unknown {
			return err
		}
	}
	return nil
}

// quantified tries a goal that is not proved once more with the hypotheses that were left out. Only a proof counts: a
// model of the ground hypotheses, if there is one, is as good as any.
func (w *proof) quantified(ctx context.Context, g *vcgen.Goal, o *outcome) error {
	if w.vc.Further == nil {
		return nil
	}
	w.further = true
	further, err := w.vc.Further(g)
	if err != nil {
		return fmt.Errorf("quantified hypotheses: %w", err)
	}
	if len(further.Hyps) == 0 {
		return nil
	}
	q := w.question(g)
	q.decls = w.alsoDeclared(q.decls, further.Decls)
	q.formulas = slices.Concat(further.Hyps, q.formulas)
	if o.plain == sat {
		q.tenths = 1 // that there is a model leaves little hope
	}
	r, err := w.main.check(ctx, q)
	w.note(r, err)
	if o.plain == sat && (err != nil || r.verdict != unsat) {
		// The failure stands, whatever ended this attempt.
		o.full = r.verdict
		return nil
	}
	if err != nil {
		return err
	}
	o.full = r.verdict
	o.RLimit += r.spent
	if r.verdict == unsat {
		o.By = w.by("quantified")
	}
	return nil
}

// alsoDeclared adds the declarations that neither the theory nor the question has.
func (w *proof) alsoDeclared(own, further []string) []string {
	has := map[string]bool{}
	for _, d := range slices.Concat(w.vc.Decls, own) {
		has[d] = true
	}
	all := slices.Clip(own)
	for _, d := range further {
		if !has[d] {
			has[d] = true
			all = append(all, d)
		}
	}
	return all
}

func (w *proof) by(attempt string) string {
	if attempt == "" {
		return w.solver
	}
	return w.solver + " (" + attempt + ")"
}

// undecided notes an error as the reason for not knowing.
func (o *outcome) undecided(err error) {
	if o.plain == sat {
		return
	}
	o.plain = unknown
	var fault *Fault
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		o.Cause, o.Reason = TimeLimit, "the time limit was reached"
	case errors.As(err, &fault):
		o.Cause, o.Reason = SolverFault, err.Error()
	default:
		o.Cause, o.Reason = SolverFault, "asking the solver: "+err.Error()
	}
}

// conclude sets the status that the answers amount to.
func (o *outcome) conclude() {
	covered := o.Goal.Cover != nil
	switch {
	case covered && o.plain == unsat:
		o.Status = Refuted
	case covered:
		o.Status = Proved
	case o.plain == unsat || o.full == unsat:
		o.Status = Proved
	case o.plain == sat:
		o.Status = Refuted
	default:
		o.Status = Unknown
	}
	if o.Status != Refuted {
		o.Values = nil
	}
	if o.Status == Proved && !covered || o.Status == Refuted {
		o.Cause, o.Reason = NoCause, ""
	}
}
