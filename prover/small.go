package prover

import (
	"context"
	"slices"
	"time"

	"github.com/calvin-go/calvin/vcgen"
)

// What a counterexample may cost that is to have smaller numbers.
const (
	maxSmaller     = 12 // questions
	maxSmallerTime = 2 * time.Second
)

// smaller gives refuted goals counterexamples with small numbers, if there are any: a reader understands i = 3 sooner than
// i = 9223372036854775770. It comes after all that decides, which so does not depend on it; what a question of it comes to, other than a
// model, changes nothing.
func (w *proof) smaller(ctx context.Context) {
	if w.options.First || w.vc.Tier == vcgen.Near || w.vc.Truncated {
		return
	}
	for i, g := range w.vc.Goals {
		if o := &w.goals[i]; o.Status == Refuted && g.Small != nil && len(o.Values) > 0 && !g.Conjecture() {
			w.shrink(ctx, o)
		}
	}
}

// shrink looks for a model of the goal in which as many as possible of its numbers are small: all, or else those of either half, and so
// on.
func (w *proof) shrink(ctx context.Context, o *outcome) {
	fixed, formulas := o.Goal.Small(o.Values)
	if len(formulas) == fixed {
		return
	}
	limited, cancel := context.WithTimeout(ctx, min(w.options.Timeout, maxSmallerTime))
	defer cancel()
	base, left := formulas[:fixed], maxSmaller
	var prefer func(some []string)
	prefer = func(some []string) {
		if left == 0 || len(some) == 0 {
			return
		}
		left--
		with := slices.Concat(base, some)
		switch values, v := w.modelWith(limited, o.Goal, with); {
		case v == sat:
			base, o.Values = with, values
		case v == unsat && len(some) > 1:
			prefer(some[:len(some)/2])
			prefer(some[len(some)/2:])
		case v != unsat:
			left = 0 // the next would be as hard
		}
	}
	prefer(formulas[fixed:])
}

// modelWith asks for a model of the goal with more formulas.
func (w *proof) modelWith(ctx context.Context, g *vcgen.Goal, more []string) (map[string]string, verdict) {
	q := w.question(g)
	q.formulas = slices.Concat(q.formulas, more)
	q.tenths = 1
	r, err := w.main.check(ctx, q)
	if err != nil || r.verdict != sat {
		return nil, r.verdict
	}
	values, err := w.main.values(ctx, g.Terms)
	if err != nil {
		return nil, unknown
	}
	return named(g.Terms, values), sat
}

// named are the values by their terms.
func named(terms, values []string) map[string]string {
	all := make(map[string]string, len(values))
	for i, v := range values {
		all[terms[i]] = v
	}
	return all
}
