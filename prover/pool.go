package prover

import (
	"context"
	"errors"
	"sync"
)

// A pool has sessions of one backend. A first stock can be made while the caller is still reading packages, with processors
// to spare; then each who needs a session starts it himself.
type pool struct {
	backend backend
	limits  Limits
	stock   chan session
	begin   sync.Once
	ctx     context.Context // of the filler
	cancel  context.CancelFunc
	filler  sync.WaitGroup
}

// newPool makes a pool with a stock of the given size at most.
func newPool(b backend, l Limits, size int) *pool {
	ctx, cancel := context.WithCancel(context.Background())
	return &pool{backend: b, limits: l, stock: make(chan session, size), ctx: ctx, cancel: cancel}
}

// ready begins to make the stock.
func (p *pool) ready() { p.begin.Do(func() { p.filler.Go(func() { p.fill(p.ctx) }) }) }

func (p *pool) fill(ctx context.Context) {
	for range cap(p.stock) {
		s, err := p.start(ctx)
		if err != nil {
			// Those who take a session start it themselves and see the error.
			return
		}
		p.stock <- s
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
	case s := <-p.stock:
		return s, nil
	default:
		return p.start(ctx)
	}
}

func (p *pool) close() {
	p.cancel()
	p.filler.Wait()
	for len(p.stock) > 0 {
		(<-p.stock).close()
	}
	p.backend.close()
}
