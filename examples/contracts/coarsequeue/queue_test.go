package coarsequeue

import (
	"testing"

	"github.com/calvin-go/calvin/examples/internal/exercise"
)

func TestQueue(t *testing.T) { exercise.Queueing(t, new(Queue)) }
