package counter

import (
	"sync"
	"testing"
)

func TestCounter(t *testing.T) {
	var c Counter
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(c.Increment)
		wg.Go(c.Twice)
		wg.Go(func() { c.Burst(3) })
	}
	wg.Wait()
	if got := c.Value(); got != 60 {
		t.Errorf("Value() = %d, want 60", got)
	}
	if got := c.Add(-10); got != 50 {
		t.Errorf("Add(-10) = %d, want 50", got)
	}
	c.Limit(7)
	if !c.TryIncrement() || c.Value() != 8 {
		t.Errorf("after Limit(7) and TryIncrement: %d, want 8", c.Value())
	}
}
