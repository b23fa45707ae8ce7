package vcgen

import (
	"context"
	"testing"

	"github.com/calvin-go/calvin/ir"
	"pgregory.net/rapid"
)

// What near instances prove holds.
func TestNearAgreesWithOracle(t *testing.T) {
	z3 := limitedSession(t, 100_000)
	proved, beyond := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		p := (&programmer{t: rt, quantified: true}).program()
		used(p)
		vc := nearly(rt, p)
		if vc.Reach == Near {
			beyond++
		}
		want := failures(p)
		for i, verdict := range z3.goals(rt, vc, false) {
			if verdict == "unsat" {
				proved++
				if want[i] {
					rt.Fatalf("goal %d is proved and can fail\n%s", i, p)
				}
			}
		}
	})
	t.Logf("%d goals proved; %d programs have more than near instances", proved, beyond)
	if proved == 0 || beyond == 0 {
		t.Error("nothing was tested")
	}
}

// A proof that leads through what instances bring takes more than near ones, and the conditions say so.
func TestNear(t *testing.T) {
	a, k := heap("a", ir.Array(ir.Int, ir.Int)), bound("k", ir.Int)
	sorted := ir.Forall(vars(k), ir.Le(at(a, ir.V(k)), at(a, ir.Add(ir.V(k), n(1)))), a)
	upTo := func(i int64) *ir.Expr { return ir.Le(at(a, n(0)), at(a, n(i))) }
	for _, tt := range []struct {
		name      string
		assumed   *ir.Expr
		assertion *ir.Expr
		near, far string
		reach     Reach
	}{
		{"two steps", sorted, upTo(2), "unsat", "unsat", Near},
		{"four steps", sorted, upTo(4), "sat", "unsat", Near},
		{"the wrong way", sorted, ir.Not(upTo(2)), "sat", "sat", Near},
		{"nothing universal", upTo(1), upTo(2), "sat", "sat", Far},
	} {
		p := one(assume(tt.assumed), assert(tt.assertion))
		vc := nearly(t, p)
		if got := newSession(t).goals(t, vc, false)[0]; got != tt.near {
			t.Errorf("%s: %s with near instances, want %s", tt.name, got, tt.near)
		}
		if vc.Reach != tt.reach {
			t.Errorf("%s: reach %d, want %d", tt.name, vc.Reach, tt.reach)
		}
		if got := newSession(t).verdicts(t, p); got != tt.far {
			t.Errorf("%s: %s with all instances, want %s", tt.name, got, tt.far)
		}
	}
}

func nearly(f failer, p *ir.Program) *VC {
	vc, err := GenerateFor(context.Background(), p, Near, nil)
	if err != nil {
		f.Fatalf("%v\n%s", err, p)
	}
	return vc
}
