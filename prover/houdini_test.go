package prover

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/vcgen"
)

// candidate proposes cond about the state of a loop, cond being written over i and n at the head. It must hold on entry,
// where i is i0, and after the body, where i is i1.
func candidate(name, cond string) *vcgen.Candidate {
	at := func(i string) string { return strings.ReplaceAll(cond, "@", i) }
	return &vcgen.Candidate{
		Candidate: &ir.Candidate{Name: name},
		Lit:       name,
		Obligations: []*vcgen.Goal{
			{Neg: "(not " + at("i0") + ")"},
			{Decls: []string{"(declare-const k Int)"}, Hyps: []string{"(= k i1)"}, Neg: "(and head (< i n) (not " + at("k") + "))"},
		},
	}
}

// loop is the VC of for i := 0; i < n; i++, with candidates and, as goals, what should hold after the loop. Head is true
// in executions that are past the head, where candidates are assumed.
func loop(cs []*vcgen.Candidate, goals ...string) *vcgen.VC {
	vc := &vcgen.VC{Candidates: cs}
	for _, v := range []string{"i0", "i", "i1", "n"} {
		vc.Decls = append(vc.Decls, "(declare-const "+v+" Int)")
	}
	vc.Decls = append(vc.Decls, "(declare-const head Bool)")
	vc.Hyps = []string{"(= i0 0)", "(= i1 (+ i 1))", "(>= n 0)"}
	for _, c := range cs {
		vc.Decls = append(vc.Decls, "(declare-const "+c.Lit+" Bool)")
		vc.Hyps = append(vc.Hyps, "(=> (and head "+c.Lit+") "+atHead(c)+")")
	}
	for _, g := range goals {
		vc.Goals = append(vc.Goals, goal("(and head (not (< i n)) (not "+g+"))", "i"))
	}
	return vc
}

// atHead recovers the condition over i from the first obligation.
func atHead(c *vcgen.Candidate) string {
	neg := c.Obligations[0].Neg
	return strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(neg, "(not "), ")"), "i0", "i")
}

// A loopCase is a loop with candidates and goals, which of the former are kept and what becomes of the latter.
type loopCase struct {
	name  string
	cs    []*vcgen.Candidate
	goals []string
	kept  []string
	want  []Status
}

func TestHoudini(t *testing.T) {
	nonNegative := func() *vcgen.Candidate { return candidate("c.nonnegative", "(>= @ 0)") }
	bounded := func() *vcgen.Candidate { return candidate("c.bounded", "(<= @ n)") }
	for _, c := range []loopCase{
		{"none", nil, []string{"(= i n)"}, nil, []Status{Refuted}},
		{"enough", []*vcgen.Candidate{nonNegative(), bounded()}, []string{"(= i n)", "(>= i 0)"},
			[]string{"c.nonnegative", "c.bounded"}, []Status{Proved, Proved}},
		{"too strong", []*vcgen.Candidate{bounded(), candidate("c.less", "(< @ n)"), candidate("c.zero", "(= @ 0)")}, []string{"(= i n)"},
			[]string{"c.bounded"}, []Status{Proved}},
		{"preserved only with another", []*vcgen.Candidate{candidate("c.sum", "(>= (+ @ n) 0)"), nonNegative()}, []string{"(>= (+ i n) 0)"},
			[]string{"c.sum", "c.nonnegative"}, []Status{Proved}},
		// The first is preserved only while the second is assumed, which does not hold on entry.
		{"falls with another", []*vcgen.Candidate{candidate("c.nonpositive", "(<= @ 0)"), candidate("c.negative", "(< @ 0)")},
			[]string{"(<= i 0)"}, nil, []Status{Refuted}},
		// Each rests on the next, the last on none: all fall, one after the other.
		{"all fall", []*vcgen.Candidate{candidate("c.5", "(<= @ 5)"), candidate("c.4", "(<= @ 4)"), bounded(), candidate("c.3", "(<= @ 3)"),
			candidate("c.2", "(<= @ 2)")}, []string{"(<= i 5)", "(<= i n)"}, []string{"c.bounded"}, []Status{Refuted, Proved}},
		{"contradictory", []*vcgen.Candidate{candidate("c.false", "(< @ @)"), bounded()}, []string{"false", "(<= i n)"},
			[]string{"c.bounded"}, []Status{Refuted, Proved}},
		{"malformed", []*vcgen.Candidate{bounded(), candidate("c.bad", "(nosuch @)")}, []string{"(= i n)"}, nil, []Status{Unknown}},
	} {
		t.Run(c.name, func(t *testing.T) {
			eachSolver(t, func(t *testing.T, solver string) {
				p := newTestProver(t, Options{Solver: solver, Timeout: 5 * time.Second})
				r := prove(t, p, loop(c.cs, c.goals...))
				if !slices.Equal(r.Kept, c.kept) {
					t.Errorf("kept %v, want %v", r.Kept, c.kept)
				}
				for i, g := range r.Goals {
					if g.Status != c.want[i] {
						t.Errorf("goal %d: %+v, want %v", i, g, c.want[i])
					}
				}
			})
		})
	}
}

// A candidate whose obligation the solver cannot decide falls; those that it can prove stay.
func TestHoudiniUnknown(t *testing.T) {
	eachSolver(t, func(t *testing.T, solver string) {
		undecided := candidate("c.hard", "(>= @ 0)")
		undecided.Obligations[1] = hard()
		undecided.Obligations[1].Decls = append(undecided.Obligations[1].Decls, "(declare-const x Int)")
		p := newTestProver(t, Options{Solver: solver, Timeout: time.Second, RLimit: 100_000})
		r := prove(t, p, loop([]*vcgen.Candidate{undecided, candidate("c.bounded", "(<= @ n)")}, "(= i n)"))
		if !slices.Equal(r.Kept, []string{"c.bounded"}) || r.Goals[0].Status != Proved {
			t.Errorf("kept %v, %+v", r.Kept, r.Goals[0])
		}
	})
}

// A model tells of a candidate with hypotheses of its own only if they are true in it.
func TestHoudiniOwnHypotheses(t *testing.T) {
	within := func(name, hyp, neg string) *vcgen.Candidate {
		c := candidate(name, "(<= @ n)")
		own := &vcgen.Goal{Decls: []string{"(declare-const w Int)"}, Hyps: []string{hyp, "(< w 100)"}, Neg: neg}
		c.Obligations = append(c.Obligations, own)
		return c
	}
	for _, c := range []struct {
		name  string
		other *vcgen.Candidate
		kept  []string
		asked int
	}{
		{"of another witness", within("c.other", "(= w 8)", "(= w 7)"), []string{"c.other"}, 7},
		{"of the same", within("c.other", "(= w 7)", "(= w 7)"), nil, 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			asked := 0
			p := newCountingProver(t, &asked)
			vc := loop([]*vcgen.Candidate{within("c.first", "(= w 7)", "(> w 6)"), c.other}, "false")
			if r := prove(t, p, vc); !slices.Equal(r.Kept, c.kept) || asked != c.asked {
				t.Errorf("kept %v, want %v, after %d questions, want %d", r.Kept, c.kept, asked, c.asked)
			}
		})
	}
}

// Whatever the solver, no session breaks over what a model says of other candidates.
func TestHoudiniKeepsSession(t *testing.T) {
	eachSolver(t, func(t *testing.T, solver string) {
		p := newTestProver(t, Options{Solver: solver, Timeout: 5 * time.Second})
		vc := loop([]*vcgen.Candidate{candidate("c.less", "(< @ n)"), candidate("c.zero", "(= @ 0)"), candidate("c.bounded", "(<= @ n)")}, "(= i n)", "(< i n)")
		r := prove(t, p, vc)
		if !slices.Equal(r.Kept, []string{"c.bounded"}) || r.Goals[0].Status != Proved || r.Goals[1].Status != Refuted || !r.Repeatable {
			t.Errorf("kept %v, %v and %v, repeatable: %t", r.Kept, r.Goals[0].Status, r.Goals[1].Status, r.Repeatable)
		}
	})
}

// What a model refutes besides the candidate asked for is not asked for, nor what was proved without the candidate that fell.
func TestHoudiniAsksOnce(t *testing.T) {
	for _, c := range []struct {
		name string
		cs   []*vcgen.Candidate
		want int
	}{
		// On entry the second and the third fail in any model in which the first does.
		{"shared model", []*vcgen.Candidate{candidate("c.1", "(> @ 0)"), candidate("c.2", "(> @ 1)"), candidate("c.3", "(> @ 2)")}, 1},
		// The first needs nothing on entry and itself in the body, the second falls in the body, which the first is to know nothing of.
		{"no needs", []*vcgen.Candidate{candidate("c.1", "(>= @ 0)"), candidate("c.2", "(<= @ 0)")}, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			asked := 0
			p := newCountingProver(t, &asked)
			prove(t, p, loop(c.cs, "(= n n)"))
			if asked != c.want+1 { // the goal
				t.Errorf("%d questions, want %d", asked, c.want+1)
			}
		})
	}
}

// Hypotheses of one obligation that contradict those of another must not hide a failure.
func TestHoudiniSeparatesHypotheses(t *testing.T) {
	a, b := candidate("c.a", "(>= @ 0)"), candidate("c.b", "(= @ 0)")
	a.Obligations[1].Hyps = append(a.Obligations[1].Hyps, "(= n 3)")
	b.Obligations[1].Hyps = append(b.Obligations[1].Hyps, "(= n 4)")
	r := prove(t, newTestProver(t, Options{}), loop([]*vcgen.Candidate{a, b}, "(>= i 0)"))
	if !slices.Equal(r.Kept, []string{"c.a"}) {
		t.Errorf("kept %v", r.Kept)
	}
}

// A solver that refutes what another keeps is a disagreement about every goal.
func TestHoudiniDisagreement(t *testing.T) {
	all := []*proof{
		{solver: "a", goals: []outcome{{GoalResult: GoalResult{Goal: goal(""), Status: Proved}, plain: unsat}}},
		{solver: "b", goals: []outcome{{GoalResult: GoalResult{Goal: goal(""), Status: Proved}, plain: unsat}},
			vc: &vcgen.VC{Candidates: []*vcgen.Candidate{candidate("c", "")}}, refuted: []bool{true}},
	}
	g := combine(all)[0]
	if g.Status != Unknown || g.Cause != Disagreement || !strings.Contains(g.Reason, "b refutes what a proves of candidate c") {
		t.Errorf("%+v", g)
	}
	all[1].refuted[0] = false
	if g := combine(all)[0]; g.Status != Proved {
		t.Errorf("%+v", g)
	}
	needSolver(t, CVC5)
	r := prove(t, newTestProver(t, Options{Solver: All}), loop([]*vcgen.Candidate{candidate("c.bounded", "(<= @ n)")}, "(= i n)"))
	if g := r.Goals[0]; g.Status != Proved || len(r.Kept) != 1 {
		t.Errorf("%+v, kept %v", g, r.Kept)
	}
}

// Where the clock, or its share of the work, ends a question about a candidate, a goal that fails without it is not refuted.
func TestUndecidedCandidate(t *testing.T) {
	for _, c := range []struct {
		limits Options
		cause  Cause
	}{
		{Options{Timeout: 2 * time.Second, RLimit: 1 << 31}, TimeLimit},
		{Options{Timeout: time.Minute, RLimit: 20_000}, ResourceLimit},
	} {
		c.limits.Solver = needSolver(t, Z3)
		undecidedCandidate(t, c.limits, c.cause)
	}
}

// The semiprime is the product of two primes of 128 bits, in hexadecimal: no solver finds them in the time of a test.
const semiprime = "91075e950e61eeaad6235ce54960514b417c529df7911da708a7f0763beee52d"

func undecidedCandidate(t *testing.T, limits Options, cause Cause) {
	hard := candidate("c.hard", "(<= @ n)")
	hard.Obligations = append(hard.Obligations, &vcgen.Goal{
		Decls: []string{"(declare-const u (_ BitVec 128))", "(declare-const v (_ BitVec 128))"},
		Hyps:  []string{"(bvugt u #x00000000000000000000000000000001)", "(bvugt v #x00000000000000000000000000000001)"},
		Neg:   "(= (bvmul ((_ zero_extend 128) u) ((_ zero_extend 128) v)) #x" + semiprime + ")",
	})
	r := prove(t, newTestProver(t, limits), loop([]*vcgen.Candidate{hard}, "(<= i n)", "(>= n 0)"))
	if g := r.Goals[0]; g.Status != Unknown || g.Cause != cause || g.Values != nil {
		t.Errorf("without the candidate: %v %v %q", g.Status, g.Cause, g.Reason)
	}
	if g := r.Goals[1]; g.Status != Proved {
		t.Errorf("what needs no candidate: %v %q", g.Status, g.Reason)
	}
}
