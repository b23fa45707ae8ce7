package stripedhash

import (
	"sync"
	"testing"
)

func TestSet(t *testing.T) {
	const goroutines, keys = 4, 64
	s := new(Set)
	var wg sync.WaitGroup
	added := make([]int, goroutines)
	for g := range goroutines {
		wg.Go(func() {
			for key := range uint(keys) {
				if s.Add(key) {
					added[g]++
				}
				if !s.Contains(key) {
					t.Errorf("%d is not there after it was added", key)
				}
			}
		})
	}
	wg.Wait()
	all := 0
	for _, n := range added {
		all += n
	}
	if all != keys {
		t.Errorf("%d keys were added, want %d", all, keys)
	}
	for key := range uint(keys) {
		if !s.Remove(key) || s.Contains(key) || s.Remove(key) {
			t.Errorf("Remove(%d)", key)
		}
	}
}
