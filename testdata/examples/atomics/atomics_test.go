package atomics

import (
	"sync"
	"testing"
)

func TestAtomics(t *testing.T) {
	var c Counter
	var g Gauge
	var s Sequence
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			c.Increment()
			g.Show(int64(i))
			s.Next()
		})
	}
	wg.Wait()
	c.Double()
	if got := c.Next(); got != 41 {
		t.Errorf("Next() = %d, want 41", got)
	}
	if got := c.Take(); got != 41 || c.Next() != 1 {
		t.Errorf("Take() = %d, want 41 and then a new count", got)
	}
	if got := g.Max(); got != 19 {
		t.Errorf("Max() = %d, want 19", got)
	}
	if s.Reset(19, 0) || !s.Reset(20, 7) || s.Next() != 8 {
		t.Error("Reset")
	}
}
