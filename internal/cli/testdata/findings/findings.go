// Package findings has a mistake in almost every function: what calvin check says of them is in the golden files beside it.
//
//calvin:panics
package findings

import (
	"sync"
	"sync/atomic"
)

type Item struct{ price int }

//calvin:invariant count >= 0
type Store struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	items map[string]*Item
	//calvin:guarded_by mu
	order []string
	//calvin:guarded_by mu
	count int
	//calvin:immutable
	name string
	//calvin:atomic_only
	hits int64
}

func (s *Store) WriteUnderRLock(k int) {
	s.mu.RLock()
	s.count += k
	s.mu.RUnlock()
}

func (s *Store) WriteWithoutLock() {
	s.count = 1
}

func (s *Store) ReadAfterUnlock() int {
	s.mu.Lock()
	s.order = append(s.order, "x")
	s.mu.Unlock()
	return len(s.order)
}

func (s *Store) LocksItself() {
	s.mu.Lock()
	s.mu.Lock()
	s.mu.Unlock()
	s.mu.Unlock()
}

func (s *Store) ForgetsUnlock(k string) int {
	s.mu.Lock()
	if s.items[k] == nil {
		return 0
	}
	s.mu.Unlock()
	return 1
}

func (s *Store) UnlocksTwice() {
	s.mu.Lock()
	s.mu.Unlock()
	s.mu.Unlock()
}

func (s *Store) First() string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.order[0]
}

func (s *Store) Price(name string) int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.items[name].price
}

func (s *Store) Average(total int) int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return total / s.count
}

func (s *Store) Rename(name string) { s.name = name }

func (s *Store) Hit() { s.hits++ }

func (s *Store) HitRight() { atomic.AddInt64(&s.hits, 1) }

//calvin:atomic
//calvin:modifies s.count
//calvin:ensures s.count == old(s.count)+k
//calvin:requires k >= 0
func (s *Store) Take(k int) {
	s.mu.Lock()
	s.count += k + 1
	s.mu.Unlock()
}

//calvin:atomic
//calvin:ensures result == len(s.order)
func (s *Store) Len() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.count
}

//calvin:atomic
//calvin:modifies s.count
func (s *Store) TwoSteps() {
	s.mu.Lock()
	n := s.count
	s.mu.Unlock()
	s.mu.Lock()
	s.count = n + 1
	s.mu.Unlock()
}

func (s *Store) CallsWrongly() { s.Take(-1) }

func (s *Store) Asserts(x int) {
	//calvin:assert x > 0
	s.HitRight()
}

func (s *Store) Sum(amounts []int) int {
	total := 0
	for i := 0; i <= len(amounts); i++ {
		total += amounts[i]
	}
	return total
}

func (s *Store) Slice(n int) []int { return make([]int, n) }

func (s *Store) Convert(x any) int { return x.(int) }

func Swap(a, b *Item) { a.price, b.price = b.price, a.price }
