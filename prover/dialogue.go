package prover

import (
	"context"
	"errors"
)

// A dialogue is the talk with one solver about one theory. A session that breaks is replaced by another, which is told
// everything anew at the next question.
type dialogue struct {
	solver string
	theory *theory
	start  func(context.Context) (session, error)

	session session // nil: to be started
	told    bool    // the session knows the theory
	// answered: the session has answered a question.
	answered bool
	stood    bool  // it has given up at one, and was kept
	faults   int   // in a row
	last     error // the last of them
}

// maxFaults is how many questions in a row a solver may fail to answer before no more are put to it. The theory is at
// fault then, and each question costs a new session.
const maxFaults = 3

// response is what became of a question.
type response struct {
	verdict verdict
	cause   Cause    // why unknown
	reason  string   // likewise
	core    []string // what of the question's assumed formulas makes it unsat
	spent   int      // resources
}

// check asks whether the theory and the question are satisfiable together. It fails only if ctx ended; a solver's fault is
// a response.
func (d *dialogue) check(ctx context.Context, q question) (response, error) {
	a, err := d.ask(ctx, q)
	if err != nil {
		if ctx.Err() != nil {
			return response{}, context.Cause(ctx)
		}
		return response{cause: SolverFault, reason: err.Error()}, nil
	}
	r := response{verdict: a.verdict, core: a.core, spent: a.spent}
	if a.verdict == unknown {
		r.cause, r.reason = cause(a.reason)
		if r.cause != Incomplete && !a.stands {
			d.close()
		}
	}
	return r, nil
}

// ask puts a question, after the theory if the session has not been told yet.
func (d *dialogue) ask(ctx context.Context, q question) (answer, error) {
	if d.faults >= maxFaults {
		return answer{}, d.last
	}
	if err := d.open(ctx); err != nil {
		return answer{}, d.broken(err)
	}
	if !d.told {
		if err := d.session.tell(ctx, d.theory); err != nil {
			return answer{}, d.broken(err)
		}
		d.told = true
	}
	a, err := d.session.check(ctx, q)
	if fault := (*Fault)(nil); d.stood && errors.As(err, &fault) { // a solver that cannot go on after all; the next one has not given up
		d.close()
		return d.ask(ctx, q)
	}
	if err != nil {
		return answer{}, d.broken(err)
	}
	d.faults, d.answered = 0, true
	d.stood = d.stood || a.stands
	return a, nil
}

// values evaluates terms in the model of the check just answered sat.
func (d *dialogue) values(ctx context.Context, terms []string) ([]string, error) {
	if len(terms) == 0 {
		return nil, nil
	}
	values, err := d.session.values(ctx, terms)
	if err != nil {
		return nil, d.broken(err)
	}
	return values, nil
}

// meets tells which questions the model of the check just answered sat answers so, too.
func (d *dialogue) meets(ctx context.Context, qs []question) ([]bool, error) {
	if len(qs) == 0 {
		return nil, nil
	}
	met, err := d.session.meets(ctx, qs)
	if err != nil {
		return nil, d.broken(err)
	}
	return met, nil
}

// open starts a session if there is none.
func (d *dialogue) open(ctx context.Context) error {
	if d.session != nil {
		return nil
	}
	s, err := d.start(ctx)
	if err != nil {
		return err
	}
	d.session, d.told, d.answered, d.stood = s, false, false, false
	return nil
}

// broken gives up the session, whose state is no longer known.
func (d *dialogue) broken(err error) error {
	d.close()
	// That time ran out is no fault.
	if fault := (*Fault)(nil); errors.As(err, &fault) {
		d.faults++
		d.last = err
	}
	return err
}

// leave ends the dialogue and returns its session, ready for another theory, or nil.
func (d *dialogue) leave() session {
	s := d.session
	d.session = nil
	if s != nil && !s.renew() {
		s.close()
		return nil
	}
	return s
}

func (d *dialogue) close() {
	if d.session != nil {
		d.session.close()
		d.session, d.answered = nil, false
	}
}
