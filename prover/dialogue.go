package prover

import (
	"context"
	"errors"
	"strings"
)

// A dialogue is the talk with one solver about one VC: what is asserted for good, and a session that has been told. Each
// question comes with a level of assertions that only it sees. A session that breaks is replaced by another, which is
// told everything anew at the next question.
//
// There is never more than one level: Z3 counts the resources of a check from the beginning of every level it stands
// in, so that a level that stays would take from one question what another has used.
type dialogue struct {
	solver  string
	dialect dialect
	attempt attempt
	start   func(context.Context) (Session, error)

	base    string  // commands: what is asserted for good
	session Session // nil: to be started
	told    bool    // the session has base
	level   bool    // the last question's level is still there, and its model if there is one
	spent   int     // the session's count of resources
	faults  int     // in a row
	last    error   // the last of them
}

// maxFaults is how many questions in a row a solver may fail to answer before no more are put to it. The VC is at
// fault then, and each question costs a new session.
const maxFaults = 3

// response is the answer to a check.
type response struct {
	verdict verdict
	cause   Cause  // why unknown
	reason  string // likewise
	spent   int    // resources
}

// check asks whether base and the level are satisfiable together, in the way of the dialogue's attempt or, if not empty,
// by the command given. It fails only if ctx ended; a solver's fault is a response.
func (d *dialogue) check(ctx context.Context, level, command string) (response, error) {
	if command == "" {
		command = d.attempt.check
	}
	nodes, err := d.ask(ctx, level, command+d.dialect.spent)
	if err != nil {
		return d.failed(ctx, err)
	}
	if len(nodes) == 0 || len(nodes) > 2 {
		return d.failed(ctx, d.broken(faultf(d.solver, "it answered %v to a check", nodes)))
	}
	v, ok := verdicts[nodes[0].Atom]
	if !ok {
		return d.failed(ctx, d.broken(faultf(d.solver, "it answered %q to a check", clip(nodes[0].String()))))
	}
	r := response{verdict: v}
	if len(nodes) == 2 {
		total := info(nodes[1], ":rlimit")
		r.spent = total - d.spent
		d.spent = total
	}
	if v != unknown {
		return r, nil
	}
	answer, err := d.eval(ctx, "(get-info :reason-unknown)")
	if err != nil {
		return d.failed(ctx, err)
	}
	r.cause, r.reason = cause(answer)
	if r.cause != Incomplete {
		// Z3 that ran into a limit refuses some commands afterwards ("push canceled").
		d.close()
	}
	return r, nil
}

// failed makes a response of an error.
func (d *dialogue) failed(ctx context.Context, err error) (response, error) {
	if ctx.Err() != nil {
		return response{}, context.Cause(ctx)
	}
	return response{cause: SolverFault, reason: err.Error()}, nil
}

// values evaluates terms in the model of the check just answered sat.
func (d *dialogue) values(ctx context.Context, terms []string) ([]string, error) {
	if len(terms) == 0 {
		return nil, nil
	}
	answer, err := d.eval(ctx, "(get-value ("+strings.Join(terms, " ")+"))")
	if err != nil {
		return nil, err
	}
	values, err := parseValues(d.solver, answer, len(terms))
	if err != nil {
		return nil, d.broken(err)
	}
	return values, nil
}

// ask sends a level and a command, after base if the session has not been told yet, and reads the answer.
func (d *dialogue) ask(ctx context.Context, level, command string) ([]Node, error) {
	if d.faults >= maxFaults {
		return nil, d.last
	}
	if err := d.open(ctx); err != nil {
		return nil, d.broken(err)
	}
	var text strings.Builder
	if d.level {
		text.WriteString("(pop 1)\n")
	}
	if !d.told {
		text.WriteString(d.base)
	}
	text.WriteString("(push 1)\n" + level + command)
	d.told, d.level = true, true
	answer, err := d.eval(ctx, text.String())
	if err != nil {
		return nil, err
	}
	nodes, err := parseAnswer(d.solver, answer)
	if err != nil {
		return nil, d.broken(err)
	}
	d.faults = 0
	return nodes, nil
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
	d.session, d.told, d.level, d.spent = s, false, false, 0
	if d.attempt.options == "" {
		return nil
	}
	answer, err := s.Eval(ctx, d.attempt.options)
	if err != nil {
		return err
	}
	return silent(d.solver, answer)
}

func (d *dialogue) eval(ctx context.Context, text string) (string, error) {
	answer, err := d.session.Eval(ctx, text)
	if err != nil {
		return "", d.broken(err)
	}
	return answer, nil
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

func (d *dialogue) close() {
	if d.session != nil {
		d.session.Close()
		d.session = nil
	}
}
