package seqlock

import (
	"testing"

	"github.com/calvin-go/calvin/examples/internal/exercise"
)

func TestPoint(t *testing.T) {
	var p Point
	exercise.Together(func(g int) {
		for i := range int64(100) {
			if g == 0 {
				p.Store(i, -i)
			} else if x, y := p.Load(); x != -y {
				t.Errorf("(%d, %d) was never stored", x, y)
			}
		}
	})
	if x, y := p.Load(); x != 99 || y != -99 {
		t.Errorf("Load() = %d, %d, want what was stored last", x, y)
	}
}
