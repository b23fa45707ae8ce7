package prover

import (
	"fmt"
	"strings"
)

// A dialect is what differs between solvers that all read SMT-LIB 2.
type dialect struct {
	// args start the solver as a process that reads commands from its standard input.
	args []string
	// options are the first commands of a session with a process.
	options func(Limits) string
	// limit sets the count of work within a session; nil if that is not possible.
	limit func(Limits) string
	// prepare are the commands that come before the theory in an attempt, check the one that asks.
	prepare, check func(attempt) string
	// spent asks for the work done so far; "" if the solver does not tell.
	spent string
	// attempts are made in turn until one decides: the first in the session that all goals share, each further one in
	// a fresh session, where it is asked only once.
	attempts []attempt
}

// An attempt is one way of asking.
type attempt struct {
	name   string  // completes GoalResult.By; "" for the usual way
	params []param // besides those that are always set
}

// A param is a parameter of a solver: its name and a bool or an int.
type param struct {
	name  string
	value any
}

// z3Params are what Z3's SMT core is always given.
var z3Params = []param{
	// Goals are ground; where quantifiers are tried after all, by their patterns only, which ends soon.
	{"mbqi", false},
	// The choices that Boogie makes for conditions of this shape: splitting cases by relevance, and the older arithmetic.
	{"auto_config", false},
	{"case_split", 3},
	{"arith.solver", 2},
	// Equations of integers are split into inequations only where a model depends on it: most are of indices and sizes that
	// congruence decides. That saves work where there are many, as for a file system.
	{"arith.eager_eq_axioms", false},
}

const newArithmetic = "arith.solver=6"

var z3Attempts = []attempt{
	{},
	{newArithmetic, []param{{"auto_config", true}, {"case_split", 1}, {"arith.solver", 6}, {"arith.eager_eq_axioms", true}}},
	{"random_seed=17", []param{{"random_seed", 17}}},
}

var dialects = map[string]dialect{
	LibZ3: {attempts: z3Attempts},
	Z3: {
		args: []string{"-in"},
		options: func(l Limits) string {
			return fmt.Sprintf("(set-option :produce-models true)(set-option :warning false)"+
				"(set-option :memory_max_size %d)", l.Memory) + z3Limit(l) + setOptions("smt.", z3Params)
		},
		limit:   z3Limit,
		prepare: func(attempt) string { return "" },
		check: func(a attempt) string {
			if len(a.params) == 0 {
				return "(check-sat)"
			}
			// An incremental check would not configure itself by the question, whatever auto_config says.
			var using strings.Builder
			for _, p := range a.params {
				fmt.Fprintf(&using, " :%s %v", p.name, p.value)
			}
			return "(check-sat-using (using-params smt" + using.String() + "))"
		},
		spent:    "(get-info :rlimit)",
		attempts: z3Attempts,
	},
	CVC5: {
		args: []string{"--incremental", "--produce-models", "--lang=smt2"},
		options: func(l Limits) string {
			// Its unit of work is about four of Z3's.
			return fmt.Sprintf("(set-option :rlimit-per %d)(set-option :tlimit-per %d)", max(l.RLimit/4, 1), l.Timeout.Milliseconds())
		},
		prepare: func(a attempt) string { return setOptions("", a.params) + "(set-logic ALL)" },
		check:   func(attempt) string { return "(check-sat)" },
		attempts: []attempt{
			{},
			{"nl-ext-tplanes", []param{{"nl-ext-tplanes", true}}},
			{"seed=17", []param{{"seed", 17}, {"sat-random-seed", 17}}},
		},
	},
}

func z3Limit(l Limits) string { return fmt.Sprintf("(set-option :rlimit %d)", l.RLimit) }

// setOptions are the commands that set parameters of a module.
func setOptions(module string, params []param) string {
	var b strings.Builder
	for _, p := range params {
		fmt.Fprintf(&b, "(set-option :%s%s %v)", module, p.name, p.value)
	}
	return b.String()
}
