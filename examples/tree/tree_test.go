package tree

import (
	"slices"
	"sync"
	"testing"
)

func TestTree(t *testing.T) {
	set := New()
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for j := range 50 {
				set.Add((i*37 + j*11) % 60)
			}
		})
	}
	wg.Wait()
	var keys []int
	set.Each(func(key int) { keys = append(keys, key) })
	if !slices.IsSorted(keys) || len(keys) != set.size {
		t.Errorf("%d keys of %d: %v", len(keys), set.size, keys)
	}
	for _, key := range keys {
		if !set.Has(key) {
			t.Errorf("%d is lost", key)
		}
	}
	if d := set.Depth(); d < 6 || d > len(keys) {
		t.Errorf("depth %d of %d keys", d, len(keys))
	}
}
