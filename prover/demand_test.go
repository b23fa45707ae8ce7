package prover

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/calvin-go/calvin/vcgen"
)

// near is a loop's VC with near conditions.
func near(cs []*vcgen.Candidate, goals ...string) *vcgen.VC {
	vc := loop(cs, goals...)
	vc.Tier = vcgen.Near
	return vc
}

// Of the candidates those are kept that proofs rest on; all of these hold.
func TestDemanded(t *testing.T) {
	bounded := func() *vcgen.Candidate { return candidate("c.bounded", "(<= @ n)") }
	position := func(name, cond string) *vcgen.Candidate {
		c := candidate(name, cond)
		c.Position = true
		return c
	}
	for _, c := range []loopCase{
		{"none", nil, []string{"(= i n)"}, nil, []Status{Refuted}},
		{"one is needed", []*vcgen.Candidate{candidate("c.small", "(<= @ (+ n 7))"), bounded()}, []string{"(= i n)"},
			[]string{"c.bounded"}, []Status{Proved}},
		{"needed by one that is needed", []*vcgen.Candidate{candidate("c.sum", "(>= (+ @ @ @) n0)"), candidate("c.nonnegative", "(>= @ 0)")},
			[]string{"(>= (+ i i i) n0)"}, []string{"c.sum", "c.nonnegative"}, []Status{Proved}},
		{"false, and in the way", []*vcgen.Candidate{candidate("c.zero", "(= @ 0)"), candidate("c.none", "(= n 0)"), bounded()},
			[]string{"(= i n)"}, []string{"c.bounded"}, []Status{Proved}},
		{"proved by what is false alone", []*vcgen.Candidate{bounded(), candidate("c.zero", "(= @ 0)")}, []string{"(>= n 0)", "(= i n)", "(= i 0)"},
			nil, []Status{Proved, Unknown, Refuted}},
		{"contradictory", []*vcgen.Candidate{candidate("c.false", "(< @ @)"), bounded()}, []string{"(<= i n)", "false"},
			nil, []Status{Unknown, Refuted}},
		{"each rests on the next, the last on none", []*vcgen.Candidate{candidate("c.5", "(<= @ 5)"), candidate("c.4", "(<= @ 4)"),
			candidate("c.3", "(<= @ 3)")}, []string{"(<= i 5)", "(<= i n)"}, nil, []Status{Refuted, Unknown}},
		{"positions", []*vcgen.Candidate{position("c.even", "(= (mod @ 2) 0)"), position("c.negative", "(< @ 0)"),
			position("c.bounded", "(<= @ n)")}, []string{"(= i n)"}, []string{"c.bounded"}, []Status{Proved}},
	} {
		t.Run(c.name, func(t *testing.T) {
			eachSolver(t, func(t *testing.T, solver string) {
				p := newTestProver(t, Options{Solver: solver, Timeout: 5 * time.Second})
				vc := near(c.cs, c.goals...)
				vc.Decls = append(vc.Decls, "(declare-const n0 Int)")
				vc.Hyps = append(vc.Hyps, "(<= n0 0)")
				r := prove(t, p, vc)
				// A process says that it needs all that was assumed.
				coarse := solver != LibZ3 && slices.Contains(c.want, Refuted)
				if solver == LibZ3 && !slices.Equal(r.Kept, c.kept) {
					t.Errorf("kept %v, want %v", r.Kept, c.kept)
				}
				for i, g := range r.Goals {
					if g.Status != c.want[i] && !(coarse && g.Status == Unknown) {
						t.Errorf("goal %d: %+v, want %v", i, g, c.want[i])
					}
				}
			})
		})
	}
}

// What is proved on demand is what Houdini proves, from candidates that it keeps.
func TestDemandedAgreesWithHoudini(t *testing.T) {
	p := newTestProver(t, Options{})
	proved := 0
	rapid.Check(t, func(rt *rapid.T) {
		cond := func(at string) string {
			c := rapid.IntRange(-1, 3).Draw(rt, "constant")
			return fmt.Sprintf(rapid.SampledFrom([]string{
				"(<= %[1]s %[2]d)", "(>= %[1]s %[2]d)", "(<= %[1]s (+ n %[2]d))", "(= (mod %[1]s 2) 0)", "(= n %[2]d)", "(=> (> n %[2]d) (< %[1]s n))",
				"(or (= %[1]s 0) (> n %[2]d))", "(>= (+ %[1]s n) %[2]d)", "(not (= %[1]s %[2]d))",
			}).Draw(rt, "form"), at, c)
		}
		var conds []string
		for range rapid.IntRange(1, 8).Draw(rt, "candidates") {
			conds = append(conds, cond("@"))
		}
		positions := rapid.SliceOfN(rapid.Bool(), len(conds), len(conds)).Draw(rt, "positions")
		candidates := func() (cs []*vcgen.Candidate) {
			for i, cond := range conds {
				c := candidate(fmt.Sprintf("c.%d", i), cond)
				c.Position = positions[i]
				cs = append(cs, c)
			}
			return cs
		}
		var goals []string
		for range rapid.IntRange(1, 3).Draw(rt, "goals") {
			goals = append(goals, cond("i"))
		}
		far, soon := prove(t, p, loop(candidates(), goals...)), prove(t, p, near(candidates(), goals...))
		all := func(r *Result) bool {
			return !slices.ContainsFunc(r.Goals, func(g GoalResult) bool { return g.Status != Proved })
		}
		if all(far) != all(soon) {
			rt.Fatalf("Houdini proves all: %t, kept %v; on demand: %t, kept %v", all(far), far.Kept, all(soon), soon.Kept)
		}
		for i, g := range soon.Goals {
			if g.Status == Proved && far.Goals[i].Status != Proved {
				rt.Fatalf("goal %d is proved on demand alone", i)
			}
		}
		for _, k := range soon.Kept {
			if !slices.Contains(far.Kept, k) {
				rt.Fatalf("kept %s, Houdini keeps %v", k, far.Kept)
			}
		}
		if all(soon) {
			proved++
		}
	})
	if proved == 0 {
		t.Error("nothing was proved")
	}
	t.Logf("%d VCs are proved", proved)
}

// Obligations of what no proof needs are not asked.
func TestDemandedAsksLittle(t *testing.T) {
	asked := 0
	p := newCountingProver(t, &asked)
	vc := near([]*vcgen.Candidate{candidate("c.nonnegative", "(>= @ 0)"), candidate("c.bounded", "(<= @ n)")}, "(= i n)")
	if r := prove(t, p, vc); r.Goals[0].Status != Proved {
		t.Errorf("%+v", r.Goals[0])
	}
	if asked != 3 { // the goal, and for the second candidate both obligations
		t.Errorf("%d questions, want 3", asked)
	}
}
