package prover

import "context"

// A session is one context of a solver. It is used by one goroutine at a time. If a call fails, or its ctx ends, the
// session is of no further use; the solver has then been stopped.
type session interface {
	// tell declares and asserts what holds for all questions. It is called before any question, and again only after
	// renew.
	tell(ctx context.Context, t *theory) error
	// check asks whether what was told and the question can be true together.
	check(ctx context.Context, q question) (answer, error)
	// values evaluates terms in the model of the last check, which answered sat.
	values(ctx context.Context, terms []string) ([]string, error)
	// meets tells of each question whether all its formulas are true in the same model. It looks at them in order, and may say
	// no where it does not know their declarations.
	meets(ctx context.Context, qs []question) ([]bool, error)
	// renew makes the session ready for another theory. It reports false if the session cannot be used again.
	renew() bool
	close()
}

// A theory is what a session is told first.
type theory struct {
	attempt attempt // how to go about it
	question
	// ahead has questions that may be asked: a session may prefer to read them in one go.
	ahead []question
}

// A question is a conjunction. Questions of one theory may share declarations, word for word.
type question struct {
	decls    []string // commands that declare what the formulas speak of
	formulas []string
	assumed  []string // further formulas, all of them declared constants
	// tenths of the resources, and no more, are spent on the question if it is a long shot; 0 stands for all. (Cvc5 does not heed it.)
	tenths int
}

// of is what the question may spend of l.
func (q question) of(l Limits) Limits {
	if q.tenths > 0 {
		l.RLimit = max(l.RLimit/10*q.tenths, 1)
	}
	return l
}

// An answer is what a solver says to a question.
type answer struct {
	verdict verdict
	reason  string   // the solver's words for not knowing
	core    []string // what of the question's assumed formulas makes it unsat
	spent   int      // its count of resources for this question; 0 if it does not tell
	// stands: the session gave up at its limit of resources, and can be asked again. A z3 process refuses some commands
	// afterwards ("push canceled").
	stands bool
}
