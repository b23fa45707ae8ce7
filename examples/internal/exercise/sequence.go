package exercise

import (
	"sync"
	"testing"
)

const each = 100 // values of a goroutine

// A Stack gives back first what came last.
type Stack interface {
	Push(v int)
	Pop() (v int, ok bool)
}

// A Queue gives back first what came first.
type Queue interface {
	Enqueue(v int)
	Dequeue() (v int, ok bool)
}

// Pushing has goroutines fill an empty stack, and empty it again: every value comes back once.
func Pushing(t *testing.T, s Stack) {
	t.Helper()
	Together(func(g int) {
		for i := range each {
			s.Push(g*each + i)
		}
	})
	var got values
	Together(func(int) { got.take(each/2, s.Pop) })
	got.drain(s.Pop)
	got.complete(t)
	s.Push(1)
	s.Push(2)
	if v, ok := s.Pop(); v != 2 || !ok {
		t.Errorf("Pop() = %d, %t, want 2, true", v, ok)
	}
}

// Queueing has goroutines fill an empty queue while others take values from it. Every value comes back once, and those
// of one goroutine that are still there in the end come in their order.
func Queueing(t *testing.T, q Queue) {
	t.Helper()
	var got values
	Together(func(g int) {
		for i := range each {
			q.Enqueue(g*each + i)
			if i%2 == 0 {
				got.take(1, q.Dequeue)
			}
		}
	})
	next := make(map[int]int) // by goroutine
	for _, v := range got.drain(q.Dequeue) {
		if g := v / each; v%each < next[g] {
			t.Errorf("%d comes after %d of the same goroutine", v, next[g]-1)
		} else {
			next[g] = v%each + 1
		}
	}
	got.complete(t)
}

// values collects what comes back.
type values struct {
	mu  sync.Mutex
	all []int
}

// take takes up to n values.
func (s *values) take(n int, from func() (int, bool)) {
	for range n {
		if v, ok := from(); ok {
			s.mu.Lock()
			s.all = append(s.all, v)
			s.mu.Unlock()
		}
	}
}

// drain takes all values that are left, and returns them.
func (s *values) drain(from func() (int, bool)) []int {
	before := len(s.all)
	for v, ok := from(); ok; v, ok = from() {
		s.all = append(s.all, v)
	}
	return s.all[before:]
}

// complete checks that every goroutine's values came back, each once.
func (s *values) complete(t *testing.T) {
	t.Helper()
	seen := make(map[int]bool)
	for _, v := range s.all {
		seen[v] = true
	}
	if len(s.all) != Goroutines*each || len(seen) != len(s.all) {
		t.Errorf("%d values came back, %d of them different, want %d", len(s.all), len(seen), Goroutines*each)
	}
}
