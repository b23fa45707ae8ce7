// Package coarseset is a set of integers as a sorted linked list under one lock.
package coarseset

import "sync"

// A node is guarded by the lock of the set that it belongs to.
//
//calvin:invariant set != nil
//calvin:transition next != nil ==> key < next.key && next.set == set
type node struct {
	set *Set
	key int
	//calvin:guarded_by set.mu
	next *node
}

// A Set holds keys in increasing order, after a sentinel that is less than all.
//
//calvin:transition head != nil && head.set == this && head.key == -1<<63
type Set struct {
	mu sync.Mutex
	//calvin:immutable
	head *node
}

// New returns an empty set.
func New() *Set {
	s := &Set{}
	s.head = &node{set: s, key: -1 << 63}
	return s
}

// find returns the last node whose key is less than the given one.
//
//calvin:requires s.mu == tid
//calvin:requires key > -1<<63
//calvin:atomic
//calvin:ensures  result != nil && result.set == s && result.key < key
//calvin:ensures  result.next == nil || result.next.key >= key
func (s *Set) find(key int) *node {
	at := s.head
	//calvin:invariant at != nil && at.set == s && at.key < key
	for at.next != nil && at.next.key < key {
		at = at.next
	}
	return at
}

// Add puts key in, and reports whether it was not there.
//
//calvin:requires key > -1<<63
func (s *Set) Add(key int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.find(key)
	if before.next != nil && before.next.key == key {
		return false
	}
	before.next = &node{set: s, key: key, next: before.next}
	return true
}

// Remove takes key out, and reports whether it was there.
//
//calvin:requires key > -1<<63
func (s *Set) Remove(key int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.find(key)
	gone := before.next
	if gone == nil || gone.key != key {
		return false
	}
	before.next = gone.next
	return true
}

// Contains reports whether key is in the set.
//
//calvin:requires key > -1<<63
func (s *Set) Contains(key int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := s.find(key).next
	return at != nil && at.key == key
}
