package prover

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/vcgen"
)

// eachSolver runs a test with every solver. Without libz3 nothing works, so that its absence is a failure; the others
// are skipped, by name, where they are not installed.
func eachSolver(t *testing.T, test func(t *testing.T, solver string)) {
	for _, name := range []string{LibZ3, Z3, CVC5} {
		t.Run(name, func(t *testing.T) {
			if name != LibZ3 {
				if _, err := exec.LookPath(name); err != nil {
					t.Skip(err)
				}
			}
			test(t, name)
		})
	}
}

func newTestProver(t testing.TB, o Options) *Prover {
	t.Helper()
	p, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

func prove(t testing.TB, p *Prover, vc *vcgen.VC) *Result {
	t.Helper()
	r, err := p.Prove(t.Context(), vc)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Goals) != len(vc.Goals) {
		t.Fatalf("%d results for %d goals", len(r.Goals), len(vc.Goals))
	}
	return r
}

// goal is a goal of x and m that fails where neg holds.
func goal(neg string, terms ...string) *vcgen.Goal { return &vcgen.Goal{Neg: neg, Terms: terms} }

// arith is a VC over an integer x > 5, a map m and what else is declared.
func arith(goals ...*vcgen.Goal) *vcgen.VC {
	return &vcgen.VC{
		Name:  "test",
		Decls: []string{"(declare-sort Ref 0)", "(declare-const x Int)", "(declare-const r Ref)", "(declare-const q Ref)", "(declare-const m (Array Ref Int))", "(declare-const b (_ BitVec 8))", "(declare-const p Bool)"},
		Hyps:  []string{"(> x 5)", "(not (= r q))"},
		Goals: goals,
	}
}

// fermat is satisfied by no integers; no solver knows.
const fermat = "(let ((a (+ 2 (* x x))) (b (+ 2 (* y y))) (c (+ 2 (* z z)))) (= (+ (* a a a) (* b b b)) (* c c c)))"

func hard() *vcgen.Goal {
	return &vcgen.Goal{Decls: []string{"(declare-const y Int)", "(declare-const z Int)"}, Neg: fermat, Terms: []string{"y"}}
}

func TestProve(t *testing.T) {
	eachSolver(t, func(t *testing.T, solver string) {
		p := newTestProver(t, Options{Solver: solver})
		own := goal("(and (= k 7) (< x k))", "k", "x")
		own.Decls, own.Hyps = []string{"(declare-const k Int)"}, []string{"(> k 6)"}
		again := goal("(< x k)")
		again.Decls, again.Hyps = []string{"(declare-const k Int)"}, []string{"(< k 6)"}
		met, vain := goal("(> x 100)", "x"), goal("(< x 0)")
		met.Cover, vain.Cover = &ir.Cover{}, &ir.Cover{}
		vc := arith(
			goal("(< x 5)"),
			goal("(and (= x 6) p (= b #x2a) (= (select m r) (- 3)) (= (select m q) 4))",
				"x", "p", "b", "(select m r)", "(- x 10)", "(= r q)"),
			own, again, met, vain)
		r := prove(t, p, vc)
		want := []Status{Proved, Refuted, Refuted, Proved, Proved, Refuted}
		for i, g := range r.Goals {
			if g.Status != want[i] || g.Cause != NoCause || g.Reason != "" || g.By != solver || g.Goal != vc.Goals[i] {
				t.Errorf("goal %d: %+v, want %v", i, g, want[i])
			}
			if (g.Values != nil) != (want[i] == Refuted && g.Goal.Cover == nil) {
				t.Errorf("goal %d: values %v", i, g.Values)
			}
		}
		for term, value := range map[string]string{
			"x": "6", "p": "true", "(select m r)": "(- 3)", "(- x 10)": "(- 4)", "(= r q)": "false",
		} {
			if got := r.Goals[1].Values[term]; got != value {
				t.Errorf("%s is %s, want %s", term, got, value)
			}
		}
		if b := r.Goals[1].Values["b"]; b != "#x2a" && b != "#b00101010" {
			t.Errorf("b is %s", b)
		}
		if k := r.Goals[2].Values; k["k"] != "7" || k["x"] != "6" {
			t.Errorf("values %v", k)
		}
		if solver != CVC5 && r.Goals[0].RLimit <= 0 {
			t.Error("no count of resources")
		}
	})
}

func TestVersion(t *testing.T) {
	eachSolver(t, func(t *testing.T, solver string) {
		v, err := newTestProver(t, Options{Solver: solver}).Version(t.Context())
		if err != nil || !strings.HasPrefix(v, solver+" ") || !strings.ContainsAny(v, "0123456789") {
			t.Errorf("%q, %v", v, err)
		}
	})
}

// A goal that exhausts a limit is unknown, soon, and those after it are proved all the same.
func TestLimits(t *testing.T) {
	eachSolver(t, func(t *testing.T, solver string) {
		for _, c := range []struct {
			name  string
			o     Options
			cause Cause
		}{
			{"time", Options{Timeout: time.Second}, TimeLimit},
			{"work", Options{RLimit: 2000, Timeout: 20 * time.Second}, ResourceLimit},
		} {
			t.Run(c.name, func(t *testing.T) {
				c.o.Solver = solver
				p := newTestProver(t, c.o)
				start := time.Now()
				r := prove(t, p, arith(goal("(< x 5)"), hard(), goal("(< x 4)")))
				if g := r.Goals[1]; g.Status != Unknown || g.Cause != c.cause || g.Reason == "" {
					t.Errorf("got %+v, want cause %d", g, c.cause)
				}
				if r.Goals[0].Status != Proved || r.Goals[2].Status != Proved {
					t.Errorf("neighbours: %+v", r.Goals)
				}
				if d := time.Since(start); d > 10*time.Second {
					t.Errorf("took %v", d)
				}
			})
		}
	})
}

// With next to no resources nothing is decided, and that is what is said; it is no fault of the solver.
func TestNoResources(t *testing.T) {
	eachSolver(t, func(t *testing.T, solver string) {
		p := newTestProver(t, Options{Solver: solver, RLimit: 1})
		vc := chain(3)
		vc.Candidates = []*vcgen.Candidate{{Candidate: &ir.Candidate{Name: "c"}, Lit: "c.lit",
			Obligations: []*vcgen.Goal{goal("(not (= phase3 0))")}}}
		vc.Decls = append(vc.Decls, "(declare-const c.lit Bool)")
		for i, g := range prove(t, p, vc).Goals {
			if g.Status != Unknown || g.Cause != ResourceLimit {
				t.Errorf("goal %d: %+v", i, g)
			}
		}
	})
}

func TestCancel(t *testing.T) {
	eachSolver(t, func(t *testing.T, solver string) {
		before := runtime.NumGoroutine()
		p := newTestProver(t, Options{Solver: solver})
		cause := errors.New("no longer wanted")
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(200*time.Millisecond, func() { cancel(cause) })
		start := time.Now()
		_, err := p.Prove(ctx, arith(hard()))
		if !errors.Is(err, cause) {
			t.Errorf("error %v", err)
		}
		if d := time.Since(start); d > 3*time.Second {
			t.Errorf("took %v", d)
		}
		if _, err := p.Prove(ctx, arith()); !errors.Is(err, cause) {
			t.Errorf("error %v", err)
		}
		p.Close()
		wantGoroutines(t, before)
	})
}

// What was refuted before the time is over stays refuted; of what was proved nothing is told, as nothing is proved by it.
func TestUntilThen(t *testing.T) {
	eachSolver(t, func(t *testing.T, solver string) {
		p := newTestProver(t, Options{Solver: solver, Timeout: time.Minute})
		cause := errors.New("no longer wanted")
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(3*time.Second, func() { cancel(cause) })
		vc := arith(goal("(< x 0)"), goal("(= x 6)", "x"), hard(), goal("(= x 7)", "x"))
		r, err := p.Prove(ctx, vc)
		if !errors.Is(err, cause) || r == nil {
			t.Fatalf("result %v, error %v", r, err)
		}
		for i, want := range []Status{Unknown, Refuted, Unknown, Unknown} {
			g := r.Goals[i]
			if g.Goal != vc.Goals[i] || g.Status != want || (g.Values["x"] == "6") != (want == Refuted) || (g.Cause == TimeLimit) != (want == Unknown) {
				t.Errorf("goal %d: %+v", i, g)
			}
		}
		vc.Goals[2] = goal("(< x 1)") // it is asked again, from the beginning
		if r := prove(t, p, vc); r.Goals[0].Status != Proved || r.Goals[3].Status != Refuted {
			t.Errorf("%+v", r.Goals)
		}
	})
}

// wantGoroutines waits until no more than n goroutines are left.
func wantGoroutines(t *testing.T, n int) {
	t.Helper()
	for range 100 {
		if runtime.NumGoroutine() <= n {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("%d goroutines, before %d", runtime.NumGoroutine(), n)
}

// A VC that is no SMT-LIB proves nothing, whatever the solver says after the error.
func TestMalformed(t *testing.T) {
	eachSolver(t, func(t *testing.T, solver string) {
		// A solver in a process waits for the end of an open list.
		p := newTestProver(t, Options{Solver: solver, Timeout: 3 * time.Second})
		for name, spoil := range map[string]func(*vcgen.VC){
			"declaration": func(vc *vcgen.VC) { vc.Decls = append(vc.Decls, "(declare-const x Nosuch)") },
			"hypothesis":  func(vc *vcgen.VC) { vc.Hyps = append(vc.Hyps, "nosuch", "false") },
			"open":        func(vc *vcgen.VC) { vc.Hyps = append(vc.Hyps, "(and false") },
			"command":     func(vc *vcgen.VC) { vc.Decls = append(vc.Decls, "(frobnicate)") },
			"exit":        func(vc *vcgen.VC) { vc.Decls = append(vc.Decls, "(exit)") },
		} {
			vc := arith(goal("(not true)"), goal("(< x 5)"), goal("(not true)"))
			spoil(vc)
			for i, g := range prove(t, p, vc).Goals {
				if g.Status != Unknown || g.Cause != SolverFault && (name != "open" || g.Cause != TimeLimit) {
					t.Errorf("%s: goal %d: %+v", name, i, g)
				}
			}
		}
	})
}

// A malformed goal does not spoil its neighbours.
func TestMalformedGoal(t *testing.T) {
	eachSolver(t, func(t *testing.T, solver string) {
		p := newTestProver(t, Options{Solver: solver})
		r := prove(t, p, arith(goal("(< x 5)"), goal("(and false nosuch)"), goal("(< x 4)"), goal("(> x 6)", "nosuch"), goal("(< x 3)")))
		for i, want := range []Status{Proved, Unknown, Proved, Unknown, Proved} {
			if r.Goals[i].Status != want {
				t.Errorf("goal %d: %+v", i, r.Goals[i])
			}
		}
	})
}

func TestQuantified(t *testing.T) {
	eachSolver(t, func(t *testing.T, solver string) {
		p := newTestProver(t, Options{Solver: solver, Timeout: 5 * time.Second})
		vc := arith(goal("(< (select m r) 0)", "(select m r)"), goal("(< (select m r) 1)", "(select m r)"), goal("(> (select m r) 7)"))
		vc.Truncated = true
		vc.Further = func(g *vcgen.Goal) (*vcgen.Further, error) {
			f := &vcgen.Further{
				Decls: append(slices.Clone(vc.Decls), "(declare-const lo Int)", "(define-fun low () Bool (= lo 0))"),
				Hyps:  []string{"low", "(forall ((o Ref)) (! (>= (select m o) lo) :pattern ((select m o))))"},
			}
			if g == vc.Goals[2] {
				f.Hyps = append(f.Hyps, "(forall ((o Ref)) (! (<= (select m o) 7) :pattern ((select m o))))")
			}
			return f, nil
		}
		r := prove(t, p, vc)
		for i, want := range []Status{Proved, Refuted, Proved} {
			g := r.Goals[i]
			by := solver + " (quantified)"
			if want == Refuted {
				by = solver
			}
			if g.Status != want || g.By != by || (g.Values == nil) == (want == Refuted) {
				t.Errorf("goal %d: %+v", i, g)
			}
		}
	})
}

// Where there are too many quantified hypotheses to be written, what was found without them stands.
func TestNoFurther(t *testing.T) {
	vc := arith(goal("(< x 5)"), goal("(> x 7)", "x"))
	vc.Truncated = true
	asked := 0
	vc.Further = func(*vcgen.Goal) (*vcgen.Further, error) {
		asked++
		return nil, &vcgen.LimitError{}
	}
	r := prove(t, newTestProver(t, Options{}), vc)
	if r.Goals[0].Status != Proved || r.Goals[1].Status != Refuted || asked != 1 {
		t.Errorf("asked %d times: %+v", asked, r.Goals)
	}
}

// Goals may say different things of the same constant. What one says is nothing to the others, whatever their order.
func TestGoalsStandAlone(t *testing.T) {
	about := func(neg string, hyps ...string) *vcgen.Goal {
		return &vcgen.Goal{Decls: []string{"(declare-const y Int)"}, Hyps: hyps, Neg: neg, Terms: []string{"y"}}
	}
	one, two := []string{"(= y 1)", "(< y x)"}, []string{"(= y 2)", "(< y x)"}
	eachSolver(t, func(t *testing.T, solver string) {
		p := newTestProver(t, Options{Solver: solver, Timeout: 5 * time.Second})
		vc := arith(about("(> y 1)", one...), about("(< y 2)", one...), about("(< y 2)", two...), about("(> y 1)", two...),
			about("(= y x)"), about("(= y 1)"), about("(= y 2)"), about("(> y 1)", one...), about("(and (= y x) (< x 5))"))
		r := prove(t, p, vc)
		for i, want := range []Status{Proved, Refuted, Proved, Refuted, Refuted, Refuted, Refuted, Proved, Proved} {
			if got := r.Goals[i].Status; got != want {
				t.Errorf("goal %d: %v, want %v", i, got, want)
			}
		}
		for i, want := range map[int]string{1: "1", 3: "2", 5: "1", 6: "2"} {
			if got := r.Goals[i].Values["y"]; got != want {
				t.Errorf("goal %d: y is %s, want %s", i, got, want)
			}
		}
	})
}

// A question that takes much of the limit leaves nothing to the next one, of which the hypotheses may be none.
func TestLevelsEnd(t *testing.T) {
	p := newTestProver(t, Options{RLimit: 1000, Timeout: 5 * time.Second})
	y := []string{"(declare-const y Int)"}
	work := &vcgen.Goal{Decls: y, Hyps: []string{"(> x 20)", "(= y 3)"}, Neg: "(and (> (* 2 y) x) (> (* 3 y) (+ x 1)) (< (select m r) (select m q)))"}
	r := prove(t, p, arith(work, goal("(< x 10)"), &vcgen.Goal{Decls: y, Neg: "(= y 4)"}, goal("(> x 30)")))
	if work := r.Goals[0]; work.Status != Proved || work.RLimit <= 100 {
		t.Fatalf("the first goal is %v, after work of %d", work.Status, work.RLimit)
	}
	for i, g := range r.Goals[1:] {
		if g.Status != Refuted {
			t.Errorf("goal %d: %v, want refuted", i+1, g.Status)
		}
	}
}

func further(hyps ...string) func(*vcgen.Goal) (*vcgen.Further, error) {
	return func(*vcgen.Goal) (*vcgen.Further, error) { return &vcgen.Further{Hyps: hyps}, nil }
}

// Of near conditions a proof counts, and one goal without is enough: no more is asked, nor in other ways.
func TestNear(t *testing.T) {
	quantified := further("(forall ((o Ref)) (! (>= (select m o) 0) :pattern ((select m o))))")
	for _, c := range []struct {
		reach vcgen.Tier
		want  []Status
		asked int
	}{
		{vcgen.Near, []Status{Proved, Refuted, Unknown}, 2},
		{vcgen.Far, []Status{Proved, Proved, Refuted}, 5}, // with the quantifiers, too, where it takes them
	} {
		asked := 0
		p := newCountingProver(t, &asked)
		vc := arith(goal("(< x 5)"), goal("(< (select m r) 0)"), goal("(> x 8)"))
		vc.Tier, vc.Truncated, vc.Further = c.reach, true, quantified
		r := prove(t, p, vc)
		for i, g := range r.Goals {
			if g.Status != c.want[i] {
				t.Errorf("reach %d, goal %d: %v, want %v", c.reach, i, g.Status, c.want[i])
			}
		}
		if last := r.Goals[2]; c.reach == vcgen.Near && last.Cause != Moot {
			t.Errorf("the last goal of near conditions: %v", last.Cause)
		}
		if asked != c.asked {
			t.Errorf("reach %d: %d questions, want %d", c.reach, asked, c.asked)
		}
	}
}

// Where all that is asked is whether all goals hold, the first that does not is the last that is asked for.
func TestFirst(t *testing.T) {
	for _, c := range []struct {
		first bool
		want  []Status
	}{
		{false, []Status{Proved, Refuted, Proved, Refuted}},
		{true, []Status{Proved, Refuted, Unknown, Unknown}},
	} {
		p := newTestProver(t, Options{First: c.first})
		r := prove(t, p, arith(goal("(< x 5)"), goal("(> x 7)"), goal("(< x 4)"), goal("(> x 8)")))
		for i, g := range r.Goals {
			if g.Status != c.want[i] || g.Status == Unknown && g.Cause != Moot {
				t.Errorf("first %t, goal %d: %v, %v, want %v", c.first, i, g.Status, g.Cause, c.want[i])
			}
		}
	}
}

// What comes after the first attempt is asked with the parameters that the dialect gives.
func TestAttempts(t *testing.T) {
	eachSolver(t, func(t *testing.T, solver string) {
		for i, a := range dialects[solver].attempts {
			p := newTestProver(t, Options{Solver: solver})
			vc := arith(goal("(< x 5)"), goal("(> x 6)", "x"))
			w := &proof{solver: solver, options: p.options, vc: vc, start: p.pools[0].Take}
			for j, want := range []verdict{unsat, sat} {
				var o outcome
				d := w.begin(&theory{attempt: a, question: question{decls: vc.Decls, formulas: vc.Hyps}})
				if err := w.try(t.Context(), d, vc.Goals[j], &o); err != nil || o.plain != want {
					t.Errorf("attempt %d: %v, %v %s, want %v", i, err, o.plain, o.Reason, want)
				}
				d.close()
			}
		}
	})
}

// The same VC gets the same answer, models and resource counts included, whatever was proved before or beside it.
func TestDeterministic(t *testing.T) {
	p := newTestProver(t, Options{Workers: 2})
	vcs := []*vcgen.VC{chain(6), chain(9), chain(12)}
	var first []string
	for _, vc := range vcs {
		first = append(first, fingerprint(prove(t, p, vc)))
	}
	var wg sync.WaitGroup
	for n := range 9 {
		wg.Go(func() {
			i := n % len(vcs)
			r, err := p.Prove(t.Context(), vcs[i])
			if err != nil {
				t.Error(err)
			} else if got := fingerprint(r); got != first[i] {
				t.Errorf("VC %d: got %s\nfirst %s", i, got, first[i])
			}
		})
	}
	wg.Wait()
}

func fingerprint(r *Result) string {
	var b strings.Builder
	for _, g := range r.Goals {
		fmt.Fprintln(&b, g.Status, g.By, g.Values, g.RLimit)
	}
	return b.String()
}

// chain is a VC shaped like those of real programs, n steps of a lock and a counter, with two goals a step: one that
// holds and one that fails.
func chain(n int) *vcgen.VC {
	vc := &vcgen.VC{
		Decls: []string{"(declare-sort Ref 0)", "(declare-sort Tid 0)", "(declare-const free Tid)", "(declare-const tid Tid)",
			"(declare-const c Ref)", "(declare-const mu0 (Array Ref Tid))", "(declare-const count0 (Array Ref Int))", "(declare-const phase0 Int)"},
		Hyps: []string{"(not (= tid free))", "(= phase0 0)"},
	}
	for i := range n {
		add := func(list *[]string, format string) {
			*list = append(*list, strings.NewReplacer("@0", fmt.Sprint(i), "@1", fmt.Sprint(i+1)).Replace(format))
		}
		add(&vc.Decls, "(declare-const mu@1 (Array Ref Tid))")
		add(&vc.Decls, "(declare-const count@1 (Array Ref Int))")
		add(&vc.Decls, "(declare-const phase@1 Int)")
		add(&vc.Hyps, "(=> (= (select mu@0 c) tid) (= (select mu@1 c) tid))")
		add(&vc.Hyps, "(or (= (select mu@1 c) tid) (= (select mu@1 c) free))")
		add(&vc.Hyps, "(= count@1 (store count@0 c (ite (> (+ (select count@0 c) 1) 9223372036854775807) (- 9223372036854775808) (+ (select count@0 c) 1))))")
		add(&vc.Hyps, "(= phase@1 (ite (= (select mu@1 c) tid) phase@0 1))")
		var holds, fails []string
		add(&holds, "(not (or (= phase@1 0) (= phase@1 1)))")
		add(&fails, "(not (= (select count@1 c) (+ (select count0 c) @1)))")
		vc.Goals = append(vc.Goals, goal(holds[0]), goal(fails[0], "(select count0 c)", "phase1", "tid", "(select mu1 c)"))
	}
	return vc
}

func TestConcurrent(t *testing.T) {
	eachSolver(t, func(t *testing.T, solver string) {
		p := newTestProver(t, Options{Solver: solver, Workers: 3, Timeout: 2 * time.Second})
		var wg sync.WaitGroup
		for n := range 12 {
			wg.Go(func() {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if n%4 == 3 {
					time.AfterFunc(100*time.Millisecond, cancel)
					if _, err := p.Prove(ctx, arith(hard())); !errors.Is(err, context.Canceled) {
						t.Errorf("error %v", err)
					}
					return
				}
				r, err := p.Prove(ctx, arith(goal("(< x 5)"), goal("(> x 6)", "x")))
				if err != nil || r.Goals[0].Status != Proved || r.Goals[1].Status != Refuted {
					t.Errorf("%+v, %v", r, err)
				}
			})
		}
		wg.Wait()
	})
}

// Conjectures come first, and if one fails the others are not asked for. One execution settles the covers that it meets.
func TestOrderOfGoals(t *testing.T) {
	conjecture := func(neg string) *vcgen.Goal {
		return &vcgen.Goal{Neg: neg, Assert: &ir.Assert{Check: ir.Check{Ends: &ir.Step{}}}}
	}
	cover := func(reached string) *vcgen.Goal { return &vcgen.Goal{Neg: reached, Cover: &ir.Cover{}} }
	for _, c := range []struct {
		name  string
		goals []*vcgen.Goal
		want  []Status
		cause Cause // of the first
		asked int
	}{
		{"conjectures hold", []*vcgen.Goal{goal("(< x 5)"), conjecture("(< x 4)"), conjecture("(< x 3)")},
			[]Status{Proved, Proved, Proved}, NoCause, 3},
		{"one does not", []*vcgen.Goal{goal("(< x 5)"), conjecture("(< x 4)"), conjecture("(> x 7)"), conjecture("(> x 6)")},
			[]Status{Unknown, Proved, Refuted, Refuted}, Moot, 3},
		{"covers", []*vcgen.Goal{cover("(> x 6)"), cover("(> x 9)"), cover("(> x 8)"), cover("(> x 10)")},
			[]Status{Proved, Proved, Proved, Proved}, NoCause, 1},
		{"one is not met", []*vcgen.Goal{cover("(> x 6)"), cover("(< x 5)"), cover("(> x 8)")},
			[]Status{Proved, Refuted, Proved}, NoCause, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			asked := 0
			p := newCountingProver(t, &asked)
			r := prove(t, p, arith(c.goals...))
			for i, g := range r.Goals {
				if g.Goal != c.goals[i] || g.Status != c.want[i] {
					t.Errorf("goal %d: %v, want %v", i, g.Status, c.want[i])
				}
			}
			if r.Goals[0].Cause != c.cause || asked != c.asked || !r.Repeatable {
				t.Errorf("cause %v after %d questions, want %v after %d", r.Goals[0].Cause, asked, c.cause, c.asked)
			}
		})
	}
}
