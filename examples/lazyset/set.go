// Package lazyset is a set of integers as a sorted linked list after Heller and others: nodes are marked before they are
// taken out, so that Contains needs no lock.
package lazyset

import (
	"sync"
	"sync/atomic"
)

// A node's link and mark are read at any time, and written by who holds its lock. Keys increase along the list.
//
//calvin:invariant next != nil ==> key < next.key
//calvin:transition old(marked) ==> marked && next == old(next)
type node struct {
	key int
	mu  sync.Mutex
	//calvin:writable_if mu == tid
	marked atomic.Bool
	//calvin:writable_if mu == tid
	next atomic.Pointer[node]
}

// A Set begins with a sentinel whose key is less than all others.
//
//calvin:invariant head != nil && head.key == -1<<63
type Set struct{ head *node }

// New returns an empty set.
func New() *Set { return &Set{head: &node{key: -1 << 63}} }

// search returns the nodes between which key belongs, as they were when it came by.
//
//calvin:requires key > -1<<63
//calvin:performs skip ; Found
//calvin:action   Found
//calvin:ensures  before != nil && before.key < key && (at == nil || at.key >= key)
func (s *Set) search(key int) (before, at *node) {
	before = s.head
	at = before.next.Load()
	//calvin:invariant before != nil && before.key < key
	for at != nil && at.key < key {
		before, at = at, at.next.Load()
	}
	return before, at
}

// locked returns the nodes between which key belongs, both locked and in the list.
//
//calvin:requires key > -1<<63
//calvin:performs skip ; Found
//calvin:action   Found
//calvin:when     before.mu == free
//calvin:modifies before.mu
//calvin:ensures  before != nil && before.mu == tid && !before.marked && before.next == at && before.key < key
//calvin:ensures  at == nil || at.key >= key
func (s *Set) locked(key int) (before, at *node) {
	for {
		before, at = s.search(key)
		before.mu.Lock()
		if !before.marked.Load() && before.next.Load() == at {
			return before, at
		}
		before.mu.Unlock()
	}
}

// Add puts key in, and reports whether it was not there.
//
//calvin:requires key > -1<<63
func (s *Set) Add(key int) bool {
	before, at := s.locked(key)
	defer before.mu.Unlock()
	if at != nil && at.key == key {
		return false
	}
	n := &node{key: key}
	n.next.Store(at)
	before.next.Store(n)
	return true
}

// Remove takes key out, and reports whether it was there.
//
//calvin:requires key > -1<<63
func (s *Set) Remove(key int) bool {
	before, at := s.locked(key)
	defer before.mu.Unlock()
	if at == nil || at.key != key {
		return false
	}
	at.mu.Lock()
	at.marked.Store(true)
	before.next.Store(at.next.Load())
	at.mu.Unlock()
	return true
}

// Contains reports whether key is in the set.
//
//calvin:requires key > -1<<63
func (s *Set) Contains(key int) bool {
	_, at := s.search(key)
	return at != nil && at.key == key && !at.marked.Load()
}
