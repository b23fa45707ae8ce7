package prover

import (
	"context"
	"time"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/vcgen"
)

// A Series proves VCs one after the other in the same solver contexts. Making a context takes longer than most VCs: Z3
// touches 16 MB of memory for it. Models and resource counts may depend on the VCs that came before in the series, but on
// nothing else. It is used by one goroutine at a time.
type Series struct {
	prover  *Prover
	sources []*source // one a backend
}

// A source has sessions for a series.
type source struct {
	*pool
	spare session // or nil
}

// Series begins a series.
func (p *Prover) Series() *Series {
	s := &Series{prover: p}
	for _, pool := range p.pools {
		s.sources = append(s.sources, &source{pool: pool})
	}
	return s
}

// take returns the session that is left, or else a fresh one.
func (s *source) take(ctx context.Context) (session, error) {
	if left := s.spare; left != nil {
		s.spare = nil
		return left, nil
	}
	return s.pool.Take(ctx)
}

// Close ends the series.
func (s *Series) Close() {
	for _, source := range s.sources {
		if source.spare != nil {
			source.spare.close()
			source.spare = nil
		}
	}
}

// Prove asks for the goals of vc. It fails only if ctx ends: whatever else goes wrong makes goals Unknown.
func (s *Series) Prove(ctx context.Context, vc *vcgen.VC) (*Result, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	p := s.prover
	start := time.Now()
	var key cache.Key
	if p.options.Cache != nil {
		var err error
		if key, err = p.key(vc); err != nil {
			return nil, err
		}
		if r := p.recall(key, vc); r != nil {
			r.Time = time.Since(start)
			return r, nil
		}
	}
	r, err := s.ask(ctx, vc)
	if err != nil {
		return r, err
	}
	r.Time = time.Since(start)
	p.remember(key, vc, r)
	return r, nil
}

// untilThen has the refutations that a solver gave before its time was over, and nothing else of what it said; nil if
// another solver would have had to agree. What a goal is refuted by does not depend on the goals that were not asked
// for.
func (s *Series) untilThen(w *proof) *Result {
	if w == nil || len(s.sources) > 1 {
		return nil
	}
	r := &Result{}
	for i, g := range w.vc.Goals {
		answer := GoalResult{Goal: g, Cause: TimeLimit, Reason: "it was not asked for in time"}
		if o := w.goals[i]; o.Goal != nil && o.Status == Refuted {
			answer = o.GoalResult
		}
		r.Goals = append(r.Goals, answer)
	}
	return r
}

// ask puts vc to the solvers.
func (s *Series) ask(ctx context.Context, vc *vcgen.VC) (*Result, error) {
	p := s.prover
	release, err := p.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	first, err := p.prove(ctx, s.sources[0], vc, nil)
	if err != nil {
		return s.untilThen(first), err
	}
	all := []*proof{first}
	for _, source := range s.sources[1:] {
		// The others are asked with the candidates that the first kept; that these hold, they say themselves.
		next, err := p.prove(ctx, source, vc, first)
		if err != nil {
			return nil, err
		}
		all = append(all, next)
	}
	r := &Result{Goals: combine(all), Repeatable: true}
	for _, w := range all {
		r.Repeatable = r.Repeatable && w.repeatable()
		r.further = r.further || w.further
	}
	for _, g := range r.Goals {
		r.Repeatable = r.Repeatable && repeatable[g.Cause]
	}
	for i, c := range vc.Candidates {
		if first.kept[i] {
			r.Kept = append(r.Kept, c.Name)
		}
	}
	return r, nil
}
