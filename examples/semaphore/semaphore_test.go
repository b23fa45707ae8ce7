package semaphore

import (
	"sync/atomic"
	"testing"

	"github.com/calvin-go/calvin/examples/internal/exercise"
)

func TestAcquire(t *testing.T) {
	const permits = 2
	s := New(permits)
	var inside atomic.Int32
	exercise.Together(func(int) {
		for range 50 {
			s.Acquire(1)
			if n := inside.Add(1); n > permits {
				t.Errorf("%d goroutines with %d permits", n, permits)
			}
			inside.Add(-1)
			if !s.Release(1) {
				t.Error("a permit is not taken back")
			}
		}
	})
}

func TestTryAcquire(t *testing.T) {
	s := New(3)
	if !s.TryAcquire(2) || s.TryAcquire(2) || !s.TryAcquire(1) {
		t.Error("3 permits are 2 and 1")
	}
	if s.Release(4) || !s.Release(3) || s.Release(1) {
		t.Error("3 permits are out")
	}
}
