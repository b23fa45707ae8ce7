// Package fineset is a set of integers as a sorted linked list with a lock in every node, locked hand over hand, with contracts
// that speak of the keys in it.
package fineset

import (
	"math"
	"sync"
)

// A node's link is guarded by its own lock, and so is which set it is in, if any. As long as it is in one, it is the last node
// that was put in at its key, which is one of the set's keys, and there is none between that and the key of the next node.
//
//calvin:ghost     in *Set guarded_by mu
//calvin:invariant in != nil && key < 1<<63-1 ==> next != nil && key < next.key && next.in == in
//calvin:invariant in != nil ==> in.at[key] == this && (-1<<63 < key && key < 1<<63-1 ==> has(in.keys, key))
//calvin:invariant in != nil && key < 1<<63-1 ==> forall k int :: key < k && k < next.key ==> !has(in.keys, k)
type node struct {
	key int
	mu  sync.Mutex
	//calvin:guarded_by mu
	next *node
}

// A Set holds keys in increasing order, between a sentinel that is less than all and one that is greater.
//
//calvin:ghost keys set[int]
//calvin:ghost at   mmap[int, *node]
//calvin:invariant head != nil && head.key == -1<<63 && head.in == this
type Set struct{ head *node }

// New returns an empty set.
//
//calvin:atomic
//calvin:ensures local(result) && result.keys == set[int]{}
func New() *Set {
	s := &Set{}
	tail := &node{key: math.MaxInt}
	head := &node{key: math.MinInt, next: tail}
	s.head = head
	//calvin:set s.at[-1<<63] = head
	//calvin:set s.at[1<<63-1] = tail
	//calvin:set head.in = s
	//calvin:set tail.in = s
	return s
}

// find returns the last node whose key is less than the given one, with its lock held.
//
//calvin:requires -1<<63 < key && key < 1<<63-1
//calvin:performs Walked* ; Found
//calvin:action   Walked
//calvin:modifies node[*].mu
//calvin:action   Found
//calvin:modifies node[*].mu
//calvin:ensures  result != nil && result.mu == tid && result.next.mu != tid
//calvin:ensures  result.in == s && result.key < key && result.next.key >= key
func (s *Set) find(key int) *node {
	at := s.head
	at.mu.Lock()
	//calvin:invariant at != nil && at.mu == tid && at.in == s && at.key < key
	//calvin:invariant forall n *node :: n.mu == tid ==> n == at
	for at.next.key < key {
		next := at.next
		next.mu.Lock()
		at.mu.Unlock()
		at = next
	}
	return at
}

// Add puts key in, and reports whether it was not there. On its way it takes locks of nodes and gives them back.
//
//calvin:requires -1<<63 < key && key < 1<<63-1
//calvin:performs Walked* ; Added
//calvin:action   Walked
//calvin:modifies node[*].mu
//calvin:action   Added
//calvin:modifies node[*].mu, s.keys, s.at, node[*].next
//calvin:ensures  result == !has(old(s.keys), key) && s.keys == old(s.keys) + set[int]{key}
func (s *Set) Add(key int) bool {
	before := s.find(key)
	defer before.mu.Unlock()
	if before.next.key == key {
		return false
	}
	s.insert(before, key)
	return true
}

// insert puts key in behind a node, which is locked.
//
//calvin:requires before.mu == tid
//calvin:requires before.in == s && -1<<63 < key && before.key < key && key < before.next.key && key < 1<<63-1
//calvin:atomic
//calvin:modifies s.keys, s.at, before.next
//calvin:ensures  !has(old(s.keys), key) && s.keys == old(s.keys) + set[int]{key}
func (s *Set) insert(before *node, key int) {
	n := &node{key: key, next: before.next}
	before.next = n
	//calvin:set s.keys = s.keys + set[int]{key}
	//calvin:set s.at[key] = n
	//calvin:set n.in = s
}

// Remove takes key out, and reports whether it was there. On its way it takes locks of nodes and gives them back.
//
//calvin:requires -1<<63 < key && key < 1<<63-1
//calvin:performs Walked* ; Removed
//calvin:action   Walked
//calvin:modifies node[*].mu
//calvin:action   Removed
//calvin:modifies node[*].mu, s.keys, node[*].next, node[*].in
//calvin:ensures  result == has(old(s.keys), key) && s.keys == old(s.keys) - set[int]{key}
func (s *Set) Remove(key int) bool {
	before := s.find(key)
	defer before.mu.Unlock()
	gone := before.next
	if gone.key != key {
		return false
	}
	gone.mu.Lock()
	defer gone.mu.Unlock()
	before.next = gone.next
	//calvin:set s.keys = s.keys - set[int]{key}
	//calvin:set gone.in = nil
	return true
}

// Contains reports whether key is in the set. On its way it takes locks of nodes and gives them back.
//
//calvin:requires -1<<63 < key && key < 1<<63-1
//calvin:performs Walked* ; Looked
//calvin:action   Walked
//calvin:modifies node[*].mu
//calvin:action   Looked
//calvin:modifies node[*].mu
//calvin:ensures  result == has(s.keys, key)
func (s *Set) Contains(key int) bool {
	before := s.find(key)
	defer before.mu.Unlock()
	return before.next.key == key
}
