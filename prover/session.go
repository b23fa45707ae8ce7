package prover

import (
	"context"
	"slices"
)

// A session is one context of a solver. It is used by one goroutine at a time. If a call fails, or its ctx ends, the
// session is of no further use; the solver has then been stopped.
type session interface {
	// tell declares and asserts what holds for all questions. It is called once, before any question.
	tell(ctx context.Context, t *theory) error
	// check asks whether what was told and the question can be true together.
	check(ctx context.Context, q question) (answer, error)
	// values evaluates terms in the model of the last check, which answered sat.
	values(ctx context.Context, terms []string) ([]string, error)
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
}

// and joins two questions.
func (q question) and(r question) question {
	return question{slices.Concat(q.decls, r.decls), slices.Concat(q.formulas, r.formulas)}
}

// An answer is what a solver says to a question.
type answer struct {
	verdict verdict
	reason  string // the solver's words for not knowing
	spent   int    // its count of resources for this question; 0 if it does not tell
}
