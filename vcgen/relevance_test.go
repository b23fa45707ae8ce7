package vcgen

import (
	"slices"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/ir"
)

// A goal gets instances of the universals on the ways to it, and of no others.
func TestGoalsNeedWhatLeadsToThem(t *testing.T) {
	z3 := newSession(t)
	m := heap("M", ir.Array(ir.Ref, ir.Int))
	r := bound("r", ir.Ref)
	all := func(k int64) *ir.Expr {
		return ir.Forall(vars(r), ir.Lt(n(k), at(m, ir.V(r))), m)
	}
	entry := &ir.Block{Name: "entry", Stmts: list(assume(all(1)))}
	yes := &ir.Block{Name: "yes", Stmts: list(assume(all(2)), assert(all(0)))}
	no := &ir.Block{Name: "no", Stmts: list(assume(all(3)), assert(all(0)))}
	end := &ir.Block{Name: "end", Stmts: list(assert(all(0)), assert(all(1)), assert(all(2)))}
	entry.Succs, yes.Succs, no.Succs = list(yes, no), list(end), list(end)
	p := &ir.Program{Name: "branches", Blocks: list(entry, yes, no, end)}

	// The fourth goal is settled: it says what the entry assumes.
	if got := z3.verdicts(t, p); got != "unsat unsat unsat unsat unsat" {
		t.Errorf("verdicts %s", got)
	}
	for i, want := range []string{"1 2", "1 3", "1 2 3", "", "1 2 3"} {
		g := mustGenerate(t, p).Goals[i]
		if g.Neg == "false" {
			continue
		}
		text := strings.Join(append(slices.Clone(g.Decls), g.Hyps...), "\n")
		var got []string
		for _, k := range []string{"1", "2", "3"} {
			if strings.Contains(text, "(< "+k+" (select M@0 some?") {
				got = append(got, k)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("goal %d has instances of %v, want %s\n%s", i, got, want, text)
		}
	}
}

// Assertions that say nearly the same share witnesses.
func TestGoalsShareWitnesses(t *testing.T) {
	z3 := newSession(t)
	m, old := heap("M", ir.Array(ir.Ref, ir.Int)), local("old M", ir.Array(ir.Ref, ir.Int))
	b := local("b", ir.Bool)
	r := bound("r", ir.Ref)
	same := ir.Forall(vars(r), ir.Eq(at(m, ir.V(r)), at(old, ir.V(r))), m)
	p := one(assign(old, ir.V(m)), havoc(m), assume(ir.Implies(ir.V(b), same)),
		assert(ir.Or(same, ir.Not(ir.V(b)))), assert(ir.And(same, ir.V(b))), assert(ir.V(b)))
	if got := z3.verdicts(t, p); got != "unsat sat unsat" {
		t.Errorf("verdicts %s", got)
	}
	goals := mustGenerate(t, p).Goals
	for i, g := range goals[:2] {
		if n := strings.Count(strings.Join(g.Decls, "\n"), "(declare-const some?"); n != 1 {
			t.Errorf("goal %d has %d witnesses:\n%s", i, n, strings.Join(g.Decls, "\n"))
		}
	}
	if !slices.Equal(goals[0].Hyps, goals[1].Hyps) {
		t.Errorf("hypotheses %q and %q", goals[0].Hyps, goals[1].Hyps)
	}
}
