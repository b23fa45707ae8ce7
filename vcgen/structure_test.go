package vcgen

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/calvin-go/calvin/ir"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// text is all that a VC says, in the order in which a solver gets it.
func (vc *VC) text(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	lines := func(title string, texts []string) {
		for _, s := range texts {
			b.WriteString(title + s + "\n")
		}
	}
	goal := func(g *Goal) {
		lines("", g.Decls)
		lines("assert ", g.Hyps)
		further, err := vc.Further(g)
		if err != nil {
			t.Fatal(err)
		}
		lines("second ", further.Decls)
		lines("second ", further.Hyps)
		lines("neg ", list(g.Neg))
		lines("term ", g.Terms)
	}
	lines("", vc.Decls)
	lines("assert ", vc.Hyps)
	for _, c := range vc.Candidates {
		lines("\ncandidate ", list(c.Lit))
		for _, o := range c.Obligations {
			goal(o)
		}
	}
	for i, g := range vc.Goals {
		fmt.Fprintf(&b, "\ngoal %d\n", i)
		goal(g)
	}
	return b.String()
}

// increment is what reduce makes of a locked counter: other goroutines run, the lock is taken, the count goes up.
func increment() *ir.Program {
	count := heap("Counter.count", ir.Array(ir.Ref, int64s))
	holder := heap("Counter.mu", ir.Array(ir.Ref, ir.Tid))
	was, phase := local("old Counter.count", count.Sort), local("phase", ir.Bool)
	tid := &ir.Var{Name: "tid", Sort: ir.Tid, Kind: ir.ConstVar}
	c := &ir.Var{Name: "c", Label: "c", Sort: ir.Ref, Kind: ir.ConstVar}
	r := bound("r", ir.Ref)
	C, T := ir.V(c), ir.V(tid)
	mine := ir.Eq(at(holder, ir.V(r)), T)
	same := ir.Eq(at(count, ir.V(r)), at(was, ir.V(r)))
	frame := ir.Forall(vars(r), ir.Implies(mine, same), count)
	return chain(
		list[ir.Stmt](
			mark(ir.MarkEntry, "Inc"),
			assume(ir.Ne(T, ir.Free)), assume(ir.Ne(C, ir.Nil)),
			assign(was, ir.V(count)), havoc(count), assume(frame),
		),
		list[ir.Stmt](
			assume(ir.Eq(at(holder, C), ir.Free)),
			assign(holder, ir.Store(ir.V(holder), list(C), T)),
			mark(ir.MarkStep, "c.mu.Lock()"),
			assign(was, ir.V(count)), havoc(count), assume(frame),
			&ir.Assert{Cond: ir.Eq(at(holder, C), T)},
			assign(count, ir.Store(ir.V(count), list(C), ir.Wrap(ir.Add(at(count, C), n(1)), int64s))),
			assign(phase, ir.Forall(vars(r), ir.Implies(ir.And(mine, ir.Ne(ir.V(r), C)), same))),
			&ir.Assert{Cond: ir.V(phase)},
			&ir.Assert{Cond: ir.Eq(ir.V(count), ir.V(was)), Check: ir.Check{Shows: []ir.Show{{Label: "c.count", Value: at(count, C)}}}},
		),
	)
}

// diamond joins a variable that two branches set, and drops one that is not read again.
func diamond() *ir.Program {
	x, dead := local("x", int64s), local("dead", int64s)
	b := local("b", ir.Bool)
	entry := &ir.Block{Name: "entry"}
	yes := &ir.Block{Name: "yes", Stmts: list(assume(ir.V(b)), assign(x, n(1)), assign(dead, n(1)))}
	no := &ir.Block{Name: "no", Stmts: list(assume(ir.Not(ir.V(b))), assign(x, n(2)), assign(dead, n(2)))}
	join := &ir.Block{Name: "join", Stmts: list(assert(ir.Lt(n(0), ir.V(x))), assert(ir.Lt(ir.V(x), n(2))))}
	entry.Succs, yes.Succs, no.Succs = list(yes, no), list(join), list(join)
	return &ir.Program{Name: "diamond", Blocks: list(entry, yes, no, join)}
}

// candidates has one candidate that holds where it is used and one that does not, both of which evidently hold on entry,
// and one that evidently does not.
func candidates() *ir.Program {
	x, y := local("x", ir.Int), local("y", ir.Int)
	good, bad, hopeless := &ir.Candidate{Name: "0 <= x"}, &ir.Candidate{Name: "x == y"}, &ir.Candidate{Name: "x < 0"}
	inv := map[*ir.Candidate]*ir.Expr{good: ir.Le(n(0), ir.V(x)), bad: ir.Eq(ir.V(x), ir.V(y)), hopeless: ir.Lt(ir.V(x), n(0))}
	var entry, body []ir.Stmt
	entry = append(entry, assign(x, n(0)), assign(y, n(0)))
	for _, c := range list(good, bad, hopeless) {
		entry = append(entry, &ir.Assert{Cond: inv[c], Candidate: c})
	}
	entry = append(entry, havoc(x, y))
	for _, c := range list(good, bad, hopeless) {
		entry = append(entry, &ir.Assume{Cond: inv[c], Candidate: c})
	}
	body = append(body, assign(x, ir.Add(ir.V(x), n(1))))
	for _, c := range list(good, bad, hopeless) {
		body = append(body, &ir.Assert{Cond: inv[c], Candidate: c})
	}
	body = append(body, assert(ir.Lt(n(0), ir.V(x))))
	return chain(entry, body)
}

func TestGolden(t *testing.T) {
	for name, p := range map[string]*ir.Program{
		"increment": increment(), "diamond": diamond(), "candidates": candidates(),
	} {
		t.Run(name, func(t *testing.T) {
			got := mustGenerate(t, p).text(t)
			file := filepath.Join("testdata", name+".golden")
			if *update {
				if err := os.MkdirAll("testdata", 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestGoldenVerdicts(t *testing.T) {
	z3 := newSession(t)
	if got := z3.verdicts(t, increment()); got != "unsat unsat sat" {
		t.Errorf("increment: %s", got)
	}
	if got := z3.verdicts(t, diamond()); got != "unsat sat" {
		t.Errorf("diamond: %s", got)
	}
}

func TestTwiceTheSame(t *testing.T) {
	a, b := mustGenerate(t, increment()), mustGenerate(t, increment())
	if diff := cmp.Diff(a.text(t), b.text(t)); diff != "" {
		t.Error(diff)
	}
}

// Nothing may be assumed of a candidate that is not believed, and nothing after its obligation.
func TestCandidates(t *testing.T) {
	vc := mustGenerate(t, candidates())
	if len(vc.Candidates) != 2 || len(vc.Goals) != 1 {
		t.Fatalf("%d candidates and %d goals", len(vc.Candidates), len(vc.Goals))
	}
	holding := func(believed ...*Candidate) string {
		t.Helper()
		var out []string
		ask := func(g *Goal) {
			sub := *g
			for _, c := range believed {
				sub.Hyps = append(sub.Hyps, c.Lit)
			}
			v, _ := solve(t, "z3", script(vc, &sub, false))
			out = append(out, v)
		}
		for _, c := range vc.Candidates {
			for _, o := range c.Obligations {
				if len(o.Terms) > 0 {
					t.Error("an obligation of a candidate has terms")
				}
				ask(o)
			}
		}
		ask(vc.Goals[0])
		return strings.Join(out, " ")
	}
	good, bad := vc.Candidates[0], vc.Candidates[1]
	for _, tc := range []struct{ got, want string }{
		{holding(), "sat sat sat"},
		{holding(good), "unsat sat unsat"},
		{holding(good, bad), "unsat sat unsat"},
	} {
		if tc.got != tc.want {
			t.Errorf("got %s, want %s", tc.got, tc.want)
		}
	}
}

// diamonds is n diamonds in a row, each of which adds to x, and reads and writes memory.
func diamonds(n int) *ir.Program {
	x, b := local("x", int64s), local("b", ir.Bool)
	mem := heap("M", ir.Array(ir.Ref, int64s))
	p := local("p", ir.Ref)
	one := ir.N(1, int64s)
	prog := &ir.Program{Name: "diamonds"}
	var last *ir.Block
	for i := range n {
		name := func(s string) string { return fmt.Sprintf("%s%d", s, i) }
		head := &ir.Block{Name: name("head"), Stmts: list(havoc(b))}
		yes := &ir.Block{Name: name("yes"), Stmts: list(assume(ir.V(b)), assign(x, ir.Wrap(ir.Add(ir.V(x), one), int64s)),
			assign(x, ir.Wrap(ir.Add(ir.V(x), ir.V(x)), int64s)))}
		no := &ir.Block{Name: name("no"), Stmts: list(assume(ir.Not(ir.V(b))),
			assign(mem, ir.Store(ir.V(mem), list(ir.V(p)), ir.V(x))))}
		join := &ir.Block{Name: name("join"), Stmts: list(assert(ir.Le(at(mem, ir.V(p)), ir.V(x))))}
		head.Succs, yes.Succs, no.Succs = list(yes, no), list(join), list(join)
		if last != nil {
			last.Succs = list(head)
		}
		last = join
		prog.Blocks = append(prog.Blocks, head, yes, no, join)
	}
	return prog
}

// doubling assigns x + x to x again and again: the text must share what the program shares.
func doubling(n int) *ir.Program {
	x := local("x", ir.Int)
	e := ir.V(x)
	for range n {
		e = ir.Add(e, e)
	}
	return one(assign(x, e), assert(ir.Lt(ir.V(x), ir.N(0, ir.Int))))
}

// rewriting stores what it reads from the array itself, again and again, below a quantifier.
func rewriting(n int) *ir.Program {
	m := heap("M", ir.Array(ir.Ref, ir.Int))
	p, q := local("p", ir.Ref), local("q", ir.Ref)
	var stmts []ir.Stmt
	for range n {
		stmts = append(stmts, assign(m, ir.Store(ir.V(m), list(ir.V(p)), at(m, ir.V(q)))))
	}
	r := bound("r", ir.Ref)
	return one(append(stmts, assume(ir.Forall(vars(r), ir.Lt(at(m, ir.V(r)), ir.N(0, ir.Int)))), assert(ir.False))...)
}

// choosing keeps or changes an array by a condition instead of a branch.
func choosing(n int) *ir.Program {
	m, b, p := heap("M", ir.Array(ir.Ref, ir.Int)), local("b", ir.Bool), local("p", ir.Ref)
	var stmts []ir.Stmt
	for range n {
		stmts = append(stmts, havoc(b),
			assign(m, ir.Ite(ir.V(b), ir.Store(ir.V(m), list(ir.V(p)), ir.N(1, ir.Int)), ir.V(m))))
	}
	return one(append(stmts, assert(ir.Lt(at(m, ir.V(p)), ir.N(0, ir.Int))))...)
}

// summing matches an index that is a large sum.
func summing(n int) *ir.Program {
	a, x := heap("a", ir.Array(ir.Int, ir.Int)), local("x", ir.Int)
	k := bound("k", ir.Int)
	var stmts []ir.Stmt
	for range n {
		stmts = append(stmts, assign(x, ir.Add(ir.V(x), ir.V(x))))
	}
	unit := ir.N(1, ir.Int)
	return one(append(stmts, assume(ir.Forall(vars(k), ir.Lt(at(a, ir.Add(ir.V(k), unit)), unit))),
		assert(ir.Lt(at(a, ir.V(x)), unit)))...)
}

func TestLinearSize(t *testing.T) {
	for name, family := range map[string]func(int) *ir.Program{
		"diamonds": diamonds, "doubling": doubling, "rewriting": rewriting, "choosing": choosing, "summing": summing,
	} {
		size := func(n int) int {
			vc := mustGenerate(t, family(n))
			total := 0
			for _, texts := range list(vc.Decls, vc.Hyps) {
				for _, s := range texts {
					total += len(s)
				}
			}
			for _, g := range vc.Goals {
				for _, s := range append(append(g.Decls, g.Hyps...), g.Neg) {
					total += len(s)
				}
			}
			return total
		}
		small, large := size(50), size(400)
		if float64(large) > 1.2*8*float64(small) {
			t.Errorf("%s: %d bytes at 50, %d at 400", name, small, large)
		}
	}
}

func TestRefusals(t *testing.T) {
	x, b, p := local("x", ir.Int), local("b", ir.Bool), local("p", ir.Ref)
	m := heap("M", ir.Array(ir.Ref, ir.Int))
	k := bound("k", ir.Int)
	c := &ir.Var{Name: "c", Sort: ir.Int, Kind: ir.ConstVar}
	a, z := &ir.Block{Name: "a"}, &ir.Block{Name: "z"}
	a.Succs, z.Succs = list(z), list(a)
	pair := func(fields ...ir.Field) *ir.Expr { return ir.V(local("t", ir.Tuple("T", fields...))) }
	wrongFact := &ir.Fn{Name: "f", Result: ir.Int, Facts: func(app *ir.Expr) []*ir.Expr { return list(app) }}
	endless := &ir.Fn{Name: "g", Params: list(ir.Int), Result: ir.Int}
	endless.Facts = func(app *ir.Expr) []*ir.Expr { return list(ir.Lt(app, ir.Apply(endless, app))) }
	raw := func(op ir.Op, s *ir.Sort, args ...*ir.Expr) *ir.Expr { return &ir.Expr{Op: op, Sort: s, Args: args} }
	for _, tc := range []struct {
		name    string
		program *ir.Program
		want    string
	}{
		{"no blocks", &ir.Program{}, "no blocks"},
		{"cycle", &ir.Program{Blocks: list(a, z)}, "topological order"},
		{"statement", one(&ir.Witness{}), "*ir.Witness has no encoding"},
		{"old", one(assume(ir.Old(ir.V(b)))), "has no encoding"},
		{"unknown operator", one(assume(raw(200, ir.Bool))), "operator 200 has no encoding"},
		{"missing expression", one(assume(nil)), "an expression is missing"},
		{"missing argument", one(assume(raw(ir.OpNot, ir.Bool))), "not well sorted"},
		{"sorts differ", one(assume(ir.Eq(ir.V(x), ir.V(p)))), "not well sorted"},
		{"condition that is no formula", one(assume(ir.V(x))), "not a formula"},
		{"assertion that is no formula", one(assert(ir.V(x))), "not a formula"},
		{"bits of integers", one(assign(x, ir.Bin(ir.OpBitAnd, ir.V(x), ir.V(x)))), "not well sorted"},
		{"integer shifted by a variable", one(assign(x, ir.Bin(ir.OpShl, ir.V(x), ir.V(x)))), "not well sorted"},
		{"assigned sort", one(assign(x, ir.V(p))), "ref is not integer"},
		{"constant assigned", one(assign(c, n(1))), "not a variable"},
		{"constant havocked", one(havoc(c)), "not a variable"},
		{"unbound", one(assume(ir.Lt(ir.V(k), n(0)))), "k is not bound"},
		{"two records of one name", one(assume(ir.Eq(ir.GetField(pair(ir.Field{Name: "a", Sort: ir.Int}), 0),
			ir.GetField(pair(ir.Field{Name: "b", Sort: ir.Int}), 0)))), "two records"},
		{"wrong key", one(assume(ir.Eq(at(m, ir.V(x)), n(0)))), "not well sorted"},
		{"fact that is no formula", one(assume(ir.Eq(ir.Apply(wrongFact), n(0)))), "not a formula"},
		{"facts without end", one(assume(ir.Eq(ir.Apply(endless, ir.V(x)), n(0)))), "facts of functions lead to more than"},
		{"program fact", &ir.Program{Blocks: list(&ir.Block{}), Facts: list(ir.V(x))}, "not a formula"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			vc, err := Generate(tc.program)
			if err == nil || !strings.Contains(err.Error(), tc.want) || vc != nil {
				t.Errorf("got %v, want %q", err, tc.want)
			}
		})
	}
}

// cvc5 reads the same text.
func TestOtherSolver(t *testing.T) {
	for name, tc := range map[string]struct {
		program *ir.Program
		want    string
	}{
		"increment": {increment(), "unsat unsat sat"},
		"diamond":   {diamond(), "unsat sat"},
	} {
		vc := mustGenerate(t, tc.program)
		var got []string
		for _, g := range vc.Goals {
			v, _ := solve(t, "cvc5", script(vc, g, false))
			got = append(got, v)
		}
		if strings.Join(got, " ") != tc.want {
			t.Errorf("%s: got %s, want %s", name, got, tc.want)
		}
	}
}

// steps is a function of n steps on shared memory with other goroutines running between them.
func steps(n int) *ir.Program {
	tid := &ir.Var{Name: "tid", Sort: ir.Tid, Kind: ir.ConstVar}
	p := local("p", ir.Ref)
	r := bound("r", ir.Ref)
	var fields, olds []*ir.Var
	for i := range 4 {
		fields = append(fields, heap(fmt.Sprintf("T.f%d", i), ir.Array(ir.Ref, int64s)))
		olds = append(olds, local(fmt.Sprintf("old T.f%d", i), fields[i].Sort))
	}
	holder := heap("T.mu", ir.Array(ir.Ref, ir.Tid))
	var stmts []ir.Stmt
	for i := range n {
		for j, f := range fields {
			stmts = append(stmts, assign(olds[j], ir.V(f)), havoc(f),
				assume(ir.Forall(vars(r), ir.Implies(ir.Eq(at(holder, ir.V(r)), ir.V(tid)),
					ir.Eq(at(f, ir.V(r)), at(olds[j], ir.V(r)))), f)))
		}
		f := fields[i%len(fields)]
		stmts = append(stmts, assert(ir.Ne(ir.V(p), ir.Nil)),
			assign(f, ir.Store(ir.V(f), list(ir.V(p)), ir.Wrap(ir.Add(at(f, ir.V(p)), ir.N(1, int64s)), int64s))))
	}
	for j, f := range fields {
		stmts = append(stmts, assert(ir.Eq(ir.V(f), ir.V(olds[j]))))
	}
	return one(stmts...)
}

func BenchmarkGenerate(b *testing.B) {
	p := steps(200)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Generate(p); err != nil {
			b.Fatal(err)
		}
	}
}
