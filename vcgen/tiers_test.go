package vcgen

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/calvin-go/calvin/ir"
)

// What near instances prove holds.
func TestNearAgreesWithOracle(t *testing.T) {
	z3 := limitedSession(t, 100_000)
	proved, beyond := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		p := (&programmer{t: rt, quantified: true}).program()
		used(p)
		vc := nearly(rt, p)
		if vc.Tier == Near {
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
		tier      Tier
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
		if vc.Tier != tt.tier {
			t.Errorf("%s: tier %d, want %d", tt.name, vc.Tier, tt.tier)
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

// What a goal about a block is proved from speaks of the memory since the block began; of goals about something else, and in far
// conditions, nothing is left out.
func TestStale(t *testing.T) {
	m, was, k := heap("M", ir.Array(ir.Int, ir.Int)), local("was.M", ir.Array(ir.Int, ir.Int)), bound("k", ir.Int)
	all := func(lowest int64) *ir.Expr { return ir.Forall(vars(k), ir.Le(n(lowest), at(m, ir.V(k)))) }
	same := ir.Forall(vars(k), ir.Eq(at(m, ir.V(k)), at(was, ir.V(k))))
	noLess := ir.Forall(vars(k), ir.Le(at(was, ir.V(k)), at(m, ir.V(k))))
	for _, tc := range []struct {
		name    string
		now     []ir.Stmt // after M was at least 7 and others have run
		goal    *ir.Expr
		kind    ir.CheckKind
		earlier bool // whether it is known of the witness that M was at least 7
	}{
		{"of the block", list[ir.Stmt](assume(all(5))), all(3), ir.InvariantAtYield, false},
		{"of something else", list[ir.Stmt](assume(all(5))), all(3), ir.UserAssert, true},
		{"handed down", list[ir.Stmt](assume(same)), all(3), ir.InvariantAtYield, false},
		{"compared with before", list[ir.Stmt](assume(same)), ir.And(all(3), noLess), ir.InvariantAtYield, true},
		{"changed in the block", list[ir.Stmt](assume(all(5)), assign(m, ir.Store(ir.V(m), list(n(8)), n(2)))), all(3), ir.InvariantAtYield, false},
	} {
		p := one(slices.Concat(list[ir.Stmt](assume(all(7)), assign(was, ir.V(m)), havoc(m)), tc.now)...)
		goal := &ir.Assert{Cond: tc.goal, Check: ir.Check{Kind: tc.kind}}
		p.Blocks[0].Stmts = append(p.Blocks[0].Stmts, goal)
		for _, tier := range list(Near, Far) {
			vc, err := GenerateFor(t.Context(), p, tier, nil)
			if err != nil {
				t.Fatal(err)
			}
			earlier := strings.Contains(strings.Join(vc.Goals[0].Hyps, " "), "(<= 7 (select M@0 some")
			if want := tc.earlier || tier == Far; earlier != want {
				t.Errorf("%s, tier %d: what was earlier is known: %t\n%s", tc.name, tier, earlier, strings.Join(vc.Goals[0].Hyps, "\n"))
			}
			if !tc.earlier && vc.Tier != tier {
				t.Errorf("%s: tier %d, want %d", tc.name, vc.Tier, tier)
			}
		}
	}
}
