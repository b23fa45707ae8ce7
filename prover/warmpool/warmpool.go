// Package warmpool is a pool of things that take long to start, some of which are started ahead. It takes a function
// that starts one, and gives one to each who asks.
//
//	warmpool.go  the pool, and how it is filled
package warmpool

import (
	"context"
	"sync"
)

// A Pool has things of one kind. The first can be started while the caller is still busy with other things, with processors
// to spare; then each who needs one starts it himself. It may be used by many goroutines at once.
type Pool[T any] struct {
	start  func(context.Context) (T, error)
	ready  chan T
	begin  sync.Once
	ctx    context.Context // of the filler
	cancel context.CancelFunc
	filler sync.WaitGroup
}

// New makes a pool that starts as many ahead as its size says; nothing is started yet.
func New[T any](size int, start func(context.Context) (T, error)) *Pool[T] {
	ctx, cancel := context.WithCancel(context.Background())
	return &Pool[T]{start: start, ready: make(chan T, size), ctx: ctx, cancel: cancel}
}

// Fill begins to start them, if nobody has.
func (p *Pool[T]) Fill() { p.begin.Do(func() { p.filler.Go(p.fill) }) }

func (p *Pool[T]) fill() {
	for range cap(p.ready) {
		one, err := p.start(p.ctx)
		if err != nil {
			return // those who take one start it themselves and see the error
		}
		p.ready <- one
	}
}

// Take returns one that nobody has had, one that is started already if there is.
func (p *Pool[T]) Take(ctx context.Context) (T, error) {
	select {
	case one := <-p.ready:
		return one, nil
	default:
		return p.start(ctx)
	}
}

// Close ends those that are left. Nobody fills the pool or takes from it meanwhile, or afterwards.
func (p *Pool[T]) Close(end func(T)) {
	p.cancel()
	p.filler.Wait()
	for len(p.ready) > 0 {
		end(<-p.ready)
	}
}
