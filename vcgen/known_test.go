package vcgen

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/calvin-go/calvin/ir"
)

// What is settled without a solver holds: it cannot fail in an execution, and a solver that is asked proves it.
func TestSettledGoalsHold(t *testing.T) {
	z3 := newSession(t)
	settled := 0
	rapid.Check(t, func(rt *rapid.T) {
		p := (&programmer{t: rt, repeats: true}).program()
		used(p)
		can := failures(p)
		asked := z3.decide(rt, veiled(p), false)
		vc, err := Generate(p)
		if err != nil {
			rt.Fatalf("%v\n%s", err, p)
		}
		for i, g := range vc.Goals {
			if g.Cover != nil || g.Neg != "false" {
				continue
			}
			settled++
			if can[i] || asked[i] != "unsat" {
				rt.Fatalf("goal %d is settled; it can fail: %t, a solver says %s\n%s", i, can[i], asked[i], p)
			}
		}
	})
	if settled == 0 {
		t.Error("no goal is settled")
	}
	t.Logf("%d goals are settled", settled)
}

// veiled hides from vcgen what is asserted: behind a variable that is assumed to be equivalent.
func veiled(p *ir.Program) *ir.Program {
	out := &ir.Program{Name: p.Name, Vars: p.Vars}
	blocks := map[*ir.Block]*ir.Block{}
	for _, b := range p.Blocks {
		c := &ir.Block{Name: b.Name}
		for _, s := range b.Stmts {
			if a, ok := s.(*ir.Assert); ok {
				veil := local(fmt.Sprintf("veil%d", len(out.Vars)), ir.Bool)
				out.Vars = append(out.Vars, veil)
				c.Stmts = append(c.Stmts, havoc(veil), assume(ir.Eq(ir.V(veil), a.Cond)), assert(ir.V(veil)))
			} else {
				c.Stmts = append(c.Stmts, s)
			}
		}
		blocks[b] = c
		out.Blocks = append(out.Blocks, c)
	}
	for _, b := range p.Blocks {
		for _, s := range b.Succs {
			blocks[b].Succs = append(blocks[b].Succs, blocks[s])
		}
	}
	return out
}

// What is known is known where control must have passed, and no longer than it is true.
func TestKnown(t *testing.T) {
	x, y := local("x", ir.Int), local("y", ir.Int)
	small, large := ir.Lt(ir.V(x), n(3)), ir.Lt(n(5), ir.V(y))
	b := func(name string, stmts ...ir.Stmt) *ir.Block { return &ir.Block{Name: name, Stmts: stmts} }
	join := func(entry, yes, no, end *ir.Block) *ir.Program {
		entry.Succs, yes.Succs, no.Succs = list(yes, no), list(end), list(end)
		return &ir.Program{Name: "join", Blocks: list(entry, yes, no, end)}
	}
	for _, tc := range []struct {
		name    string
		program *ir.Program
		want    []bool // which goals are settled
	}{
		{"assumed", one(assume(small), assert(small)), list(true)},
		{"asserted", one(assert(small), assert(small)), list(false, true)},
		{"later", one(assert(small), assume(small)), list(false)},
		{"changed", one(assume(small), havoc(x), assert(small)), list(false)},
		{"changed to the same", one(assume(small), assign(y, ir.V(x)), havoc(x), assert(ir.Lt(ir.V(y), n(3)))), list(true)},
		{"conjunct", one(assume(ir.And(small, large)), assert(large)), list(true)},
		{"conjuncts", one(assume(small), assume(large), assert(ir.And(small, large))), list(true)},
		{"disjunct", one(assume(small), assert(ir.Or(large, small))), list(true)},
		{"disjunction", one(assume(ir.Or(small, large)), assert(small)), list(false)},
		{"conclusion", one(assume(small), assert(ir.Implies(large, small))), list(true)},
		{"premise", one(assume(ir.Not(large)), assert(ir.Implies(large, small))), list(true)},
		{"before a branch", join(b("entry", assume(small)), b("yes"), b("no"), b("end", assert(small))), list(true)},
		{"in a branch", join(b("entry"), b("yes", assume(small)), b("no"), b("end", assert(small))), list(false)},
		{"in both branches", join(b("entry"), b("yes", assume(small)), b("no", assume(small)), b("end", assert(small))), list(false)},
		{"in both branches, changed in one", join(b("entry"), b("yes", havoc(x), assume(small)), b("no", assume(small)), b("end", assert(small))), list(true)},
		{"changed in one branch", join(b("entry", assume(small)), b("yes", havoc(x), assume(small)), b("no"), b("end", assert(small))), list(true)},
		{"changed, known in one branch", join(b("entry", assume(small)), b("yes", havoc(x)), b("no"), b("end", assert(small))), list(false)},
		{"known before it is changed", join(b("entry"), b("yes", assume(small), havoc(x)), b("no", assume(small)), b("end", assert(small))), list(false)},
		{"of another variable", join(b("entry"), b("yes", havoc(x), havoc(y), assume(ir.Lt(ir.V(y), n(3)))), b("no", assume(small)), b("end", assert(small))), list(false)},
		{"some of it", join(b("entry", assume(small)), b("yes", havoc(x), assume(small)), b("no"), b("end", assert(ir.And(small, large)))), list(false)},
		{"in the branch", join(b("entry"), b("yes", assume(small), assert(small)), b("no", assert(small)), b("end")), list(true, false)},
	} {
		vc := mustGenerate(t, tc.program)
		for i, g := range vc.Goals {
			if got := g.Neg == "false"; got != tc.want[i] {
				t.Errorf("%s: goal %d is settled: %t", tc.name, i, got)
			}
		}
	}
}

// What a candidate says follows from it, where it was proposed or, changed only as it was proposed again, after a join; but for near
// conditions alone, and of quantified formulas.
func TestProposed(t *testing.T) {
	m, k := heap("M", ir.Array(ir.Int, ir.Int)), bound("k", ir.Int)
	x := local("x", ir.Int)
	all, one := ir.Forall(vars(k), ir.Lt(at(m, ir.V(k)), n(3))), ir.Lt(ir.V(x), n(3))
	says := func(name string, cond *ir.Expr) *ir.Assume {
		return &ir.Assume{Cond: cond, Candidate: &ir.Candidate{Name: name}}
	}
	program := func(first, yes, no, last []ir.Stmt) *ir.Program {
		entry, a, b, end := &ir.Block{Name: "entry", Stmts: first}, &ir.Block{Name: "yes", Stmts: yes}, &ir.Block{Name: "no", Stmts: no}, &ir.Block{Name: "end", Stmts: last}
		entry.Succs, a.Succs, b.Succs = list(a, b), list(end), list(end)
		return &ir.Program{Name: "proposed", Blocks: list(entry, a, b, end)}
	}
	for _, tc := range []struct {
		name           string
		first, yes, no []ir.Stmt
		cond           *ir.Expr
		near, far      bool // whether the goal needs no witness
	}{
		{name: "proposed", first: list[ir.Stmt](says("c", all)), cond: all, near: true},
		{name: "changed", first: list[ir.Stmt](says("c", all), havoc(m)), cond: all},
		{name: "assumed", first: list[ir.Stmt](assume(all)), cond: all, near: true, far: true},
		{name: "known of one way", first: list[ir.Stmt](says("c", all)), yes: list[ir.Stmt](havoc(m)), cond: all},
		{name: "proposed or assumed", first: list[ir.Stmt](says("c", all)), yes: list[ir.Stmt](havoc(m), assume(all)), cond: all, near: true},
		{name: "two candidates", first: list[ir.Stmt](says("c", all)), yes: list[ir.Stmt](havoc(m), says("d", all)), cond: all, near: true},
		{name: "no quantifier", first: list[ir.Stmt](says("c", one)), cond: ir.And(one, all)},
	} {
		for _, tier := range list(Near, Far) {
			p := program(tc.first, tc.yes, tc.no, list[ir.Stmt](assert(tc.cond)))
			vc, err := GenerateFor(t.Context(), p, tier, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := tc.near
			if tier == Far {
				want = tc.far
			}
			g := vc.Goals[0]
			if got := !strings.Contains(strings.Join(g.Decls, " "), "some"); got != want {
				t.Errorf("%s, tier %d: needs no witness: %t\n%s", tc.name, tier, got, g.Neg)
			}
			if want && !tc.far && vc.Tier != tier {
				t.Errorf("%s: tier %d", tc.name, vc.Tier)
			}
		}
	}
}

// An assertion that is settled by a candidate does not say that the candidate holds.
func TestProposedIsNotRelied(t *testing.T) {
	m, k := heap("M", ir.Array(ir.Int, ir.Int)), bound("k", ir.Int)
	x := local("x", ir.Int)
	all := ir.Forall(vars(k), ir.Lt(at(m, ir.V(k)), n(3)))
	p := one(&ir.Assume{Cond: all, Candidate: &ir.Candidate{Name: "c"}}, assert(ir.And(all, ir.Lt(ir.V(x), n(2)))), assert(ir.Lt(ir.V(x), n(5))))
	for _, wanted := range list(true, false) {
		vc, err := GenerateFor(t.Context(), p, Near, func(a *ir.Assert) bool { return wanted || a == p.Blocks[0].Stmts[2] })
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range vc.Hyps {
			if strings.Contains(h, "candidate") && !strings.HasPrefix(h, "(=> |candidate c|") && !strings.Contains(h, "(=> |candidate c| all") {
				t.Errorf("wanted %t: %s", wanted, h)
			}
		}
	}
}
