package treiber

import (
	"testing"

	"github.com/calvin-go/calvin/examples/internal/exercise"
)

func TestStack(t *testing.T) { exercise.Pushing(t, new(Stack)) }
