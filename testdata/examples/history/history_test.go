package history

import (
	"sync"
	"testing"
)

func TestStack(t *testing.T) {
	s := New(1)
	var wg sync.WaitGroup
	for range size - 1 {
		wg.Go(func() {
			if !s.Push(1) {
				t.Error("no room")
			}
		})
	}
	wg.Wait()
	if s.Push(1) {
		t.Error("room for one too many")
	}
	sum := 0
	for {
		x, ok := s.Pop()
		if !ok {
			break
		}
		sum += x
	}
	if sum != size {
		t.Errorf("sum = %d, want %d", sum, size)
	}
	s.Push(3)
	if x, ok := s.Top(); !ok || x != 3 {
		t.Errorf("Top = %d, %t", x, ok)
	}
	s.Clear()
	if _, ok := s.Top(); ok {
		t.Error("not empty")
	}
}
