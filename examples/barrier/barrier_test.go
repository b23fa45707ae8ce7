package barrier

import (
	"sync/atomic"
	"testing"

	"github.com/calvin-go/calvin/examples/internal/exercise"
)

func TestBarrier(t *testing.T) {
	const rounds = 20
	b := New(exercise.Goroutines)
	var here [rounds]atomic.Int32
	exercise.Together(func(int) {
		for round := range uint32(rounds) {
			here[round].Add(1)
			if got := b.Await(); got != round {
				t.Errorf("Await() = %d in round %d", got, round)
			}
			if n := here[round].Load(); n != exercise.Goroutines {
				t.Errorf("round %d is over when %d have come", round, n)
			}
		}
	})
}
