package vcgen

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/ir"
)

// Goals with quantified hypotheses that ground instances decide.
func TestInstances(t *testing.T) {
	z3 := newSession(t)
	elems := ir.Array(ir.Int, ir.Int)
	a, a0 := heap("a", elems), heap("a0", elems)
	grid := heap("grid", ir.Array(ir.Ref, elems))
	line, line2 := local("line", elems), local("line2", elems)
	i, j, x, off := local("i", ir.Int), local("j", ir.Int), local("x", ir.Int), local("off", ir.Int)
	p, q := local("p", ir.Ref), local("q", ir.Ref)
	cond := local("cond", ir.Bool)
	k, l, r, tid := bound("k", ir.Int), bound("l", ir.Int), bound("r", ir.Ref), bound("t", ir.Tid)
	I, J, X, P, Q, K, L, R := ir.V(i), ir.V(j), ir.V(x), ir.V(p), ir.V(q), ir.V(k), ir.V(l), ir.V(r)
	forall := func(v *ir.Var, body *ir.Expr, on ...*ir.Var) *ir.Expr { return ir.Forall(vars(v), body, on...) }
	elem := &ir.Fn{Name: "elem", Params: list(ir.Ref, ir.Int), Result: ir.Ref}
	mem := heap("mem", ir.Array(ir.Ref, ir.Int))
	sameRow := ir.Forall(vars(r, k), ir.Eq(at(grid, R, K), n(0)))
	bits := ir.BitVector(8, false)
	bytes := heap("bytes", ir.Array(bits, ir.Int))
	place := ir.Tuple("place", ir.Field{Name: "of", Sort: ir.Ref}, ir.Field{Name: "i", Sort: ir.Int})
	cells, c := heap("cells", ir.Array(place, ir.Int)), local("c", place)
	own := local("owner", ir.Array(ir.Ref, ir.Tid))
	flags := local("flags", row)
	me := &ir.Var{Name: "me", Sort: ir.Tid, Kind: ir.ConstVar}

	for _, tc := range []struct {
		name  string
		stmts []ir.Stmt
		want  string
	}{
		{"offset", list(
			assume(forall(k, ir.Eq(at(a, ir.Add(K, ir.V(off))), K))),
			assert(ir.Eq(at(a, ir.V(off)), n(0))),
			assert(ir.Eq(at(a, I), ir.Sub(I, ir.V(off)))),
			assert(ir.Eq(at(a, I), I)),
		), "unsat unsat sat"},
		{"subtracted", list(
			assume(forall(k, ir.Eq(at(a, ir.Sub(ir.V(off), K)), K))),
			assert(ir.Eq(at(a, I), ir.Sub(ir.V(off), I))),
		), "unsat"},
		{"negated", list(assume(forall(k, ir.Eq(at(a, ir.Un(ir.OpNeg, K)), K))), assert(ir.Eq(at(a, n(3)), n(-3)))), "unsat"},
		{"neighbours", list(
			assume(forall(k, ir.Le(at(a, K), at(a, ir.Add(K, n(1)))))),
			assert(ir.Le(at(a, n(0)), at(a, n(2)))),
			assert(ir.Le(at(a, n(1)), at(a, n(0)))),
		), "unsat sat"},
		{"sorted", list(
			assume(ir.Forall(vars(k, l), ir.Implies(ir.Le(K, L), ir.Le(at(a, K), at(a, L))))),
			assume(ir.Lt(at(a, I), at(a, J))),
			assert(ir.Lt(I, J)),
			assert(ir.Eq(ir.Add(I, n(1)), J)),
		), "unsat sat"},
		{"only the arrays named", list(
			assume(forall(k, ir.Implies(ir.Eq(at(a, K), n(1)), ir.Eq(at(a0, K), n(2))), a0)),
			assume(ir.Eq(at(a, I), n(1))),
			assert(ir.Eq(at(a0, I), n(2))),
		), "unsat"},
		{"both keys", list(assume(sameRow), assert(ir.Eq(at(grid, P, I), n(0))), assert(ir.Eq(at(grid, P, n(1)), n(1)))), "unsat sat"},
		{"a row by itself", list(
			assume(sameRow),
			assign(line, ir.Select(ir.V(grid), P)),
			assert(ir.Eq(at(line, I), n(0))),
		), "unsat"},
		{"a row that was havocked", list(
			assume(sameRow),
			havoc(line), assume(forall(k, ir.Eq(at(line, K), n(0)))),
			assign(grid, ir.Store(ir.V(grid), list(P), ir.V(line))),
			assert(ir.Eq(at(grid, Q, I), n(0))),
			assert(sameRow),
		), "unsat unsat"},
		{"rows of several keys, conditionally", list(
			havoc(line, line2),
			assume(forall(k, ir.Eq(at(line, K), n(1)))), assume(forall(k, ir.Eq(at(line2, K), n(2)))),
			assign(grid, ir.Store(ir.V(grid), list(P), ir.Ite(ir.V(cond), ir.V(line), ir.V(line2)))),
			assume(ir.Eq(P, Q)),
			assert(ir.Implies(ir.V(cond), ir.Eq(at(grid, Q, I), n(1)))),
			assert(ir.Eq(at(grid, Q, I), n(1))),
		), "unsat sat"},
		{"equal rows", list(
			assume(forall(k, ir.Eq(at(line, K), n(0)))),
			assume(ir.Eq(ir.Select(ir.V(grid), P), ir.V(line))),
			assert(ir.Eq(at(grid, P, I), n(0))),
		), "unsat"},
		{"frame of whole rows", list(
			assign(a, ir.Select(ir.V(grid), Q)),
			assign(line, at(grid, P)),
			havoc(grid),
			assume(forall(r, ir.Implies(ir.Ne(R, Q), ir.Eq(at(grid, R), ir.V(line))), grid)),
			assume(ir.Ne(P, Q)),
			assert(ir.Eq(at(grid, P, I), at(line, I))),
			assert(ir.Eq(at(grid, Q, I), at(a, I))),
		), "unsat sat"},
		{"inside a function", list(
			assume(forall(k, ir.Eq(at(mem, ir.Apply(elem, P, K)), K))),
			assert(ir.Eq(at(mem, ir.Apply(elem, P, n(3))), n(3))),
			assert(ir.Eq(at(mem, Q), n(3))),
		), "unsat sat"},
		{"inside a record", list(
			assume(forall(k, ir.Eq(at(cells, ir.MakeTuple(place, P, K)), K))),
			assert(ir.Implies(ir.Eq(ir.GetField(ir.V(c), 0), P), ir.Eq(at(cells, ir.V(c)), ir.GetField(ir.V(c), 1)))),
			assert(ir.Eq(at(cells, ir.V(c)), ir.GetField(ir.V(c), 1))),
		), "unsat sat"},
		{"bit-vectors", list(
			assume(ir.Forall(vars(bound("b", ir.Integer(8, false))), ir.True)),
			assume(forall(k, ir.Implies(ir.And(ir.Le(n(0), K), ir.Le(K, n(255))), ir.Eq(at(bytes, ir.Convert(ir.OpIntToBV, K, bits)), K)))),
			assert(ir.Eq(at(bytes, ir.N(7, bits)), n(7))),
		), "unsat"},
		{"nested", list(
			assume(forall(r, ir.Implies(ir.Ne(R, ir.Nil), forall(k, ir.Lt(n(0), at(grid, R, K)))))),
			assume(ir.Ne(P, ir.Nil)),
			assert(ir.Lt(n(0), at(grid, P, I))),
			assert(ir.Lt(n(0), at(grid, Q, I))),
		), "unsat sat"},
		{"witnesses below instances", list(
			assume(forall(r, ir.Exists(vars(k), ir.Lt(n(5), at(grid, R, K))))),
			assert(ir.Exists(vars(k), ir.Lt(n(4), at(grid, P, K)))),
			assert(ir.Exists(vars(k), ir.Lt(n(6), at(grid, P, K)))),
		), "unsat sat"},
		{"no array", list(
			assume(forall(tid, ir.Or(ir.Eq(ir.V(tid), ir.Free), ir.Eq(ir.V(tid), ir.V(me))))),
			assert(ir.Or(ir.Eq(at(own, P), ir.Free), ir.Eq(at(own, P), ir.V(me)))),
			assert(ir.Eq(at(own, P), ir.Free)),
		), "unsat sat"},
		{"no array, an integer", list(
			assert(ir.Exists(vars(k), ir.And(ir.Lt(I, K), ir.Lt(K, ir.Add(I, n(2)))))),
			assert(ir.Exists(vars(k), ir.And(ir.Lt(I, K), ir.Lt(K, ir.Add(I, n(1)))))),
		), "unsat sat"},
		{"a contradiction that no term reaches", list(assume(forall(k, ir.Ne(at(a, K), at(a, K)))),
			assume(forall(k, ir.And(ir.Lt(at(a, K), n(0)), ir.Lt(n(0), at(a, K))))), assert(ir.False)), "unsat"},
		{"below an equivalence", list(
			assume(ir.Eq(ir.V(cond), forall(k, ir.Eq(at(a, K), n(0))))),
			assume(ir.Eq(at(a, I), n(1))),
			assert(ir.Not(ir.V(cond))),
		), "unsat"},
		{"inside a term", list(
			assign(x, ir.Ite(forall(k, ir.Eq(at(a, K), n(0))), n(1), n(2))),
			assert(ir.Implies(ir.Eq(X, n(1)), ir.Eq(at(a, I), n(0)))),
			assert(ir.Implies(ir.Eq(X, n(2)), ir.Exists(vars(k), ir.Ne(at(a, K), n(0))))),
			assert(ir.Eq(X, n(1))),
		), "unsat unsat sat"},
		{"shadowed", list(
			assume(forall(k, ir.And(ir.Lt(n(0), at(a, K)), forall(k, ir.Lt(at(a, K), n(2)))))),
			assert(ir.Eq(at(a, I), n(1))),
		), "unsat"},
		{"every element overwritten", list(
			assign(flags, ir.Store(ir.Store(ir.ConstArray(row, n(0)), list(n(0)), n(1)), list(n(1)), n(1))),
			assert(ir.Eq(ir.V(flags), ir.ConstArray(row, n(1)))),
			assert(ir.Ne(ir.V(flags), ir.ConstArray(row, n(1)))),
		), "unsat sat"},
		{"everywhere", list(
			assign(own, ir.ConstArray(own.Sort, ir.V(me))),
			assert(ir.Eq(at(own, P), ir.V(me))),
			assign(own, ir.Ite(ir.V(cond), ir.V(own), ir.ConstArray(own.Sort, ir.Free))),
			assert(ir.Or(ir.Eq(at(own, P), ir.V(me)), ir.Eq(at(own, P), ir.Free))),
			assert(ir.Or(ir.Eq(ir.V(own), ir.ConstArray(own.Sort, ir.V(me))), ir.Eq(ir.V(own), ir.ConstArray(own.Sort, ir.Free)))),
			assert(ir.Eq(at(own, P), ir.V(me))),
		), "unsat unsat unsat sat"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := z3.verdicts(t, one(tc.stmts...)); got != tc.want {
				t.Errorf("got %s, want %s", got, tc.want)
			}
		})
	}
}

// Where a proof needs longer chains of instances than are made, the quantifiers themselves, with their patterns, do.
func TestSecondAttempt(t *testing.T) {
	a := heap("a", ir.Array(ir.Int, ir.Int))
	k := bound("k", ir.Int)
	K := ir.V(k)
	vc := mustGenerate(t, one(
		assume(ir.Forall(vars(k), ir.Le(at(a, K), at(a, ir.Add(K, n(1)))))),
		assert(ir.Le(at(a, n(0)), at(a, n(20)))),
	))
	if v, _ := solve(t, "z3", script(vc, vc.Goals[0], false)); v != "sat" {
		t.Errorf("ground: %s", v)
	}
	if v, _ := solve(t, "z3", script(vc, vc.Goals[0], true)); v != "unsat" {
		t.Errorf("with quantifiers: %s", v)
	}
}

// A VC that leaves out instances says so.
func TestTruncated(t *testing.T) {
	a := heap("a", ir.Array(ir.Int, ir.Int))
	bs := vars(bound("k", ir.Int), bound("l", ir.Int), bound("m", ir.Int))
	var stmts []ir.Stmt
	for i := range 30 {
		stmts = append(stmts, assume(ir.Lt(at(a, n(int64(i))), n(0))))
	}
	sum := ir.Add(at(a, ir.V(bs[0])), ir.Add(at(a, ir.V(bs[1])), at(a, ir.V(bs[2]))))
	pairs := one(slices.Concat(stmts, list(assume(ir.Forall(bs[:2], ir.Lt(at(a, ir.V(bs[0])), at(a, ir.V(bs[1]))))), assert(ir.False)))...)
	triples := one(slices.Concat(stmts, list(assume(ir.Forall(bs, ir.Lt(sum, n(5)))), assert(ir.False)))...)
	if mustGenerate(t, pairs).Truncated {
		t.Error("900 instances are marked as truncated")
	}
	if !mustGenerate(t, triples).Truncated {
		t.Error("27000 instances are not marked as truncated")
	}
}

// The instances of all scopes together are bounded: what needs more has no VC.
func TestTotal(t *testing.T) {
	a, k := heap("a", ir.Array(ir.Int, ir.Int)), bound("k", ir.Int)
	stmts := []ir.Stmt{assume(ir.Forall(vars(k), ir.Le(n(0), at(a, ir.V(k)))))}
	for i := range 10 {
		stmts = append(stmts, assert(ir.Le(n(0), at(a, n(int64(i))))))
	}
	for _, tt := range []struct {
		most, distinct int
		fails          bool
	}{{100, 1000, false}, {5, 1000, true}, {100, 20, true}} {
		g := newGenerator(one(stmts...))
		g.most, g.mostTerms = tt.most, tt.distinct
		if _, err := g.generate(); errors.As(err, new(*LimitError)) != tt.fails {
			t.Errorf("at most %d instances and %d terms: %v", tt.most, tt.distinct, err)
		}
	}
}

// Conditions end with the time for them.
func TestGenerateForEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	x := local("x", int64s)
	vc, err := GenerateFor(ctx, one(havoc(x), assert(ir.Lt(ir.V(x), n(3)))), Far, nil)
	if vc != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", vc, err)
	}
}

// Assertions that are not wanted have no goal and are assumed; covers and candidates stay.
func TestGenerateFor(t *testing.T) {
	x := local("x", int64s)
	first, second := assert(ir.Lt(ir.V(x), n(3))), assert(ir.Lt(ir.V(x), n(4)))
	vc, err := GenerateFor(t.Context(), one(havoc(x), first, &ir.Cover{}, second), Far, func(a *ir.Assert) bool { return a == second })
	if err != nil {
		t.Fatal(err)
	}
	if len(vc.Goals) != 2 || vc.Goals[0].Cover == nil || vc.Goals[1].Assert != second {
		t.Errorf("%d goals", len(vc.Goals))
	}
	if got := strings.Join(newSession(t).goals(t, vc, false), " "); got != "sat unsat" {
		t.Errorf("verdicts %s: what is not wanted is not assumed", got)
	}
}

// What is known of a function's applications and of a heap variable's values is known wherever they occur.
func TestFacts(t *testing.T) {
	z3 := newSession(t)
	parent := &ir.Fn{Name: "parent", Params: list(ir.Ref), Result: ir.Ref}
	field := &ir.Fn{Name: "&f", Params: list(ir.Ref), Result: ir.Ref}
	parent.Simplify = func(args []*ir.Expr) *ir.Expr {
		if args[0].Op == ir.OpApply && args[0].Fn == field {
			return args[0].Args[0]
		}
		return nil
	}
	// The fact is the equation by which parent simplifies; it must survive.
	field.Facts = func(app *ir.Expr) []*ir.Expr {
		raw := &ir.Expr{Op: ir.OpApply, Sort: ir.Ref, Fn: parent, Args: list(app)}
		return list(ir.Eq(raw, app.Args[0]), ir.Ne(app, ir.Nil))
	}
	even := &ir.Fn{Name: "even", Params: list(ir.Int), Result: ir.Bool}
	even.Facts = func(app *ir.Expr) []*ir.Expr {
		x := app.Args[0]
		if x.Op == ir.OpInt && x.Int.Sign() <= 0 {
			return list(app)
		}
		return list(ir.Eq(app, ir.Apply(even, ir.Sub(x, n(2)))))
	}
	p, q := local("p", ir.Ref), local("q", ir.Ref)
	key := bound("r", ir.Ref)
	size := heap("size", ir.Array(ir.Ref, ir.Int))
	size.Heap = &ir.Heap{Keys: vars(key), Values: func(e *ir.Expr) []*ir.Expr { return list(ir.Le(n(0), e)) }}
	global := heap("global", ir.Int)
	global.Heap = &ir.Heap{Values: size.Heap.Values}
	r := bound("r", ir.Ref)
	P, Q, X := ir.V(p), ir.V(q), ir.V(local("x", ir.Int))
	byteSort := ir.Integer(8, false)
	position := &ir.Fn{Name: "position", Params: list(ir.Ref), Result: byteSort}
	element := &ir.Fn{Name: "element", Params: list(byteSort), Result: ir.Ref}
	element.Facts = func(app *ir.Expr) []*ir.Expr { return list(ir.Eq(ir.Apply(position, app), app.Args[0])) }
	pair := ir.Tuple("P", ir.Field{Name: "n", Sort: byteSort})
	content := &ir.Fn{Name: "content", Params: list(ir.Ref), Result: pair}
	boxed := &ir.Fn{Name: "boxed", Params: list(pair), Result: ir.Ref}
	boxed.Facts = func(app *ir.Expr) []*ir.Expr { return list(ir.Eq(ir.Apply(content, app), app.Args[0])) }
	isByte := ir.And(ir.Le(n(0), X), ir.Le(X, n(255)))
	box := ir.Apply(boxed, ir.MakeTuple(pair, X))
	for _, tc := range []struct {
		name  string
		stmts []ir.Stmt
		want  string
	}{
		{"by congruence", list(
			assume(ir.Eq(Q, ir.Apply(field, P))),
			assert(ir.Eq(ir.Apply(parent, Q), P)),
			assert(ir.Ne(Q, ir.Nil)),
			assert(ir.Eq(Q, P)),
		), "unsat unsat sat"},
		{"facts of facts", list(assert(ir.Apply(even, n(10)))), "unsat"},
		{"values", list(assert(ir.Le(n(0), at(size, P))), havoc(size), assert(ir.Le(n(0), at(size, P))),
			assert(ir.Lt(n(0), at(size, P)))), "unsat unsat sat"},
		{"values of a variable without keys", list(havoc(global), assert(ir.Le(n(0), ir.V(global)))), "unsat"},
		{"an argument out of bounds", list(
			assume(ir.Eq(P, ir.Apply(element, X))),
			assert(isByte),
			assert(ir.Eq(ir.Apply(position, P), X)),
		), "sat unsat"},
		{"an argument with a part out of bounds", list(
			assume(ir.Eq(P, box)),
			assert(isByte),
			assert(ir.Eq(ir.GetField(ir.Apply(content, P), 0), X)),
		), "sat unsat"},
		{"values are not what is stored later", list(
			assume(ir.Eq(P, Q)),
			assert(ir.Le(n(0), X)),
			assign(size, ir.Store(ir.V(size), list(P), X)),
			assert(ir.Le(n(0), at(size, Q))),
		), "sat unsat"},
		{"values are not what is stored in another case", list(
			assume(ir.And(ir.Eq(P, Q), ir.Ne(P, ir.Nil))),
			assert(ir.Le(n(0), X)),
			assign(size, ir.Ite(ir.Eq(P, ir.Nil), ir.V(size), ir.Store(ir.V(size), list(P), X))),
			assert(ir.Le(n(0), at(size, Q))),
		), "sat unsat"},
		{"values beside what is stored", list(
			assume(ir.Ne(P, Q)),
			assign(size, ir.Store(ir.V(size), list(P), X)),
			assert(ir.Le(n(0), at(size, Q))),
		), "unsat"},
		{"values at skolem constants", list(assert(ir.Forall(vars(r), ir.Le(n(0), at(size, ir.V(r)))))), "unsat"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := z3.verdicts(t, one(tc.stmts...)); got != tc.want {
				t.Errorf("got %s, want %s", got, tc.want)
			}
		})
	}
}

// yields is a walk along a sorted list of which other goroutines change what tid does not hold, n times: what instances
// read must not become index terms in its turn, or they multiply with the states.
func yields(n int) *ir.Program {
	next, key := heap("next", ir.Array(ir.Ref, ir.Ref)), heap("key", ir.Array(ir.Ref, int64s))
	mine := heap("mine", ir.Array(ir.Ref, ir.Bool))
	next0, key0 := local("next0", next.Sort), local("key0", key.Sort)
	p := local("p", ir.Ref)
	r := bound("r", ir.Ref)
	R, P := ir.V(r), ir.V(p)
	sorted := ir.Forall(vars(r), ir.Implies(ir.Ne(at(next, R), ir.Nil), ir.Lt(at(key, R), at(key, at(next, R)))), next, key)
	frame := func(now, before *ir.Var) ir.Stmt {
		return assume(ir.Forall(vars(r), ir.Implies(at(mine, R), ir.Eq(at(now, R), at(before, R))), now))
	}
	stmts := list(assume(sorted), assume(ir.And(ir.Ne(P, ir.Nil), at(mine, P))))
	for range n {
		stmts = append(stmts, assign(next0, ir.V(next)), assign(key0, ir.V(key)), havoc(next, key),
			frame(next, next0), frame(key, key0), assume(sorted))
	}
	return one(append(stmts,
		assert(ir.Implies(ir.Ne(at(next, P), ir.Nil), ir.Lt(at(key, P), at(key, at(next, P))))),
		assert(ir.Eq(at(next, P), at(next0, P))),
		assign(next, ir.Store(ir.V(next), list(P), at(next, at(next, P)))),
		assume(ir.Ne(at(next0, P), ir.Nil)),
		assert(sorted),
		assert(ir.Eq(at(key, at(next, P)), at(key0, at(next, P)))),
	)...)
}

func TestPointersAreNotFollowed(t *testing.T) {
	z3 := newSession(t)
	if got := z3.verdicts(t, yields(3)); got != "unsat unsat unsat sat" {
		t.Error(got)
	}
	few, many := len(mustGenerate(t, yields(5)).Hyps), len(mustGenerate(t, yields(20)).Hyps)
	if many > 5*few {
		t.Errorf("%d hypotheses for 5 rounds, %d for 20", few, many)
	}
}

// A pattern must not match what its quantifier brings.
func TestPatternsDoNotFeedThemselves(t *testing.T) {
	vc := mustGenerate(t, yields(1))
	further, err := vc.Further(vc.Goals[0])
	if err != nil || len(further.Hyps) == 0 {
		t.Fatal(further, err)
	}
	for _, q := range further.Hyps {
		if strings.Contains(q, "(< (select key") && strings.Contains(q, ":pattern ((select key") {
			t.Errorf("%s", q)
		}
	}
}

// What a candidate says is part of the program too, though nothing but its obligation speaks of it, and though an instance
// has read it before.
func TestCandidatesOwnTerms(t *testing.T) {
	next, key := heap("next", ir.Array(ir.Ref, ir.Ref)), heap("key", ir.Array(ir.Ref, ir.Int))
	q := ir.V(local("q", ir.Ref))
	r := bound("r", ir.Ref)
	sortedAt := func(p *ir.Expr) *ir.Expr {
		return ir.Implies(ir.Ne(at(next, p), ir.Nil), ir.Lt(at(key, p), at(key, at(next, p))))
	}
	vc := mustGenerate(t, one(
		assume(ir.Forall(vars(r), sortedAt(ir.V(r)))),
		assume(ir.Eq(at(key, q), n(0))),
		&ir.Assert{Cond: sortedAt(at(next, q)), Candidate: &ir.Candidate{Name: "beyond"}},
	))
	if v, _ := solve(t, "z3", script(vc, vc.Candidates[0].Obligations[0], false)); v != "unsat" {
		t.Error(v)
	}
}
