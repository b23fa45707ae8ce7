// Package stack holds stacks of integers that goroutines may share.
package stack

import "sync"

// A Stack grows without bound. The zero value is empty.
type Stack struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	items []int
}

// Push puts v on top.
//
//calvin:atomic
//calvin:when     s.mu == free
//calvin:modifies s.items
//calvin:ensures  len(s.items) == old(len(s.items))+1
//calvin:ensures  s.items[len(s.items)-1] == v
func (s *Stack) Push(v int) {
	s.mu.Lock()
	s.items = append(s.items, v)
	s.mu.Unlock()
}

// Pop takes the top off.
//
//calvin:performs Empty [] Popped
//calvin:action   Empty
//calvin:when     s.mu == free
//calvin:ensures  len(s.items) == 0 && !ok
//calvin:action   Popped
//calvin:when     s.mu == free
//calvin:modifies s.items
//calvin:ensures  len(s.items) == old(len(s.items))-1 && ok
//calvin:ensures  v == old(s.items[len(s.items)-1])
func (s *Stack) Pop() (v int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.items)
	if n == 0 {
		return 0, false
	}
	v = s.items[n-1]
	s.items = s.items[:n-1]
	return v, true
}

// Len returns the number of items.
//
//calvin:atomic
//calvin:when    s.mu == free
//calvin:ensures result == len(s.items)
func (s *Stack) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.items)
}

// A Bounded stack has room for a fixed number of items.
//
//calvin:invariant 0 <= n && n <= len(items)
type Bounded struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:accessible_if[j] mu == tid
	items []int
}

// NewBounded returns an empty stack with room for size items.
//
//calvin:requires 0 <= size && size <= 1<<40
//calvin:atomic
//calvin:ensures  local(result) && result.n == 0 && len(result.items) == size
func NewBounded(size int) *Bounded {
	return &Bounded{items: make([]int, size)}
}

// Push puts v on top if there is room, and reports whether it did.
//
//calvin:performs Full [] Pushed
//calvin:action   Full
//calvin:when     s.mu == free
//calvin:ensures  s.n == len(s.items) && !result
//calvin:action   Pushed
//calvin:when     s.mu == free
//calvin:modifies s.n, s.items[s.n]
//calvin:ensures  s.n == old(s.n)+1 && s.n <= len(s.items) && result
//calvin:ensures  s.items[old(s.n)] == v
func (s *Bounded) Push(v int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.n >= len(s.items) {
		return false
	}
	s.items[s.n] = v
	s.n++
	return true
}

// Pop takes the top off.
//
//calvin:performs Empty [] Popped
//calvin:action   Empty
//calvin:when     s.mu == free
//calvin:ensures  s.n == 0 && !ok
//calvin:action   Popped
//calvin:when     s.mu == free
//calvin:modifies s.n
//calvin:ensures  s.n == old(s.n)-1 && s.n >= 0 && ok
//calvin:ensures  v == s.items[s.n]
func (s *Bounded) Pop() (v int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.n == 0 {
		return 0, false
	}
	s.n--
	return s.items[s.n], true
}
