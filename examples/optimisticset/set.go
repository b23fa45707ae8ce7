// Package optimisticset is a set of integers as a sorted linked list: it is searched without locks, then the two nodes
// at hand are locked and looked at again.
package optimisticset

import (
	"sync"
	"sync/atomic"
)

// A node's link is read at any time, and written by who holds its lock. Keys increase along the list.
//
//calvin:invariant next != nil ==> key < next.key
type node struct {
	key int
	mu  sync.Mutex
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

// reaches reports whether before is in the list with at next to it.
func (s *Set) reaches(before, at *node) bool {
	for n := s.head; n != nil && n.key <= before.key; n = n.next.Load() {
		if n == before {
			return before.next.Load() == at
		}
	}
	return false
}

// locked returns the nodes between which key belongs, the first of them locked.
//
//calvin:requires key > -1<<63
func (s *Set) locked(key int) (before, at *node) {
	for {
		before, at = s.search(key)
		before.mu.Lock()
		if s.reaches(before, at) {
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
	before.next.Store(at.next.Load())
	at.mu.Unlock()
	return true
}

// Contains reports whether key is in the set.
//
//calvin:requires key > -1<<63
func (s *Set) Contains(key int) bool {
	before, at := s.locked(key)
	before.mu.Unlock()
	return at != nil && at.key == key
}
