package prover

import (
	"context"
	"fmt"
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
	if before == nil {
		for i := range w.kept {
			w.kept[i] = true
		}
		return w.houdini(ctx)
	}
	copy(w.kept, before.kept)
	violated, _, err := w.violated(ctx)
	for _, i := range violated {
		w.refuted[i] = true
	}
	return err
}

// houdini drops candidates from w.kept until those left imply all their obligations.
func (w *proof) houdini(ctx context.Context) error {
	for w.anyKept() {
		violated, answer, err := w.violated(ctx)
		if err != nil {
			return err
		}
		if answer == unknown {
			if violated, err = w.unproved(ctx); err != nil {
				return err
			}
		}
		if len(violated) == 0 {
			return nil
		}
		for _, i := range violated {
			w.kept[i] = false
		}
	}
	return nil
}

// violated asks for a state in which an obligation of some kept candidate fails, and returns the candidates that fail
// in it. An answer of unsat proves all obligations at once.
//
// One literal an obligation, equivalent to its violation, tells them apart. The obligation's own hypotheses are part
// of the equivalence: asserted outright, those of one obligation could hide the failure of another.
func (w *proof) violated(ctx context.Context) ([]int, verdict, error) {
	if !w.anyKept() {
		return nil, unsat, nil
	}
	var declared, equations strings.Builder
	var literals []string
	var owner []int           // of each literal, a candidate
	seen := map[string]bool{} // obligations may share declarations: only one of them need fail
	for i, c := range w.vc.Candidates {
		if !w.kept[i] {
			continue
		}
		for j, g := range c.Obligations {
			lit := fmt.Sprintf("houdini!%d!%d", i, j)
			for _, d := range append(g.Decls[:len(g.Decls):len(g.Decls)], "(declare-const "+lit+" Bool)") {
				if !seen[d] {
					seen[d] = true
					declared.WriteString(d + "\n")
				}
			}
			fmt.Fprintf(&equations, "(assert (= %s (and true %s %s)))\n", lit, strings.Join(g.Hyps, " "), g.Neg)
			literals = append(literals, lit)
			owner = append(owner, i)
		}
	}
	if len(literals) == 0 {
		return nil, unsat, nil
	}
	w.main.push(w.literals() + declared.String() + equations.String() +
		"(assert (or false " + strings.Join(literals, " ") + "))\n")
	defer w.main.pop()
	return w.model(ctx, literals, owner)
}

// model asks the question on the stack and reads from the model which candidates own a true literal.
func (w *proof) model(ctx context.Context, literals []string, owner []int) ([]int, verdict, error) {
	limited, cancel := context.WithTimeout(ctx, w.options.Timeout)
	defer cancel()
	r, err := w.main.check(limited, "")
	if ctx.Err() != nil {
		return nil, unknown, context.Cause(ctx)
	}
	if err != nil || r.verdict != sat {
		return nil, r.verdict, nil
	}
	values, err := w.main.values(limited, literals)
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

// unproved asks for the obligations of each kept candidate by themselves and returns the candidates that have one
// which is not proved. If there is none, all have been proved under the same literals.
func (w *proof) unproved(ctx context.Context) ([]int, error) {
	w.main.push(w.literals())
	defer w.main.pop()
	var failed []int
	for i, c := range w.vc.Candidates {
		if !w.kept[i] {
			continue
		}
		for _, g := range c.Obligations {
			w.main.push(question(g))
			_, answer, err := w.model(ctx, nil, nil)
			w.main.pop()
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

func (w *proof) anyKept() bool {
	for _, k := range w.kept {
		if k {
			return true
		}
	}
	return false
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
