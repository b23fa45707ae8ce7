// Package coarsestack is a stack of integers under one lock.
package coarsestack

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
//calvin:ensures  len(s.items) == len(old(s.items))+1 && s.items[len(old(s.items))] == v
//calvin:ensures  forall i int :: 0 <= i && i < len(old(s.items)) ==> s.items[i] == old(s.items[i])
func (s *Stack) Push(v int) {
	s.mu.Lock()
	s.items = append(s.items, v)
	s.mu.Unlock()
}

// Pop takes the top off; it reports false if there is none.
//
//calvin:performs Empty [] Popped
//calvin:action   Empty
//calvin:when     s.mu == free
//calvin:ensures  len(s.items) == 0 && !ok
//calvin:action   Popped
//calvin:when     s.mu == free
//calvin:modifies s.items
//calvin:ensures  ok && len(s.items) == len(old(s.items))-1 && v == old(s.items[len(s.items)-1])
//calvin:ensures  forall i int :: 0 <= i && i < len(s.items) ==> s.items[i] == old(s.items[i])
func (s *Stack) Pop() (v int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	top := len(s.items) - 1
	if top < 0 {
		return 0, false
	}
	v = s.items[top]
	s.items = s.items[:top]
	return v, true
}

// Len returns how many items there are.
//
//calvin:atomic
//calvin:when    s.mu == free
//calvin:ensures result == len(s.items)
func (s *Stack) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.items)
}
