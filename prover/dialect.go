package prover

import "fmt"

// A dialect is what differs between solvers that all read SMT-LIB 2.
type dialect struct {
	// args start the solver as a process that reads commands from its standard input.
	args []string
	// options are the first commands of a session.
	options func(Limits) string
	// spent asks for the work done so far; "" if the solver does not tell.
	spent string
	// attempts are made in turn until one decides: the first in the session that all goals share, each further one in
	// a fresh session.
	attempts []attempt
	// quantified is the check of the second attempt at a goal that has quantified hypotheses.
	quantified string
}

// An attempt is one way of asking.
type attempt struct {
	name    string // completes GoalResult.By; "" for the usual way
	options string // commands before everything else
	check   string // the check-sat command
}

var z3Dialect = dialect{
	args: []string{"-in"},
	options: func(l Limits) string {
		return fmt.Sprintf("(set-option :produce-models true)(set-option :warning false)"+
			"(set-option :rlimit %d)(set-option :memory_max_size %d)"+
			// Goals are ground; where quantifiers are tried after all, by their patterns only, which ends soon.
			"(set-option :smt.mbqi false)"+
			// The choices that Boogie makes for conditions of this shape. Over six of the example packages they come
			// to 9 s of solving against 56 s with Z3's own: splitting by relevance 17 s, the older arithmetic 33 s.
			"(set-option :smt.auto_config false)(set-option :smt.case_split 3)(set-option :smt.arith.solver 2)",
			l.RLimit, l.Memory)
	},
	spent: "(get-info :rlimit)",
	// The parameters of the later attempts stand in the check and not in set-option: in libz3 options are one table
	// for the whole process, so that an option of one session would reach into the others.
	attempts: []attempt{
		{check: "(check-sat)"},
		{name: "arith.solver=6", check: "(check-sat-using (using-params smt :auto_config true :case_split 1 :arith.solver 6))"},
		{name: "random_seed=17", check: "(check-sat-using (using-params smt :random_seed 17))"},
	},
	quantified: "(check-sat)",
}

var dialects = map[string]dialect{
	LibZ3: z3Dialect,
	Z3:    z3Dialect,
	CVC5: {
		args: []string{"--incremental", "--produce-models", "--lang=smt2"},
		options: func(l Limits) string {
			// Its unit of work is about four of Z3's.
			return fmt.Sprintf("(set-option :rlimit-per %d)(set-option :tlimit-per %d)", max(l.RLimit/4, 1), l.Timeout.Milliseconds())
		},
		attempts: []attempt{
			{options: "(set-logic ALL)", check: "(check-sat)"},
			{name: "nl-ext-tplanes", options: "(set-option :nl-ext-tplanes true)(set-logic ALL)", check: "(check-sat)"},
			{name: "seed=17", options: "(set-option :seed 17)(set-option :sat-random-seed 17)(set-logic ALL)",
				check: "(check-sat)"},
		},
		quantified: "(check-sat)",
	},
}
