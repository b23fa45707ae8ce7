// Package treiber is R. K. Treiber's stack, which has no locks.
package treiber

import "sync/atomic"

// A node never changes once it is in a stack.
type node struct {
	value int
	next  *node
}

// A Stack grows without bound. The zero value is empty.
type Stack struct{ head atomic.Pointer[node] }

// Push puts v on top.
//
//calvin:atomic
//calvin:modifies s.head
//calvin:ensures  s.head != nil && s.head.value == v && s.head.next == old(s.head)
func (s *Stack) Push(v int) {
	n := &node{value: v}
	for {
		n.next = s.head.Load()
		if s.head.CompareAndSwap(n.next, n) {
			return
		}
	}
}

// Pop takes the top off; it reports false if there is none.
//
//calvin:performs Empty [] Popped
//calvin:action   Empty
//calvin:ensures  s.head == nil && !ok
//calvin:action   Popped
//calvin:modifies s.head
//calvin:ensures  old(s.head) != nil && s.head == old(s.head).next && v == old(s.head).value && ok
func (s *Stack) Pop() (v int, ok bool) {
	for {
		top := s.head.Load()
		if top == nil {
			return 0, false
		}
		if s.head.CompareAndSwap(top, top.next) {
			return top.value, true
		}
	}
}
