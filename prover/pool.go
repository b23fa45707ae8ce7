package prover

import (
	"context"
	"errors"

	"github.com/calvin-go/calvin/prover/warmpool"
)

// A pool has sessions of one backend.
type pool struct {
	backend backend
	limits  Limits
	*warmpool.Pool[session]
}

// newPool makes a pool that starts as many ahead as its size says.
func newPool(b backend, l Limits, size int) *pool {
	p := &pool{backend: b, limits: l}
	p.Pool = warmpool.New(size, p.start)
	return p
}

// start starts a session in the time that a goal may take.
func (p *pool) start(ctx context.Context) (session, error) {
	limited, cancel := context.WithTimeout(ctx, p.limits.Timeout)
	defer cancel()
	s, err := p.backend.start(limited, p.limits)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = faultf(p.backend.name(), "starting it took longer than %v", p.limits.Timeout)
	}
	return s, err
}

func (p *pool) close() {
	p.Close(session.close)
	p.backend.close()
}
