package prover

import (
	"strconv"
	"strings"
)

// verdict is a solver's answer to check-sat.
type verdict uint8

const (
	unknown verdict = iota
	sat
	unsat
)

var verdicts = map[string]verdict{"sat": sat, "unsat": unsat, "unknown": unknown}

func (v verdict) String() string { return [...]string{"unknown", "sat", "unsat"}[v] }

// parseAnswer reads an answer in which an error has no place.
func parseAnswer(solver, answer string) ([]Node, error) {
	nodes, err := ParseNodes(answer)
	if err != nil {
		return nil, faultf(solver, "its answer %q: %w", clip(answer), err)
	}
	for _, n := range nodes {
		if n.Head() == "error" || n.Atom == "unsupported" {
			return nil, faultf(solver, "it answered %s", clip(n.String()))
		}
	}
	return nodes, nil
}

// silent reports a fault if commands that are to be carried out without a word were not.
func silent(solver, answer string) error {
	nodes, err := parseAnswer(solver, answer)
	if err == nil && len(nodes) > 0 {
		err = faultf(solver, "it answered %q where nothing was asked", clip(answer))
	}
	return err
}

// parseValues reads the answer to get-value: a list of (term value), in the order of the n terms asked for. Terms come
// back in the solver's spelling, so that position is what counts.
func parseValues(solver, answer string, n int) ([]string, error) {
	nodes, err := parseAnswer(solver, answer)
	if err != nil {
		return nil, err
	}
	if len(nodes) != 1 || len(nodes[0].List) != n {
		return nil, faultf(solver, "it answered %q to a question for %d values", clip(answer), n)
	}
	values := make([]string, n)
	for i, pair := range nodes[0].List {
		if len(pair.List) != 2 {
			return nil, faultf(solver, "it answered %q for a value", clip(pair.String()))
		}
		values[i] = pair.List[1].String()
	}
	return values, nil
}

// info reads the number that get-info gives for key; 0 if n is something else.
func info(n Node, key string) int {
	if n.Head() != key || len(n.List) != 2 {
		return 0
	}
	count, err := strconv.Atoi(n.List[1].Atom)
	if err != nil {
		return 0
	}
	return count
}

func clip(s string) string {
	if s = strings.TrimSpace(s); len(s) > 300 {
		s = s[:300] + "…"
	}
	return s
}

// Cause says why a goal is undecided.
type Cause uint8

const (
	NoCause       Cause = iota
	TimeLimit           // the wall clock ended it
	ResourceLimit       // the solver's own count of work did
	MemoryLimit
	Incomplete   // the solver's procedure is incomplete here
	SolverFault  // the solver died, or answered something else
	Disagreement // one solver proved what another refuted: a bug in calvin or a solver
	Moot         // it was not asked for, as a conjecture is not proved
)

// causes tells the solvers' words for giving up; the first that occurs counts.
var causes = []struct {
	word   string
	cause  Cause
	reason string
}{
	{"memory", MemoryLimit, "the memory limit was reached"},
	{"memout", MemoryLimit, "the memory limit was reached"},
	{"timeout", TimeLimit, "the time limit was reached"},
	{"resource", ResourceLimit, "the resource limit was reached"},
	{"canceled", ResourceLimit, "the resource limit was reached"},
}

// cause classifies the answer to (get-info :reason-unknown).
func cause(text string) (Cause, string) {
	for _, c := range causes {
		if strings.Contains(text, c.word) {
			return c.cause, c.reason
		}
	}
	return Incomplete, "the solver's procedure is incomplete for it"
}
