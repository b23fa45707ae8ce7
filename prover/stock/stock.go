// Package stock has things ready that take long to start. It takes a function that starts one, and gives one to each who asks.
//
//	stock.go  the stock, and how it is filled
package stock

import (
	"context"
	"sync"
)

// A Stock has things of one kind. A first stock can be made while the caller is still busy with other things, with processors
// to spare; then each who needs one starts it himself. It may be used by many goroutines at once.
type Stock[T any] struct {
	start  func(context.Context) (T, error)
	ready  chan T
	begin  sync.Once
	ctx    context.Context // of the filler
	cancel context.CancelFunc
	filler sync.WaitGroup
}

// New makes a stock of the given size at most; nothing is started yet.
func New[T any](size int, start func(context.Context) (T, error)) *Stock[T] {
	ctx, cancel := context.WithCancel(context.Background())
	return &Stock[T]{start: start, ready: make(chan T, size), ctx: ctx, cancel: cancel}
}

// Fill begins to make the stock, if nobody has.
func (s *Stock[T]) Fill() { s.begin.Do(func() { s.filler.Go(s.fill) }) }

func (s *Stock[T]) fill() {
	for range cap(s.ready) {
		one, err := s.start(s.ctx)
		if err != nil {
			return // those who take one start it themselves and see the error
		}
		s.ready <- one
	}
}

// Take returns one that nobody has had, of the stock if there is one.
func (s *Stock[T]) Take(ctx context.Context) (T, error) {
	select {
	case one := <-s.ready:
		return one, nil
	default:
		return s.start(ctx)
	}
}

// Close ends those that are left. Nobody fills the stock or takes from it meanwhile, or afterwards.
func (s *Stock[T]) Close(end func(T)) {
	s.cancel()
	s.filler.Wait()
	for len(s.ready) > 0 {
		end(<-s.ready)
	}
}
