package lockfree

import (
	"sync"
	"testing"
)

func TestStack(t *testing.T) {
	var s Stack
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { s.Push(1) })
	}
	wg.Wait()
	sum := 0
	for v, ok := s.Pop(); ok; v, ok = s.Pop() {
		sum += v
	}
	if sum != 8 || !s.Empty() {
		t.Errorf("popped %d in all, want 8; Empty() = %t, want true", sum, s.Empty())
	}
}
