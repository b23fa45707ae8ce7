package prover

import (
	"cmp"
	"fmt"
	"strings"
)

// combine makes one result a goal of what the solvers said. One answer that decides is enough, but solvers that
// contradict each other decide nothing.
func combine(all []*proof) []GoalResult {
	results := make([]GoalResult, len(all[0].goals))
	refutation := candidateRefuted(all)
	for i := range results {
		var answers []outcome
		for _, p := range all {
			answers = append(answers, p.goals[i])
		}
		results[i] = merge(all, answers)
		if reason := cmp.Or(contradiction(all, answers), refutation); reason != "" {
			results[i].Status, results[i].Values = Unknown, nil
			results[i].Cause, results[i].Reason = Disagreement, "internal error: "+reason
		}
	}
	return results
}

// merge takes the first answer that decides, and of those that do not the first. A proof by one solver with its
// quantified hypotheses goes before another's failure without them.
func merge(all []*proof, answers []outcome) GoalResult {
	best := 0
	for i, a := range answers {
		if rank(a) > rank(answers[best]) {
			best = i
		}
	}
	r := answers[best].GoalResult
	if len(all) == 1 {
		return r
	}
	for i, a := range answers {
		r.Backends = append(r.Backends, BackendResult{all[i].solver, a.Status, a.Reason})
		if i != best {
			r.Time += a.Time
			r.RLimit += a.RLimit
		}
	}
	return r
}

// rank orders answers by what they tell.
func rank(o outcome) int {
	switch {
	case o.plain == unsat || o.full == unsat:
		return 2
	case o.plain == sat:
		return 1
	}
	return 0
}

// contradiction names two solvers of which one proves what the other has a model against, or returns "". More
// hypotheses leave fewer models: what holds without the quantified ones holds with them.
func contradiction(all []*proof, answers []outcome) string {
	for i, a := range answers {
		for j, b := range answers {
			if a.plain == unsat && (b.plain == sat || b.full == sat) || a.full == unsat && b.full == sat {
				return fmt.Sprintf("solver %s finds a counterexample to what %s proves", all[j].solver, all[i].solver)
			}
		}
	}
	return ""
}

// candidateRefuted says which solver refutes a candidate that another kept, or "". All goals rest on the candidates.
func candidateRefuted(all []*proof) string {
	for _, p := range all[1:] {
		var names []string
		for i, r := range p.refuted {
			if r {
				names = append(names, p.vc.Candidates[i].Name)
			}
		}
		if len(names) > 0 {
			return fmt.Sprintf("solver %s refutes what %s proves of candidate %s", p.solver, all[0].solver,
				strings.Join(names, ", "))
		}
	}
	return ""
}
