package prover

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/vcgen"
)

// candidates finds out which candidate invariants hold. This is Houdini (Flanagan and Leino, Houdini, an annotation
// assistant for ESC/Java, FME 2001): assume all, drop those that a model refutes, until none is refuted.
//
// A candidate is kept only if all its obligations are unsatisfiable under exactly the literals that the goals are then
// proved under. Where the solver fails, candidates are dropped, never kept.
//
// If another solver has been asked before, the candidates it kept are looked at: they are used in any case, so that
// both work on the same goals, and those refuted here are noted.
func (w *proof) candidates(ctx context.Context, before *proof) error {
	w.kept = make([]bool, len(w.vc.Candidates))
	w.refuted = make([]bool, len(w.vc.Candidates))
	if len(w.vc.Goals) == 0 {
		return nil
	}
	if before != nil {
		copy(w.kept, before.kept)
		return w.recheck(ctx)
	}
	for i := range w.kept {
		w.kept[i] = true
	}
	undecided, err := w.houdini(ctx)
	if err != nil || !undecided {
		return err
	}
	return w.oneByOne(ctx)
}

// houdini drops candidates until the solver says that those left imply all their obligations, or until it cannot say.
func (w *proof) houdini(ctx context.Context) (undecided bool, err error) {
	v := w.violations()
	defer v.dialogue.close()
	for {
		violated, answer, err := w.violated(ctx, v)
		if err != nil || answer == unknown {
			return true, err
		}
		if answer == unsat {
			return false, nil
		}
		w.drop(violated)
	}
}

// oneByOne asks for each obligation by itself and drops the candidates that have one which is not proved, until a
// round drops none: all have then been proved under the same literals.
func (w *proof) oneByOne(ctx context.Context) error {
	d := w.begin(&theory{question: w.prefix()})
	defer d.close()
	for {
		unproved, err := w.unproved(ctx, d)
		if err != nil || len(unproved) == 0 {
			return err
		}
		w.drop(unproved)
	}
}

// recheck notes which of the candidates that another solver kept are refuted here.
func (w *proof) recheck(ctx context.Context) error {
	v := w.violations()
	defer v.dialogue.close()
	violated, _, err := w.violated(ctx, v)
	for _, i := range violated {
		w.refuted[i] = true
	}
	return err
}

func (w *proof) drop(candidates []int) {
	for _, i := range candidates {
		w.kept[i] = false
	}
}

// violations asks for states in which candidates that are assumed fail.
type violations struct {
	dialogue *dialogue
	literals []string // one for each obligation: its candidate is assumed, and it fails
	owner    []int    // of each literal, a candidate
}

// violations begins a dialogue in which an obligation of some candidate that is assumed fails. The obligation's own
// hypotheses are part of the literal's meaning: asserted outright, those of one obligation could hide the failure of
// another.
func (w *proof) violations() *violations {
	v := &violations{}
	t := &theory{question: question{slices.Clone(w.vc.Decls), slices.Clone(w.vc.Hyps)}}
	var assumed question // what will be asked, and the literals, which will be evaluated
	for i, c := range w.vc.Candidates {
		for j, g := range c.Obligations {
			lit := fmt.Sprintf("houdini!%d!%d", i, j)
			fails := slices.Concat([]string{c.Lit}, g.Hyps, []string{g.Neg})
			t.decls = append(append(t.decls, g.Decls...), "(declare-const "+lit+" Bool)")
			t.formulas = append(t.formulas, "(= "+lit+" (and "+strings.Join(fails, " ")+"))")
			v.literals = append(v.literals, lit)
			v.owner = append(v.owner, i)
		}
		assumed.formulas = append(assumed.formulas, c.Lit, negation(c.Lit))
	}
	assumed.formulas = append(assumed.formulas, v.literals...)
	t.formulas = append(t.formulas, "(or false "+strings.Join(v.literals, " ")+")")
	t.ahead = []question{assumed}
	v.dialogue = w.begin(t)
	return v
}

// violated asks for a state in which an obligation of some kept candidate fails, and returns the candidates that fail
// in it. An answer of unsat proves all obligations at once.
func (w *proof) violated(ctx context.Context, v *violations) ([]int, verdict, error) {
	if !slices.Contains(w.kept, true) {
		return nil, unsat, nil
	}
	limited, cancel := context.WithTimeout(ctx, w.options.Timeout)
	defer cancel()
	answer, err := w.ask(ctx, limited, v.dialogue, question{formulas: w.literals()})
	if err != nil || answer != sat {
		return nil, answer, err
	}
	values, err := v.dialogue.values(limited, v.literals)
	if ctx.Err() != nil {
		return nil, unknown, context.Cause(ctx)
	}
	var violated []int
	for i, val := range values {
		if val == "true" {
			violated = append(violated, v.owner[i])
		}
	}
	if err != nil || len(violated) == 0 {
		// A model that cannot be read, or that satisfies no disjunct, says nothing.
		return nil, unknown, nil
	}
	return violated, sat, nil
}

// ask puts a question within a time limit. It fails only if ctx ends.
func (w *proof) ask(ctx, limited context.Context, d *dialogue, q question) (verdict, error) {
	r, err := d.check(limited, q)
	if ctx.Err() != nil {
		return unknown, context.Cause(ctx)
	}
	if err != nil {
		return unknown, nil
	}
	return r.verdict, nil
}

// unproved returns the kept candidates that have an obligation which is not proved.
func (w *proof) unproved(ctx context.Context, d *dialogue) ([]int, error) {
	var failed []int
	for i, c := range w.vc.Candidates {
		if !w.kept[i] {
			continue
		}
		proved, err := w.proved(ctx, d, c.Obligations)
		if err != nil {
			return nil, err
		}
		if !proved {
			failed = append(failed, i)
		}
	}
	return failed, nil
}

// proved reports whether all obligations are proved under the kept candidates.
func (w *proof) proved(ctx context.Context, d *dialogue, obligations []*vcgen.Goal) (bool, error) {
	for _, g := range obligations {
		limited, cancel := context.WithTimeout(ctx, w.options.Timeout)
		answer, err := w.ask(ctx, limited, d, questionOf(g).and(question{formulas: w.literals()}))
		cancel()
		if err != nil || answer != unsat {
			return false, err
		}
	}
	return true, nil
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
