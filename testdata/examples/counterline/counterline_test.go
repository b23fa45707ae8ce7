package counterline

import (
	"sync"
	"testing"
)

func TestCounter(t *testing.T) {
	var c Counter
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(c.Increment)
	}
	wg.Wait()
	if got := c.Take(); got != 50 {
		t.Errorf("Take() = %d, want 50", got)
	}
	if n, ok := c.TryTake(); n != 0 || !ok {
		t.Errorf("TryTake() = %d, %t, want 0, true", n, ok)
	}
}
