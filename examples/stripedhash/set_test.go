package stripedhash

import (
	"testing"

	"github.com/calvin-go/calvin/examples/internal/exercise"
)

func TestSet(t *testing.T) {
	s := new(Set)
	exercise.Adding[uint](t, s)
	exercise.Removing[uint](t, s)
}
