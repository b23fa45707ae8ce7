// Package history is a bounded stack under one lock. What it holds, in order, is a ghost sequence: the contracts say
// nothing of how it is stored.
package history

import "sync"

const size = 8

// A Stack holds at most size numbers. The zero value is empty.
//
//calvin:ghost items seq[int] guarded_by mu
//calvin:invariant 0 <= n && n <= size && len(items) == n
//calvin:invariant forall i int :: 0 <= i && i < n ==> buf[i] == items[i]
type Stack struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	buf [size]int
	//calvin:guarded_by mu
	n int
}

// Push puts x on top and reports whether there was room.
//
//calvin:performs Full [] Pushed
//calvin:action   Full
//calvin:when     s.mu == free
//calvin:ensures  !result && len(s.items) == size
//calvin:action   Pushed
//calvin:when     s.mu == free
//calvin:modifies s.items, s.buf, s.n
//calvin:ensures  result && s.items == old(s.items) + seq[int]{x}
func (s *Stack) Push(x int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.n == size {
		return false
	}
	s.buf[s.n] = x
	s.n++
	//calvin:set s.items = s.items + seq[int]{x}
	return true
}

// Pop takes what is on top.
//
//calvin:performs Empty [] Popped
//calvin:action   Empty
//calvin:when     s.mu == free
//calvin:ensures  !result.1 && s.items == seq[int]{}
//calvin:action   Popped
//calvin:when     s.mu == free
//calvin:modifies s.items, s.n
//calvin:ensures  result.1 && old(s.items) == s.items + seq[int]{result.0}
func (s *Stack) Pop() (int, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.n == 0 {
		return 0, false
	}
	s.n--
	//calvin:set s.items = s.items[:s.n]
	return s.buf[s.n], true
}

// Top returns what is on top and leaves it there.
//
//calvin:performs Empty [] Seen
//calvin:action   Empty
//calvin:when     s.mu == free
//calvin:ensures  !result.1 && len(s.items) == 0
//calvin:action   Seen
//calvin:when     s.mu == free
//calvin:ensures  result.1 && len(s.items) > 0 && result.0 == s.items[len(s.items)-1]
func (s *Stack) Top() (int, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.n == 0 {
		return 0, false
	}
	return s.buf[s.n-1], true
}

// Clear drops everything.
//
//calvin:atomic
//calvin:when     s.mu == free
//calvin:modifies s.items, s.n
//calvin:ensures  s.items == seq[int]{}
func (s *Stack) Clear() {
	s.mu.Lock()
	s.n = 0
	//calvin:set s.items = seq[int]{}
	s.mu.Unlock()
}

// New returns a stack that holds x.
//
//calvin:atomic
//calvin:ensures local(result) && result.items == seq[int]{x}
func New(x int) *Stack {
	s := &Stack{n: 1}
	s.buf[0] = x
	//calvin:set s.items = seq[int]{x}
	return s
}
