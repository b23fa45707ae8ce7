package ticketlock

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
