// Package coarseset is a set of integers as a sorted linked list under one lock.
package coarseset

import "sync"

// A node is guarded by the lock of the set that it belongs to. It is in the list if it is the head or the node at its
// key, and then there is nothing in the set between its key and the next one.
//
//calvin:invariant set != nil
//calvin:invariant this == set.head || set.at[key] == this ==> next == nil || set.at[next.key] == next
//calvin:invariant this == set.head || set.at[key] == this ==> forall k int :: key < k && (next == nil || k < next.key) ==> !has(set.keys, k)
//calvin:invariant this != set.head && set.at[key] == this ==> has(set.keys, key) && key > -1<<63
//calvin:transition next != nil ==> key < next.key && next.set == set
type node struct {
	set *Set
	key int
	//calvin:guarded_by set.mu
	next *node
}

// A Set holds keys in increasing order, after a sentinel that is less than all.
//
//calvin:ghost keys set[int]         guarded_by mu
//calvin:ghost at   mmap[int, *node] guarded_by mu
//calvin:transition head != nil && head.set == this && head.key == -1<<63
type Set struct {
	mu sync.Mutex
	//calvin:immutable
	head *node
}

// New returns an empty set.
//
//calvin:atomic
//calvin:ensures local(result) && result.keys == set[int]{}
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
//calvin:ensures  result == s.head || s.at[result.key] == result
//calvin:ensures  result.next == nil || result.next.key >= key
func (s *Set) find(key int) *node {
	at := s.head
	//calvin:invariant at != nil && at.set == s && at.key < key
	//calvin:invariant at == s.head || s.at[at.key] == at
	for at.next != nil && at.next.key < key {
		at = at.next
	}
	return at
}

// Add puts key in, and reports whether it was not there.
//
//calvin:requires key > -1<<63
//calvin:performs Present [] Added
//calvin:action   Present
//calvin:when     s.mu == free
//calvin:ensures  !result && has(s.keys, key)
//calvin:action   Added
//calvin:when     s.mu == free
//calvin:modifies s.keys, s.at, node[*].next
//calvin:ensures  result && !has(old(s.keys), key) && s.keys == old(s.keys) + set[int]{key}
func (s *Set) Add(key int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.find(key)
	if before.next != nil && before.next.key == key {
		return false
	}
	n := &node{set: s, key: key, next: before.next}
	before.next = n
	//calvin:set s.keys = s.keys + set[int]{key}
	//calvin:set s.at[key] = n
	return true
}

// Remove takes key out, and reports whether it was there.
//
//calvin:requires key > -1<<63
//calvin:performs Absent [] Removed
//calvin:action   Absent
//calvin:when     s.mu == free
//calvin:ensures  !result && !has(s.keys, key)
//calvin:action   Removed
//calvin:when     s.mu == free
//calvin:modifies s.keys, s.at, node[*].next
//calvin:ensures  result && has(old(s.keys), key) && s.keys == old(s.keys) - set[int]{key}
func (s *Set) Remove(key int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.find(key)
	gone := before.next
	if gone == nil || gone.key != key {
		return false
	}
	before.next = gone.next
	//calvin:set s.keys = s.keys - set[int]{key}
	//calvin:set s.at = s.at - set[int]{key}
	return true
}

// Contains reports whether key is in the set.
//
//calvin:requires key > -1<<63
//calvin:atomic
//calvin:when     s.mu == free
//calvin:ensures  result == has(s.keys, key)
func (s *Set) Contains(key int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := s.find(key).next
	return at != nil && at.key == key
}
