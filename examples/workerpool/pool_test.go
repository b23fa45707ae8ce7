package workerpool

import (
	"sync/atomic"
	"testing"

	"github.com/calvin-go/calvin/examples/internal/exercise"
)

func TestPool(t *testing.T) {
	const jobs = 50
	p := New(3)
	var done, handed atomic.Int32
	exercise.Together(func(int) {
		for range jobs {
			if err := p.Submit(func() { done.Add(1) }); err != nil {
				t.Error(err)
			}
			handed.Add(1)
			if ok, err := p.TrySubmit(func() { done.Add(1) }); err != nil {
				t.Error(err)
			} else if ok {
				handed.Add(1)
			}
		}
	})
	exercise.Together(func(int) { p.Close() })
	if handed.Load() != done.Load() || done.Load() < jobs*exercise.Goroutines {
		t.Errorf("%d jobs were handed over, %d are done", handed.Load(), done.Load())
	}
	if p.Submit(func() {}) != ErrClosed {
		t.Error("a closed pool takes a job")
	}
	if ok, err := p.TrySubmit(func() {}); ok || err != ErrClosed {
		t.Errorf("TrySubmit() = %t, %v after Close", ok, err)
	}
}
