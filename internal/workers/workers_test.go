package workers

import (
	"slices"
	"sync"
	"testing"
)

// TestEach: all is done once, by no more workers than there may be, and before Each returns.
func TestEach(t *testing.T) {
	var mu sync.Mutex
	var done []int
	working := 0
	Each(2, []int{1, 2, 3}, func(n int) {
		mu.Lock()
		if working++; working > 2 {
			t.Error("three are at work")
		}
		mu.Unlock()
		mu.Lock()
		defer mu.Unlock()
		working--
		done = append(done, n)
	})
	slices.Sort(done)
	if !slices.Equal(done, []int{1, 2, 3}) {
		t.Errorf("done is %v", done)
	}
}

// TestNone: without workers there is one, and without things there is nothing to do.
func TestNone(t *testing.T) {
	Each(3, nil, func(int) { t.Error("something is done") })
	n := 0
	Each(0, []int{1, 2}, func(i int) { n = 10*n + i })
	if n != 12 {
		t.Errorf("done is %d", n)
	}
}
