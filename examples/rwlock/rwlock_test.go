package rwlock

import (
	"testing"

	"github.com/calvin-go/calvin/examples/internal/exercise"
)

// A reader locks for reading.
type reader struct{ lock *Lock }

func (r reader) Lock()   { r.lock.RLock() }
func (r reader) Unlock() { r.lock.RUnlock() }

func TestLock(t *testing.T) { exercise.Locking(t, new(Lock)) }

func TestReading(t *testing.T) {
	l := new(Lock)
	exercise.Reading(t, l, reader{l})
}
