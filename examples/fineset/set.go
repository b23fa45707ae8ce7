// Package fineset is a set of integers as a sorted linked list with a lock in every node, locked hand over hand.
package fineset

import "sync"

// A node's link is guarded by its own lock. Keys increase along the list.
//
//calvin:invariant next != nil ==> key < next.key
type node struct {
	key int
	mu  sync.Mutex
	//calvin:guarded_by mu
	next *node
}

// A Set begins with a sentinel whose key is less than all others.
//
//calvin:invariant head != nil && head.key == -1<<63
type Set struct{ head *node }

// New returns an empty set.
func New() *Set { return &Set{head: &node{key: -1 << 63}} }

// find returns the last node whose key is less than the given one, with its lock held.
//
//calvin:requires key > -1<<63
func (s *Set) find(key int) *node {
	at := s.head
	at.mu.Lock()
	//calvin:invariant at != nil && at.mu == tid && at.key < key
	//calvin:invariant forall n *node :: n.mu == tid ==> n == at
	for at.next != nil && at.next.key < key {
		next := at.next
		next.mu.Lock()
		at.mu.Unlock()
		at = next
	}
	return at
}

// Add puts key in, and reports whether it was not there.
//
//calvin:requires key > -1<<63
func (s *Set) Add(key int) bool {
	before := s.find(key)
	defer before.mu.Unlock()
	if before.next != nil && before.next.key == key {
		return false
	}
	before.next = &node{key: key, next: before.next}
	return true
}

// Remove takes key out, and reports whether it was there.
//
//calvin:requires key > -1<<63
func (s *Set) Remove(key int) bool {
	before := s.find(key)
	defer before.mu.Unlock()
	gone := before.next
	if gone == nil || gone.key != key {
		return false
	}
	gone.mu.Lock()
	before.next = gone.next
	gone.mu.Unlock()
	return true
}

// Contains reports whether key is in the set.
//
//calvin:requires key > -1<<63
func (s *Set) Contains(key int) bool {
	before := s.find(key)
	defer before.mu.Unlock()
	return before.next != nil && before.next.key == key
}
