package prover

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// TestGivesUp asks sessions that give up at most questions, and go on, what sessions of their own answer: none of the
// answers contradicts another. A question that was taken in in part must not make a later one unsat, nor may what was
// asserted get lost.
func TestGivesUp(t *testing.T) {
	b, err := openLibZ3("", 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.close)
	var gaveUp, definite, after int
	for seed := range uint64(5) {
		r := rand.New(rand.NewPCG(seed, 0))
		th := drawTheory(r)
		var questions []question
		for range 20 {
			questions = append(questions, drawQuestion(r))
		}
		truth := make([]verdict, len(questions))
		for i, q := range questions {
			d := sessions(b, &th, 200_000, new(int))
			truth[i] = ask(t, d, q).verdict
			d.close()
		}
		for _, limit := range []int{2000, 20_000} {
			starts, before := 0, false
			d := sessions(b, &th, limit, &starts)
			for i, q := range questions {
				r := ask(t, d, q)
				switch {
				case r.cause == ResourceLimit:
					gaveUp++
					before = true
				case r.cause == SolverFault:
					t.Errorf("seed %d, limit %d, question %d: %+v", seed, limit, i, r)
				case r.verdict != unknown:
					definite++
					if before {
						after++
					}
				}
				if r.verdict != unknown && truth[i] != unknown && r.verdict != truth[i] {
					t.Errorf("seed %d, limit %d, question %d: %v, and %v of its own", seed, limit, i, r.verdict, truth[i])
				}
			}
			d.close()
		}
	}
	if t.Logf("gave up %d times, answered %d times, %d of these after it gave up", gaveUp, definite, after); gaveUp < 50 || after < 30 {
		t.Error("which says little")
	}
}

// TestGoesOn: once it has answered a question, a session is asked on after it gave up.
func TestGoesOn(t *testing.T) {
	b, err := openLibZ3("", 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.close)
	hardly := question{decls: []string{"(declare-const y Int)", "(declare-const z Int)"}, formulas: []string{"(> y 7)", fermat}}
	th := theory{question: question{decls: []string{"(declare-const x Int)"}, formulas: []string{"(> x 5)"}}}
	starts := 0
	d := sessions(b, &th, 3000, &starts)
	defer d.close()
	for i, c := range []struct {
		q    question
		want verdict
		// starts is how many sessions there were afterwards.
		starts int
	}{
		{hardly, unknown, 1},
		{question{formulas: []string{"(< x 3)"}}, unsat, 2}, // nobody knows what the first had taken in
		{hardly, unknown, 2},
		{question{formulas: []string{"(< x 7)"}}, sat, 2},
		{question{formulas: []string{"(< x 3)"}}, unsat, 2},
		{question{decls: hardly.decls, formulas: []string{"(= y 3)"}}, sat, 2}, // the level has ended
		{hardly, unknown, 2},
		{question{decls: hardly.decls, formulas: []string{"(> y 7)", "(< y 6)"}}, unsat, 2},
		{question{decls: hardly.decls, formulas: []string{"(> y 7)", "(< y 9)"}}, sat, 2},
	} {
		if r := ask(t, d, c.q); r.verdict != c.want || starts != c.starts {
			t.Errorf("question %d: %+v, want %v; %d sessions, want %d", i, r, c.want, starts, c.starts)
		}
	}
}

func sessions(b backend, th *theory, limit int, starts *int) *dialogue {
	return &dialogue{solver: LibZ3, theory: th, start: func(ctx context.Context) (session, error) {
		*starts++
		return b.start(ctx, Limits{RLimit: limit, Timeout: time.Minute, Memory: 1024})
	}}
}

func ask(t *testing.T, d *dialogue, q question) response {
	t.Helper()
	r, err := d.check(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// drawTheory draws clauses about integers, a function and an array, with candidates that are assumed or not.
func drawTheory(r *rand.Rand) theory {
	th := theory{question: question{decls: []string{"(declare-fun f (Int) Int)", "(declare-const m (Array Int Int))"}}}
	for i := range 10 {
		th.decls = append(th.decls, fmt.Sprintf("(declare-const x%d Int)", i))
	}
	for i := range 6 {
		lit := fmt.Sprintf("c%d", i)
		th.decls = append(th.decls, fmt.Sprintf("(declare-const %s Bool)", lit))
		th.formulas = append(th.formulas, fmt.Sprintf("(=> %s %s)", lit, drawClause(r)))
	}
	for range 34 {
		th.formulas = append(th.formulas, drawClause(r))
	}
	return th
}

func drawQuestion(r *rand.Rand) question {
	var q question
	for range 1 + r.IntN(3) {
		q.formulas = append(q.formulas, drawClause(r))
	}
	for i := range 6 {
		q.assumed = append(q.assumed, []string{fmt.Sprintf("c%d", i), fmt.Sprintf("(not c%d)", i)}[r.IntN(2)])
	}
	return q
}

func drawClause(r *rand.Rand) string {
	term := func() string {
		x := fmt.Sprintf("x%d", r.IntN(10))
		switch r.IntN(5) {
		case 0:
			return "(f " + x + ")"
		case 1:
			return "(select m " + x + ")"
		case 2:
			return fmt.Sprintf("(+ %s x%d)", x, r.IntN(10))
		}
		return x
	}
	var lits []string
	for range 2 + r.IntN(2) {
		op := []string{"<", "=", ">="}[r.IntN(3)]
		lits = append(lits, fmt.Sprintf("(%s %s (+ %s %d))", op, term(), term(), r.IntN(7)))
	}
	return "(or " + strings.Join(lits, " ") + ")"
}

// TestHopeless: at what solvers are examined with the library gives up, and is asked the rest by the same session.
func TestHopeless(t *testing.T) {
	b, err := openLibZ3("", 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.close)
	starts := 0
	d := sessions(b, &theory{question: question{decls: []string{"(declare-const x Int)"}}}, usual.RLimit, &starts)
	defer d.close()
	for i, c := range []struct {
		q    question
		want verdict
	}{{question{formulas: []string{"(> x 5)"}}, sat}, {hopeless, unknown}, {question{formulas: []string{"(> x 6)"}}, sat}} {
		if r := ask(t, d, c.q); r.verdict != c.want || c.want == unknown && r.cause != ResourceLimit || starts != 1 {
			t.Errorf("question %d: %+v, %d sessions", i, r, starts)
		}
	}
}

// stalling is a session that gives up at its second question, and then does not answer any more.
type stalling struct {
	session
	asked int
}

func (s *stalling) tell(context.Context, *theory) error { return nil }
func (s *stalling) close()                              {}

func (s *stalling) check(context.Context, question) (answer, error) {
	switch s.asked++; s.asked {
	case 1:
		return answer{verdict: sat}, nil
	case 2:
		return answer{reason: "canceled", stands: true}, nil
	}
	return answer{}, faultf(LibZ3, "push canceled")
}

// TestCannotGoOn: a solver that fails after it gave up is no fault, and another one answers.
func TestCannotGoOn(t *testing.T) {
	starts := 0
	d := &dialogue{solver: LibZ3, theory: &theory{}, start: func(context.Context) (session, error) {
		starts++
		return &stalling{}, nil
	}}
	for i, want := range []response{{verdict: sat}, {cause: ResourceLimit}, {verdict: sat}, {cause: ResourceLimit}, {verdict: sat}} {
		if r := ask(t, d, question{}); r.verdict != want.verdict || r.cause != want.cause || d.faults > 0 {
			t.Errorf("question %d: %+v after %d faults", i, r, d.faults)
		}
	}
	if starts != 3 {
		t.Errorf("%d sessions", starts)
	}
}
