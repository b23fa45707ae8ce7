package prover

import (
	"context"
	"errors"
	"sync"
)

// A pool has sessions of one backend stand ready: starting one takes as long as some goals do, and every VC gets a
// session of its own (see libZ3.start). Meanwhile the caller is still reading and translating packages.
type pool struct {
	backend backend
	limits  Limits
	ready   chan session
	cancel  context.CancelFunc
	filler  sync.WaitGroup
}

func newPool(b backend, l Limits, size int) *pool {
	ctx, cancel := context.WithCancel(context.Background())
	p := &pool{backend: b, limits: l, ready: make(chan session, size-1), cancel: cancel}
	p.filler.Go(func() { p.fill(ctx) })
	return p
}

// fill keeps size sessions: those in the channel and the one it waits to put there.
func (p *pool) fill(ctx context.Context) {
	for {
		s, err := p.start(ctx)
		if err != nil {
			// Those who take a session start it themselves and see the error.
			return
		}
		select {
		case p.ready <- s:
		case <-ctx.Done():
			s.close()
			return
		}
	}
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

// take returns a fresh session.
func (p *pool) take(ctx context.Context) (session, error) {
	select {
	case s := <-p.ready:
		return s, nil
	default:
		return p.start(ctx)
	}
}

func (p *pool) close() {
	p.cancel()
	p.filler.Wait()
	for {
		select {
		case s := <-p.ready:
			s.close()
		default:
			return
		}
	}
}
