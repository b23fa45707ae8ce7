package warmpool

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
)

// TestTake: whoever takes one has it alone, and what is left is ended.
func TestTake(t *testing.T) {
	var started atomic.Int32
	s := New(2, func(ctx context.Context) (int32, error) { return started.Add(1), ctx.Err() })
	took := make(chan int32)
	go func() {
		s.Fill()
		one, _ := s.Take(context.Background())
		took <- one
	}()
	s.Fill()
	one, err := s.Take(context.Background())
	if other := <-took; err != nil || one == other {
		t.Errorf("two have %d, %v", one, err)
	}
	ended := int32(0)
	s.Close(func(int32) { ended++ })
	if n := started.Load(); ended+2 > n {
		t.Errorf("%d are ended and two taken, of %d", ended, n)
	}
}

// TestFails: when starting fails the pool is not filled, and those who take one see why.
func TestFails(t *testing.T) {
	fails := errors.New("no solver")
	s := New(2, func(context.Context) (int, error) { return 0, fails })
	s.Fill()
	if _, err := s.Take(context.Background()); err != fails {
		t.Errorf("Take: %v", err)
	}
	s.Close(func(int) { t.Error("one is ended that was never started") })
}
