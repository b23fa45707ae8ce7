package prover

import (
	"context"
	"fmt"
	"slices"
	"strings"
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
	d := w.begin(dialects[w.solver].attempts[0], w.prefix())
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

// violation names the failures of obligations, each by a literal that is equivalent to it.
type violation struct {
	dialogue *dialogue // in which the literals are defined
	literals []string
	owner    []int // of each literal, a candidate
}

// violations begins a dialogue that has a literal for every obligation. The obligation's own hypotheses are part of the
// equivalence: asserted outright, those of one obligation could hide the failure of another.
func (w *proof) violations() violation {
	var v violation
	var declared, equations strings.Builder
	seen := map[string]bool{} // obligations may share declarations: that one of them fails is all that is asked
	for i, c := range w.vc.Candidates {
		for j, g := range c.Obligations {
			lit := fmt.Sprintf("houdini!%d!%d", i, j)
			for _, d := range append(slices.Clip(g.Decls), "(declare-const "+lit+" Bool)") {
				if !seen[d] {
					seen[d] = true
					declared.WriteString(d + "\n")
				}
			}
			fmt.Fprintf(&equations, "(assert (= %s (and true %s %s)))\n", lit, strings.Join(g.Hyps, " "), g.Neg)
			v.literals = append(v.literals, lit)
			v.owner = append(v.owner, i)
		}
	}
	v.dialogue = w.begin(dialects[w.solver].attempts[0], w.prefix()+declared.String()+equations.String())
	return v
}

// violated asks for a state in which an obligation of some kept candidate fails, and returns the candidates that fail
// in it. An answer of unsat proves all obligations at once.
func (w *proof) violated(ctx context.Context, v violation) ([]int, verdict, error) {
	var literals []string
	var owner []int
	for i, lit := range v.literals {
		if w.kept[v.owner[i]] {
			literals = append(literals, lit)
			owner = append(owner, v.owner[i])
		}
	}
	if len(literals) == 0 {
		return nil, unsat, nil
	}
	return w.model(ctx, v.dialogue, w.literals()+"(assert (or false "+strings.Join(literals, " ")+"))\n", literals, owner)
}

// model asks a question and reads from the model which candidates own a true literal.
func (w *proof) model(ctx context.Context, d *dialogue, level string, literals []string, owner []int) ([]int, verdict, error) {
	limited, cancel := context.WithTimeout(ctx, w.options.Timeout)
	defer cancel()
	r, err := d.check(limited, level, "")
	if ctx.Err() != nil {
		return nil, unknown, context.Cause(ctx)
	}
	if err != nil || r.verdict != sat {
		return nil, r.verdict, nil
	}
	values, err := d.values(limited, literals)
	if ctx.Err() != nil {
		return nil, unknown, context.Cause(ctx)
	}
	var violated []int
	for i, v := range values {
		if v == "true" {
			violated = append(violated, owner[i])
		}
	}
	if err != nil || len(violated) == 0 {
		// A model that cannot be read, or that satisfies no disjunct, says nothing.
		return nil, unknown, nil
	}
	return violated, sat, nil
}

// unproved returns the kept candidates that have an obligation which is not proved.
func (w *proof) unproved(ctx context.Context, d *dialogue) ([]int, error) {
	var failed []int
	for i, c := range w.vc.Candidates {
		if !w.kept[i] {
			continue
		}
		for _, g := range c.Obligations {
			_, answer, err := w.model(ctx, d, w.literals()+question(g), nil, nil)
			if err != nil {
				return nil, err
			}
			if answer != unsat {
				failed = append(failed, i)
				break
			}
		}
	}
	return failed, nil
}

// literals asserts the literals of kept candidates, and that the others are false.
func (w *proof) literals() string {
	var b strings.Builder
	for i, c := range w.vc.Candidates {
		if w.kept[i] {
			fmt.Fprintf(&b, "(assert %s)\n", c.Lit)
		} else {
			fmt.Fprintf(&b, "(assert (not %s))\n", c.Lit)
		}
	}
	return b.String()
}
