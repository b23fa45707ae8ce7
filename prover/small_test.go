package prover

import (
	"testing"

	"github.com/calvin-go/calvin/vcgen"
)

// A counterexample has as many small numbers as it can have, and whatever becomes of the questions for one, the goal is refuted and the
// next one is decided.
func TestSmall(t *testing.T) {
	small := func(term string) string { return "(and (<= (- 1) " + term + ") (<= " + term + " 9))" }
	isSmall := func(text string) bool { return len(text) == 1 || text == "(- 1)" }
	prefers := func(fixed int, formulas ...string) func(map[string]string) (int, []string) {
		return func(map[string]string) (int, []string) { return fixed, formulas }
	}
	for _, tc := range []struct {
		name, neg string
		small     func(map[string]string) (int, []string)
		want      map[string]bool // which of the numbers are small; those that are left out may be either
	}{
		{"all", "true", prefers(0, small("x"), small("(select m r)")), map[string]bool{"x": true, "(select m r)": true}},
		{"but one", "(> x 1000)", prefers(0, small("x"), small("(select m r)"), small("(select m q)")),
			map[string]bool{"x": false, "(select m r)": true, "(select m q)": true}},
		{"on the same way", "(=> p (> x 1000))", prefers(1, "p", small("(select m r)")), map[string]bool{"x": false, "(select m r)": true}},
		{"no such model", "(> x 1000)", prefers(1, "false", small("x")), map[string]bool{"x": false}},
		{"too hard", "(> x 1000)", prefers(0, fermat), map[string]bool{"x": false}},
		{"malformed", "(> x 1000)", prefers(0, "(and x"), map[string]bool{"x": false}},
		{"nothing to ask", "(> x 1000)", prefers(1, "p"), map[string]bool{"x": false}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			eachSolver(t, func(t *testing.T, solver string) {
				failing := goal(tc.neg, "x", "(select m r)", "(select m q)")
				failing.Small = tc.small
				vc := arith(failing, goal("(< x 0)"), goal("(< x 7)", "x"))
				vc.Decls = append(vc.Decls, "(declare-const y Int)", "(declare-const z Int)")
				r := prove(t, newTestProver(t, Options{Solver: solver, RLimit: 200_000}), vc)
				if r.Goals[0].Status != Refuted || r.Goals[1].Status != Proved || r.Goals[2].Status != Refuted {
					t.Fatalf("%v, %v, %v", r.Goals[0].Status, r.Goals[1].Status, r.Goals[2].Status)
				}
				for term, want := range tc.want {
					if value := r.Goals[0].Values[term]; value == "" || isSmall(value) != want {
						t.Errorf("%s is %q, small: %t", term, value, want)
					}
				}
			})
		})
	}
}

// Where all that counts is whether the goals hold, nobody reads the numbers.
func TestSmallIsNotAskedInVain(t *testing.T) {
	asked := func(o Options, tier vcgen.Tier, truncated bool) (asked bool) {
		g := goal("(> x 1000)", "x")
		g.Small = func(map[string]string) (int, []string) { asked = true; return 0, nil }
		vc := arith(g)
		vc.Tier, vc.Truncated = tier, truncated
		prove(t, newTestProver(t, o), vc)
		return asked
	}
	if !asked(Options{}, vcgen.Far, false) {
		t.Error("it is never asked")
	}
	if asked(Options{First: true}, vcgen.Far, false) || asked(Options{}, vcgen.Near, false) || asked(Options{}, vcgen.Far, true) {
		t.Error("asked in vain")
	}
}
