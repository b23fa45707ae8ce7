package treiber

import (
	"sync"
	"testing"
)

func TestStack(t *testing.T) {
	const goroutines, each = 4, 100
	var s Stack
	var wg sync.WaitGroup
	for g := range goroutines {
		wg.Go(func() {
			for i := range each {
				s.Push(g*each + i)
			}
		})
	}
	wg.Wait()
	seen := map[int]bool{}
	for v, ok := s.Pop(); ok; v, ok = s.Pop() {
		if seen[v] {
			t.Fatalf("%d comes twice", v)
		}
		seen[v] = true
	}
	if len(seen) != goroutines*each {
		t.Errorf("%d values came back, want %d", len(seen), goroutines*each)
	}
}
