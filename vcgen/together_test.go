package vcgen

import (
	"regexp"
	"slices"
	"testing"

	"github.com/calvin-go/calvin/ir"
)

// What one branch reads is no reason for instances in the states of another, but is for those after the branches meet.
func TestBranchesKeepTheirTerms(t *testing.T) {
	z3 := newSession(t)
	m := heap("M", ir.Array(ir.Ref, ir.Int))
	r, x, y := bound("r", ir.Ref), local("x", ir.Ref), local("y", ir.Ref)
	positive := ir.Forall(vars(r), ir.Lt(n(0), at(m, ir.V(r))), m)
	read := func(v *ir.Var) []ir.Stmt {
		return list(havoc(v), havoc(m), assume(positive), assert(ir.Lt(n(0), at(m, ir.V(v)))))
	}
	entry := &ir.Block{Name: "entry", Stmts: list(assume(positive))}
	yes, no := &ir.Block{Name: "yes", Stmts: read(x)}, &ir.Block{Name: "no", Stmts: read(y)}
	end := &ir.Block{Name: "end", Stmts: list(havoc(m), assume(positive), assert(ir.And(ir.Lt(n(0), at(m, ir.V(x))), ir.Lt(n(0), at(m, ir.V(y))))))}
	entry.Succs, yes.Succs, no.Succs = list(yes, no), list(end), list(end)
	p := &ir.Program{Name: "branches", Blocks: list(entry, yes, no, end)}
	if got := z3.verdicts(t, p); got != "unsat unsat unsat" {
		t.Errorf("verdicts %s", got)
	}
	var got []string
	for _, match := range regexp.MustCompile(`\(< 0 \(select (M@\d) ([xy]@\d)\)\)`).FindAllStringSubmatch(mustGenerate(t, p).text(t), -1) {
		if pair := match[1] + " " + match[2]; !slices.Contains(got, pair) {
			got = append(got, pair)
		}
	}
	// M@1 and x@1 are made in yes, M@2 and y@1 in no.
	for _, never := range []string{"M@1 y@1", "M@2 x@1"} {
		if slices.Contains(got, never) {
			t.Errorf("there is an instance for %s, among %v", never, got)
		}
	}
	for _, needed := range []string{"M@1 x@1", "M@2 y@1"} {
		if !slices.Contains(got, needed) {
			t.Errorf("there is no instance for %s, but %v", needed, got)
		}
	}
}

func TestBlockSets(t *testing.T) {
	a := blockSet{}.with(3).with(70)
	b := blockSet{}.with(70)
	if !a.has(3) || !a.has(70) || a.has(4) || a.has(200) {
		t.Errorf("%b", a)
	}
	if !b.within(a) || a.within(b) || !a.union(b).within(a) || !blockSet(nil).within(nil) {
		t.Errorf("%b, %b", a, b)
	}
	if u := b.union(blockSet{}.with(3)); !a.within(u) || !u.within(a) {
		t.Errorf("%b", u)
	}
}

// Nothing is instantiated at what is only shown.
func TestShownTerms(t *testing.T) {
	next, ok := heap("next", ir.Array(ir.Ref, ir.Ref)), heap("ok", ir.Array(ir.Ref, ir.Bool))
	r, x := bound("r", ir.Ref), local("x", ir.Ref)
	follows := ir.Forall(vars(r), ir.Implies(at(ok, ir.V(r)), at(ok, at(next, ir.V(r)))), ok)
	var stmts []ir.Stmt
	for range 5 {
		stmts = append(stmts, havoc(next), assume(follows),
			&ir.Mark{Kind: ir.MarkEnv, Shows: []ir.Show{{Label: "x.next", Value: at(next, ir.V(x))}}})
	}
	stmts = append(stmts, assert(ir.Implies(at(ok, ir.V(x)), at(ok, at(next, ir.V(x))))))
	p := one(stmts...)
	if got := newSession(t).verdicts(t, p); got != "unsat" {
		t.Errorf("verdicts %s", got)
	}
	if hyps := mustGenerate(t, p).Hyps; len(hyps) > 20 {
		t.Errorf("%d hypotheses", len(hyps))
	}
}
