package prover

import (
	"context"
	"slices"

	"github.com/calvin-go/calvin/vcgen"
)

// A Conjunction is a question of its own: whether formulas can be true together.
type Conjunction struct {
	Decls    []string
	Formulas []string
	Terms    []string // what to evaluate in a model
}

// Solve asks whether q can be true. The result is Proved if it cannot, and Refuted, with values, if it can. The first
// attempt is the one that suits orders of events best: the usual one, which is made for programs, has Z3 take ten
// times as long for them. It fails only if ctx ends.
func (s *Series) Solve(ctx context.Context, q Conjunction) (*GoalResult, error) {
	p := s.prover
	release, err := p.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	goal := &vcgen.Goal{Decls: q.Decls, Hyps: q.Formulas, Neg: "true", Terms: q.Terms}
	var all []*proof
	for _, source := range s.sources {
		w := &proof{solver: source.backend.name(), options: p.options, vc: &vcgen.VC{Goals: []*vcgen.Goal{goal}}, start: source.take}
		w.theory = &theory{attempt: forOrders(w.solver), ahead: []question{questionOf(goal)}}
		w.main = w.begin(w.theory)
		o, err := w.goal(ctx, goal)
		source.spare = w.main.leave()
		if err != nil {
			return nil, err
		}
		w.goals = append(w.goals, o)
		all = append(all, w)
	}
	return &combine(all)[0], nil
}

// forOrders is the attempt of a solver that suits orders of events best.
func forOrders(solver string) attempt {
	attempts := dialects[solver].attempts
	if k := slices.IndexFunc(attempts, func(a attempt) bool { return a.name == newArithmetic }); k >= 0 {
		return attempts[k]
	}
	return attempts[0]
}
