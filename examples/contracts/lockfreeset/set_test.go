package lockfreeset

import (
	"testing"

	"github.com/calvin-go/calvin/examples/internal/exercise"
)

func TestSet(t *testing.T) {
	s := New()
	exercise.Adding[int](t, s)
	exercise.Removing[int](t, s)
}
