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
//calvin:invariant in != nil && key < 1<<63-1 ==> next != nil && key < next.key && next.in == in && (-1<<63 < key ==> has(in.keys, key))
//calvin:invariant in != nil ==> in.at[key] == this && forall k int :: next != nil && key < k && k < next.key ==> !has(in.keys, k)
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

// find returns the nodes between which key belongs, the first of them locked.
//
//calvin:requires -1<<63 < key && key < 1<<63-1
//calvin:performs Walked* ; Found
//calvin:action   Walked
//calvin:modifies node[*].mu
//calvin:action   Found
//calvin:modifies node[*].mu
//calvin:ensures  before != nil && before.mu == tid && before.in == s && before.key < key
//calvin:ensures  before.next == at && at.mu != tid && at.key >= key
func (s *Set) find(key int) (before, at *node) {
	before = s.head
	before.mu.Lock()
	//calvin:invariant before != nil && before.mu == tid && before.in == s && before.key < key
	//calvin:invariant forall n *node :: n.mu == tid ==> n == before
	for {
		at = before.next
		if at.key >= key {
			return before, at
		}
		at.mu.Lock()
		before.mu.Unlock()
		before = at
	}
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
	before, at := s.find(key)
	defer before.mu.Unlock()
	if at.key == key {
		return false
	}
	s.insert(before, at, key)
	return true
}

// insert puts key in between two neighbours, the first of which is locked.
//
//calvin:requires before.mu == tid
//calvin:requires before.in == s && -1<<63 < key && before.next == at && before.key < key && key < at.key
//calvin:atomic
//calvin:modifies s.keys, s.at, before.next
//calvin:ensures  !has(old(s.keys), key) && s.keys == old(s.keys) + set[int]{key}
func (s *Set) insert(before, at *node, key int) {
	n := &node{key: key, next: at}
	//calvin:assert has(s.keys, before.key) || before.key == -1<<63
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
	before, gone := s.find(key)
	defer before.mu.Unlock()
	if gone.key != key {
		return false
	}
	gone.mu.Lock()
	defer gone.mu.Unlock()
	//calvin:assert has(s.keys, before.key) || before.key == -1<<63
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
	before, at := s.find(key)
	defer before.mu.Unlock()
	return at.key == key
}
