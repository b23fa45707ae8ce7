package vcgen

import (
	"strings"
	"testing"

	"github.com/calvin-go/calvin/ir"
)

// Where one of several things does not hold everywhere there is one witness, and it is not known of which.
func TestOneWitness(t *testing.T) {
	m, k := heap("M", ir.Array(ir.Ref, ir.Int)), heap("K", ir.Array(ir.Ref, ir.Int))
	r, s, b := bound("r", ir.Ref), bound("s", ir.Ref), local("b", ir.Bool)
	positive := ir.Forall(vars(r), ir.Lt(n(0), at(m, ir.V(r))), m)
	even := ir.Forall(vars(s), ir.Lt(n(1), at(k, ir.V(s))), k)
	both := ir.And(positive, even, ir.V(b))
	for _, tt := range []struct {
		name              string
		assumed, asserted *ir.Expr
		want              string
		witnesses         int
	}{
		{"both fail", ir.True, both, "sat", 1},
		{"one that fails", ir.And(positive, ir.V(b)), both, "sat", 1},
		{"the other one", ir.And(even, ir.V(b)), both, "sat", 1},
		{"none fails", ir.And(positive, even, ir.V(b)), ir.And(even, positive), "unsat", -1},
		{"each in turn", ir.And(ir.Or(positive, ir.V(b)), ir.Or(even, ir.V(b))), ir.Or(ir.And(positive, even), ir.V(b)), "unsat", 1},
		{"not the first, then", ir.Not(ir.And(positive, even)), ir.Not(positive), "sat", -1},
		{"nor the second", ir.Not(ir.And(positive, even)), ir.Not(even), "sat", -1},
		{"but one", ir.Not(ir.And(positive, even)), ir.Or(ir.Not(even), ir.Not(positive)), "unsat", -1},
		{"in two conjunctions", ir.True, ir.Or(both, ir.And(positive, even, ir.Not(ir.V(b)))), "sat", 1},
	} {
		p := one(assume(tt.assumed), assert(tt.asserted))
		if got := newSession(t).verdicts(t, p); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
		goal := mustGenerate(t, p).Goals[0]
		if n := strings.Count(strings.Join(goal.Decls, "\n"), "(declare-const some?"); tt.witnesses >= 0 && n != tt.witnesses {
			t.Errorf("%s: %d witnesses, want %d", tt.name, n, tt.witnesses)
		}
	}
}

// Goals take their witnesses from one series, and what is known of these is the same text.
func TestWitnessesInSeries(t *testing.T) {
	m := heap("M", ir.Array(ir.Ref, ir.Int))
	r := bound("r", ir.Ref)
	above := func(k int64) *ir.Expr { return ir.Forall(vars(r), ir.Lt(n(k), at(m, ir.V(r))), m) }
	p := one(assume(above(5)), assert(above(3)), assert(above(7)), assert(above(4)))
	if got := newSession(t).verdicts(t, p); got != "unsat sat unsat" {
		t.Errorf("verdicts %s", got)
	}
	for i, g := range mustGenerate(t, p).Goals {
		text := strings.Join(g.Decls, "\n") + strings.Join(g.Hyps, "\n")
		if !strings.Contains(text, "some?1") || strings.Contains(text, "some?2") || !strings.Contains(text, "(=> all?1 (< 5 (select M@0 some?1)))") {
			t.Errorf("goal %d: %s", i, text)
		}
	}
}
