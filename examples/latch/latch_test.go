package latch

import (
	"sync/atomic"
	"testing"

	"github.com/calvin-go/calvin/examples/internal/exercise"
)

func TestLatch(t *testing.T) {
	const steps = 20 * exercise.Goroutines
	l := New(steps)
	var taken, opened atomic.Int32
	exercise.Together(func(int) {
		for range steps / exercise.Goroutines {
			taken.Add(1)
			if l.CountDown() {
				opened.Add(1)
			}
		}
		l.Wait()
		if n := taken.Load(); n != steps {
			t.Errorf("open after %d steps, want %d", n, steps)
		}
	})
	if opened.Load() != 1 || l.CountDown() {
		t.Error("a latch opens once")
	}
}
