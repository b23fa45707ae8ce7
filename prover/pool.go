package prover

import (
	"context"
	"errors"
	"sync"
)

// A pool has sessions of one backend stand ready: starting one takes as long as some goals do, and every VC gets a
// session of its own (see libZ3.Start). Meanwhile the caller is still reading and translating packages.
type pool struct {
	backend Backend
	limits  Limits
	ready   chan Session
	cancel  context.CancelFunc
	filler  sync.WaitGroup
}

func newPool(b Backend, l Limits, size int) *pool {
	ctx, cancel := context.WithCancel(context.Background())
	p := &pool{backend: b, limits: l, ready: make(chan Session, size-1), cancel: cancel}
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
			s.Close()
			return
		}
	}
}

// start starts a session in the time that a goal may take.
func (p *pool) start(ctx context.Context) (Session, error) {
	limited, cancel := context.WithTimeout(ctx, p.limits.Timeout)
	defer cancel()
	s, err := p.backend.Start(limited, p.limits)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = faultf(p.backend.Name(), "starting it took longer than %v", p.limits.Timeout)
	}
	return s, err
}

// take returns a fresh session.
func (p *pool) take(ctx context.Context) (Session, error) {
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
			s.Close()
		default:
			return
		}
	}
}
