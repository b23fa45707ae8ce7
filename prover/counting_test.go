package prover

import (
	"context"
	"testing"
)

// newCountingProver counts the questions that it puts to the solver.
func newCountingProver(t *testing.T, asked *int) *Prover {
	t.Helper()
	p := newTestProver(t, Options{})
	p.Close()
	p.pools[0] = newPool(counting{p.pools[0].backend, asked}, p.pools[0].limits, 1)
	return p
}

// counting counts the questions that are put to its sessions.
type counting struct {
	backend
	asked *int
}

func (c counting) start(ctx context.Context, l Limits) (session, error) {
	s, err := c.backend.start(ctx, l)
	return countedSession{s, c.asked}, err
}

type countedSession struct {
	session
	asked *int
}

func (c countedSession) check(ctx context.Context, q question) (answer, error) {
	*c.asked++
	return c.session.check(ctx, q)
}
