package refcount

import (
	"sync/atomic"
	"testing"

	"github.com/calvin-go/calvin/examples/internal/exercise"
)

func TestResource(t *testing.T) {
	var closed atomic.Int32
	r := New(func() { closed.Add(1) })
	exercise.Together(func(int) {
		for range 50 {
			if err := r.Acquire(); err != nil {
				t.Error(err)
			}
			if closed.Load() > 0 {
				t.Error("released while it is in use")
			}
			if err := r.Release(); err != nil {
				t.Error(err)
			}
		}
	})
	if err := r.Release(); err != nil || closed.Load() != 1 {
		t.Errorf("Release() = %v, released %d times", err, closed.Load())
	}
	if r.Acquire() != ErrClosed || r.Release() != ErrClosed || closed.Load() != 1 {
		t.Error("a resource is used after it was released")
	}
}
