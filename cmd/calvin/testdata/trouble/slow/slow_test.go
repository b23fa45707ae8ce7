// Package slow has a test with too many schedules to run them all.
package slow

import (
	"sync"
	"testing"
)

func TestMany(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	n := 0
	for range 100 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			n++
		})
	}
	wg.Wait()
	if n != 100 {
		t.Error(n)
	}
}
