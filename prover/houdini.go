package prover

import (
	"context"
	"maps"
	"slices"

	"github.com/calvin-go/calvin/vcgen"
)

// candidates finds out which candidate invariants hold. This is Houdini (Flanagan and Leino, Houdini, an annotation
// assistant for ESC/Java, FME 2001): assume all, drop those that are not proved, until all that are left are.
//
// A candidate is kept only if all its obligations are unsatisfiable under literals of kept candidates alone, under which
// the goals are then proved too. Where the solver fails, candidates are dropped, never kept.
//
// If another solver has been asked before, the candidates it kept are looked at: they are used in any case, so that
// both work on the same goals, and those refuted here are noted.
func (w *proof) candidates(ctx context.Context, before *proof) error {
	w.kept = make([]bool, len(w.vc.Candidates))
	w.refuted = make([]bool, len(w.vc.Candidates))
	if len(w.vc.Goals) == 0 {
		return nil
	}
	for i := range w.kept {
		w.kept[i] = before == nil || before.kept[i]
	}
	switch {
	case before != nil:
		return w.recheck(ctx, w.obligations())
	case w.vc.Tier == vcgen.Near:
		return w.demanded(ctx, w.obligations())
	}
	return w.houdini(ctx, w.obligations())
}

// An obligation is one reason why a candidate may not hold.
type obligation struct {
	candidate int
	goal      *vcgen.Goal
	proved    bool
	needs     []string // literals of candidates that the proof rests on
}

func (w *proof) obligations() []*obligation {
	var os []*obligation
	for i, c := range w.vc.Candidates {
		for _, g := range c.Obligations {
			os = append(os, &obligation{candidate: i, goal: g})
		}
	}
	// The small ones first: most candidates that fall have fallen by the time the large ones are asked for, of which the
	// proofs might rest on these.
	slices.SortStableFunc(os, func(a, b *obligation) int { return len(a.goal.Hyps) - len(b.goal.Hyps) })
	return os
}

// houdini drops candidates until all obligations of those left are proved, one nest of loops after the other: what holds in
// a loop rests on what holds in those before it. (To go through all at once takes half as many questions more where several
// loops fork and join.) At the end nothing is left to ask, if it is so.
func (w *proof) houdini(ctx context.Context, os []*obligation) error {
	own := map[int][]*obligation{}
	for _, o := range os {
		nest := w.vc.Candidates[o.candidate].Nest
		own[nest] = append(own[nest], o)
	}
	for _, nest := range slices.Sorted(maps.Keys(own)) {
		if err := w.fixpoint(ctx, own[nest], os); err != nil {
			return err
		}
	}
	return w.fixpoint(ctx, os, os)
}

// fixpoint drops candidates until the obligations own are proved of those left. It asks for one obligation at a time, and
// looks in each model for what else of all it refutes: without that the loops of a file system take a third more of the
// solver's work. To ask for any obligation that fails takes fewer questions but no less work, or four times as much where
// the question is as large as all obligations together.
func (w *proof) fixpoint(ctx context.Context, own, os []*obligation) error {
	for stable := false; !stable; {
		stable = true
		for _, o := range own {
			if o.proved || !w.kept[o.candidate] {
				continue
			}
			held, err := w.discharge(ctx, o, os)
			if err != nil {
				return err
			}
			stable = stable && held
		}
	}
	return nil
}

// discharge asks for o, and drops its candidate if it is not proved. It reports whether it is.
func (w *proof) discharge(ctx context.Context, o *obligation, os []*obligation) (bool, error) {
	r, err := w.oblige(ctx, o)
	if err != nil {
		return false, err
	}
	if r.verdict == unsat {
		o.proved, o.needs = true, r.core
		return true, nil
	}
	w.drop(o.candidate, os)
	w.fallen[w.vc.Candidates[o.candidate].Nest] = true
	w.unsettled = w.unsettled || r.verdict == unknown
	if r.verdict == sat {
		err = w.dropRefuted(ctx, os)
	}
	return false, err
}

// dropRefuted drops the candidates of which an obligation fails in the model at hand too: the questions for these would be
// answered sat in turn. A model tells of another obligation if the hypotheses that this one has for itself are true in it,
// of which the first are the least likely to be: what the witnesses of another question are.
func (w *proof) dropRefuted(ctx context.Context, os []*obligation) error {
	var open []*obligation
	var fails []question
	for _, o := range os {
		if w.kept[o.candidate] && !o.proved {
			open, fails = append(open, o), append(fails, failing(o.goal))
		}
	}
	refuted, err := w.holding(ctx, fails)
	for _, i := range refuted {
		if w.kept[open[i].candidate] {
			w.drop(open[i].candidate, os)
		}
	}
	return err
}

// failing is questionOf with what is least likely to be true in a model of another question first.
func failing(g *vcgen.Goal) question {
	return question{decls: g.Decls, formulas: append([]string{g.Neg}, g.Hyps...)}
}

// drop drops a candidate, and the proofs that rest on it.
func (w *proof) drop(candidate int, os []*obligation) {
	w.kept[candidate] = false
	lit := w.vc.Candidates[candidate].Lit
	for _, o := range os {
		o.proved = o.proved && !slices.Contains(o.needs, lit)
	}
	for i, g := range w.goals {
		if slices.Contains(g.needs, lit) {
			w.goals[i] = outcome{}
		}
	}
}

// recheck notes which of the candidates that another solver kept are refuted here.
func (w *proof) recheck(ctx context.Context, os []*obligation) error {
	for _, o := range os {
		if !w.kept[o.candidate] || w.refuted[o.candidate] {
			continue
		}
		r, err := w.oblige(ctx, o)
		if err != nil {
			return err
		}
		w.refuted[o.candidate] = r.verdict == sat
	}
	return nil
}

// oblige asks for an obligation under the kept candidates, within the time for a goal. It fails only if ctx ends.
func (w *proof) oblige(ctx context.Context, o *obligation) (response, error) {
	limited, cancel := context.WithTimeout(ctx, w.options.Timeout)
	defer cancel()
	q := questionOf(o.goal)
	q.assumed = w.keptLiterals()
	q.tenths = w.tenths(o)
	r, err := w.main.check(limited, q)
	if ctx.Err() != nil {
		return response{}, context.Cause(ctx)
	}
	w.note(r, err)
	if err != nil {
		return response{}, nil
	}
	return r, nil
}

// tenths is how much is spent on an obligation. The candidates of the largest example take 300,000 units each to prove, but one that
// fails may use up all: a model is harder to find. It is worth more while no candidate of the same loops has fallen yet, as it mostly
// refutes others too, and a solver that has given up is to be told everything anew. The first question pays for the theory, too.
func (w *proof) tenths(o *obligation) int {
	switch {
	case !w.main.answered:
		return 0
	case w.fallen[w.vc.Candidates[o.candidate].Nest]:
		return 1
	}
	return firstTenths
}

// firstTenths are spent on each obligation about a nest of loops until a candidate for it falls.
const firstTenths = 4

func (w *proof) keptLiterals() []string {
	var ls []string
	for i, c := range w.vc.Candidates {
		if w.kept[i] {
			ls = append(ls, c.Lit)
		}
	}
	return ls
}

// literals says that the kept candidates are assumed, and that the others are not.
func (w *proof) literals() []string {
	ls := make([]string, len(w.kept))
	for i, c := range w.vc.Candidates {
		if ls[i] = c.Lit; !w.kept[i] {
			ls[i] = negation(c.Lit)
		}
	}
	return ls
}

func negation(lit string) string { return "(not " + lit + ")" }
