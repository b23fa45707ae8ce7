package coarsehash

import (
	"testing"

	"github.com/calvin-go/calvin/examples/internal/exercise"
)

func TestSet(t *testing.T) {
	s := New(8)
	if n := exercise.Adding[uint](t, s); s.Len() != n {
		t.Errorf("Len() = %d, want %d", s.Len(), n)
	}
}
