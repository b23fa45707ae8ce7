package prover

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/vcgen"
)

func TestAll(t *testing.T) {
	needSolver(t, CVC5)
	p := newTestProver(t, Options{Solver: All})
	r := prove(t, p, arith(goal("(< x 5)"), goal("(> x 6)", "x")))
	for i, want := range []Status{Proved, Refuted} {
		g := r.Goals[i]
		if g.Status != want || len(g.Backends) != len(p.pools) || g.By != LibZ3 {
			t.Errorf("goal %d: %+v", i, g)
		}
		for _, b := range g.Backends {
			if b.Status != want {
				t.Errorf("goal %d: %+v", i, b)
			}
		}
	}
}

// liar returns options that compare libz3 with a fake that gives one answer to everything.
func liar(t *testing.T, answer string) Options {
	o := asFake(t, answer, CVC5)
	o.Solver = All
	o.Path[Z3] = filepath.Join(t.TempDir(), "nowhere")
	o.Timeout = 0
	return o
}

func TestDisagreement(t *testing.T) {
	for _, c := range []struct {
		answer string
		neg    string
		want   Status
		cause  Cause
	}{
		{"unsat", "(> x 6)", Unknown, Disagreement},
		{"unsat", "(< x 5)", Proved, NoCause},
		{"unknown", "(> x 6)", Refuted, NoCause},
		{"unknown", "(< x 5)", Proved, NoCause},
		{"nonsense", "(< x 5)", Proved, NoCause},
	} {
		p := newTestProver(t, liar(t, c.answer))
		g := prove(t, p, arith(goal(c.neg))).Goals[0]
		if g.Status != c.want || g.Cause != c.cause || len(g.Backends) != 2 {
			t.Errorf("%s to %s: %+v", c.answer, c.neg, g)
		}
		if c.cause == Disagreement && !strings.Contains(g.Reason, "internal error: solver libz3 finds a counterexample to what cvc5 proves") {
			t.Errorf("reason %q", g.Reason)
		}
	}
	// A model without values to read contradicts as well.
	p := newTestProver(t, liar(t, "sat"))
	if g := prove(t, p, arith(goal("(< x 5)"))).Goals[0]; g.Status != Unknown || g.Cause != Disagreement || g.Values != nil {
		t.Errorf("%+v", g)
	}
	// A cover too.
	vc := arith(goal("(< x 5)"))
	vc.Goals[0].Cover = &ir.Cover{}
	if g := prove(t, p, vc).Goals[0]; g.Status != Unknown || g.Cause != Disagreement {
		t.Errorf("%+v", g)
	}
}

func TestMergeTakesTheProof(t *testing.T) {
	all := []*proof{{solver: "a"}, {solver: "b"}}
	goal := &vcgen.Goal{}
	failed := outcome{GoalResult: GoalResult{Goal: goal, Status: Refuted, By: "a"}, plain: sat}
	quantified := outcome{GoalResult: GoalResult{Goal: goal, Status: Proved, By: "b"}, plain: sat, full: unsat}
	all[0].goals, all[1].goals = []outcome{failed}, []outcome{quantified}
	if g := combine(all)[0]; g.Status != Proved || g.By != "b" {
		t.Errorf("%+v", g)
	}
	failed.full = sat
	all[0].goals = []outcome{failed}
	if g := combine(all)[0]; g.Status != Unknown || g.Cause != Disagreement {
		t.Errorf("%+v", g)
	}
}
