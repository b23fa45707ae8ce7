package michaelscott

import (
	"sync"
	"testing"
)

func TestQueue(t *testing.T) {
	const goroutines, each = 4, 100
	q := New()
	var wg sync.WaitGroup
	for g := range goroutines {
		wg.Go(func() {
			for i := range each {
				q.Enqueue(g*each + i)
			}
		})
	}
	var mu sync.Mutex
	var got []int
	for range 2 {
		wg.Go(func() {
			for range goroutines * each / 4 {
				if v, ok := q.Dequeue(); ok {
					mu.Lock()
					got = append(got, v)
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	next := map[int]int{} // by goroutine
	for v, ok := q.Dequeue(); ok; v, ok = q.Dequeue() {
		got = append(got, v)
		if g := v / each; v%each < next[g] {
			t.Errorf("%d comes after %d of the same goroutine", v, next[g]-1)
		} else {
			next[g] = v%each + 1
		}
	}
	seen := map[int]bool{}
	for _, v := range got {
		seen[v] = true
	}
	if len(got) != goroutines*each || len(seen) != len(got) {
		t.Errorf("%d values came back, %d of them different, want %d", len(got), len(seen), goroutines*each)
	}
}
