package fusion

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/calvin-go/calvin/explore/strategy"
	"github.com/calvin-go/calvin/prover"
)

// A Solver answers questions about one program. It may be used by many goroutines at once.
type Solver struct {
	prover *prover.Prover

	mu      sync.Mutex
	program *Program // it remembers what it has found out
}

// questionTime bounds the time for the formulas of a question: what takes longer is no reason to leave anything out.
const questionTime = 5 * time.Second

// NewSolver makes a Solver of a program.
func NewSolver(p *Program) (*Solver, error) {
	pr, err := prover.New(prover.Options{Timeout: questionTime, RLimit: 20_000_000})
	if err != nil {
		return nil, err
	}
	return &Solver{prover: pr, program: p}, nil
}

// Close ends the solver.
func (s *Solver) Close() error { return s.prover.Close() }

// Test answers questions about one test: a function of a package, by its path and name.
func (s *Solver) Test(ctx context.Context, path, name string) *Oracle {
	return &Oracle{ctx: ctx, solver: s, path: path, name: name, series: s.prover.Series()}
}

// An Oracle answers questions about one test. It is used by one goroutine at a time.
type Oracle struct {
	ctx        context.Context
	solver     *Solver
	path, name string
	series     *prover.Series
}

// Close ends the oracle.
func (o *Oracle) Close() { o.series.Close() }

// Ask finds out what is worth running next.
func (o *Oracle) Ask(q strategy.Question) strategy.Answer {
	c, err := o.solver.follow(o.path, o.name, &q.Trace)
	if err != nil {
		return strategy.Answer{Unable: "the solver cannot follow the test: " + err.Error()}
	}
	ctx, cancel := context.WithTimeout(o.ctx, questionTime)
	defer cancel()
	return (&question{ctx, o.series, c, &q}).answer()
}

// follow makes the concurrent trace program of a trace.
func (s *Solver) follow(path, name string, trace *strategy.Trace) (*ctp, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	test, err := s.program.test(path, name)
	if err != nil {
		return nil, err
	}
	return s.program.follow(test, trace)
}

// A question is one with what it takes to answer it.
type question struct {
	ctx    context.Context
	series *prover.Series
	ctp    *ctp
	*strategy.Question
}

// answer finds the last decision at which something that is open may fail (CTP-PRUNE-BACKTRACKSETS, figure 3). If no
// execution fails that begins with a prefix of the trace, none fails that begins with a longer one, so that the shortest
// such prefix is found by bisection. What the solver does not decide may fail.
func (q *question) answer() strategy.Answer {
	real := strategy.Answer{At: -1}
	proved := func(k int) bool {
		v := q.solve(k, nil)
		if v.real && !q.Tried {
			real = strategy.Answer{At: k, Plan: v.plan, Fails: true}
		}
		return v.proved
	}
	// The formulas of longer prefixes are smaller, so these come first.
	low, high := 0, len(q.Open) // all is proved of the prefix of length high
	for step := 1; high > 0; step *= 2 {
		k := max(high-step, 0)
		if !proved(k) {
			low = k + 1
			break
		}
		high = k
	}
	for low < high && real.At < 0 {
		if mid := (low + high) / 2; proved(mid) {
			high = mid
		} else {
			low = mid + 1
		}
	}
	if real.At >= 0 {
		return real
	}
	for k := high - 1; k >= 0; k-- {
		if len(q.Open[k]) == 0 {
			continue
		}
		v := q.solve(k, q.Open[k])
		if v.proved {
			continue
		}
		return strategy.Answer{At: k, Plan: v.plan, Fails: v.real && !q.Tried}
	}
	return strategy.Answer{At: -1}
}

// A verdict is what the solver says of a formula.
type verdict struct {
	proved bool            // no execution fails
	plan   []strategy.Hint // one that fails, or may
	real   bool            // it does
}

// solve asks whether an execution fails that begins with the given number of events, and goes on with one of the goroutines.
func (q *question) solve(cut int, allow []int32) verdict {
	f := &formula{c: q.ctp, cut: cut, races: q.Races, allow: allow}
	f.build()
	if slices.Contains(f.hyps, "false") {
		return verdict{proved: f.err == nil}
	}
	size := 0
	for _, h := range f.hyps {
		size += len(h)
	}
	if f.err != nil || size > maxSize {
		return verdict{}
	}
	terms := f.terms()
	g, err := q.series.Solve(q.ctx, prover.Conjunction{Decls: f.decls, Formulas: f.hyps, Terms: terms})
	if err != nil {
		return verdict{}
	}
	switch g.Status {
	case prover.Proved:
		return verdict{proved: true}
	case prover.Refuted:
		return f.plan(g.Values, &q.Trace)
	}
	return verdict{}
}
