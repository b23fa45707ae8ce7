package prover

import (
	"context"
	"slices"
	"strings"
)

// script is a session in which commands are sent as text and answers read back. Each question comes on a level of its own.
//
// There is never more than one level: Z3 counts the resources of a check from the beginning of every level it stands
// in, so that a level that stays would take from one question what another has used.
type script struct {
	*pipe
	dialect dialect
	limits  Limits
	attempt attempt
	level   bool // the last question's level is still there, and its model if there is one
	spent   int  // the session's count of resources
}

func (s *script) tell(ctx context.Context, t *theory) error {
	s.attempt = t.attempt
	return s.order(ctx, s.dialect.prepare(t.attempt)+commands(t.question))
}

// order sends commands that are to be carried out without a word.
func (s *script) order(ctx context.Context, text string) error {
	reply, err := s.eval(ctx, text)
	if err != nil {
		return err
	}
	return silent(s.solver, reply)
}

// canceled is in the error of a command that Z3 does not carry out because the limit of resources is reached: asserting a
// level's formulas may be enough for that.
const canceled = "canceled"

// commands declare and assert.
func commands(q question) string {
	var b strings.Builder
	for _, d := range q.decls {
		b.WriteString(d)
		b.WriteByte('\n')
	}
	for _, f := range slices.Concat(q.formulas, q.assumed) {
		b.WriteString("(assert ")
		b.WriteString(f)
		b.WriteString(")\n")
	}
	return b.String()
}

func (s *script) check(ctx context.Context, q question) (answer, error) {
	var text strings.Builder
	if s.level {
		text.WriteString("(pop 1)\n")
	}
	s.level = true
	text.WriteString("(push 1)\n" + commands(q))
	check := s.dialect.check(s.attempt) + s.dialect.spent
	if q.tenths > 0 && s.dialect.limit != nil {
		check = s.dialect.limit(q.of(s.limits)) + check + s.dialect.limit(s.limits)
	}
	text.WriteString(check)
	reply, err := s.eval(ctx, text.String())
	if err != nil {
		return answer{}, err
	}
	if strings.Contains(reply, canceled) {
		return answer{reason: canceled}, nil
	}
	a, err := s.verdict(reply)
	a.core = q.assumed // for all that was asked
	if err == nil && a.verdict == unknown {
		a.reason, err = s.eval(ctx, "(get-info :reason-unknown)")
	}
	return a, err
}

// verdict reads the reply to a check.
func (s *script) verdict(reply string) (answer, error) {
	nodes, err := parseAnswer(s.solver, reply)
	if err != nil {
		return answer{}, err
	}
	if len(nodes) == 0 || len(nodes) > 2 {
		return answer{}, faultf(s.solver, "it answered %v to a check", nodes)
	}
	v, ok := verdicts[nodes[0].Atom]
	if !ok {
		return answer{}, faultf(s.solver, "it answered %q to a check", clip(nodes[0].String()))
	}
	a := answer{verdict: v}
	if len(nodes) == 2 {
		total := info(nodes[1], ":rlimit")
		a.spent, s.spent = total-s.spent, total
	}
	return a, nil
}

func (s *script) values(ctx context.Context, terms []string) ([]string, error) {
	reply, err := s.eval(ctx, "(get-value ("+strings.Join(terms, " ")+"))")
	if err != nil {
		return nil, err
	}
	return parseValues(s.solver, reply, len(terms))
}

// meets looks only at questions without declarations of their own: others have some that the last question had not.
func (s *script) meets(ctx context.Context, qs []question) ([]bool, error) {
	var formulas []string
	for _, q := range qs {
		if len(q.decls) == 0 {
			formulas = append(formulas, q.formulas...)
		}
	}
	met := make([]bool, len(qs))
	if len(formulas) == 0 {
		return met, nil
	}
	values, err := s.values(ctx, formulas)
	if err != nil {
		return nil, err
	}
	for i, q := range qs {
		if len(q.decls) == 0 {
			own := values[:len(q.formulas)]
			values = values[len(q.formulas):]
			met[i] = !slices.ContainsFunc(own, func(v string) bool { return v != "true" })
		}
	}
	return met, nil
}

// renew is not possible: another process answers sooner than this one forgets
func (s *script) renew() bool { return false }
