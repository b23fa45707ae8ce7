package spinlock

import (
	"testing"

	"github.com/calvin-go/calvin/examples/internal/exercise"
)

func TestLock(t *testing.T) { exercise.Locking(t, new(Lock)) }

func TestTryLock(t *testing.T) {
	var l Lock
	if !l.TryLock() || l.TryLock() {
		t.Error("a free lock is taken once")
	}
	l.Unlock()
	if !l.TryLock() {
		t.Error("the lock is not free after Unlock")
	}
}

func TestTally(t *testing.T) {
	var tally Tally
	exercise.Together(func(g int) {
		for range 100 {
			tally.Count(g%2 == 0)
			if hits, all := tally.Read(); hits > all {
				t.Errorf("%d hits of %d", hits, all)
			}
		}
	})
	if hits, all := tally.Read(); all != 2*hits || all != 100*exercise.Goroutines {
		t.Errorf("%d hits of %d", hits, all)
	}
}
