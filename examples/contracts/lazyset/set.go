// Package lazyset is a set of integers as a sorted linked list after Heller and others, with contracts that speak of the keys in
// it: nodes are marked before they are taken out, so that Contains needs no lock.
package lazyset

import (
	"math"
	"sync"
	"sync/atomic"
)

// A node's link and mark are read at any time, and written by who holds its lock. A node is in the list until it is marked, and
// a little longer, while somebody holds the lock of the one before it. As long as it is, it is the node at its key, which is in
// the set unless the node is marked, and neither set nor list has anything between its key and the next one.
//
//calvin:ghost      in bool guarded_by mu
//calvin:invariant  set != nil && (key < 1<<63-1 ==> next != nil && key < next.key && next.set == set)
//calvin:invariant  !marked ==> in
//calvin:invariant  in && key < 1<<63-1 ==> next.in && (next.marked ==> !marked && mu != free) && (-1<<63 < key ==> has(set.keys, key) == !marked)
//calvin:invariant  in ==> set.at[key] == this && forall k int :: next != nil && key < k && k < next.key ==> set.at[k] == nil && !has(set.keys, k)
type node struct {
	set *Set
	key int
	mu  sync.Mutex
	//calvin:writable_if mu == tid
	marked atomic.Bool
	//calvin:writable_if mu == tid
	next atomic.Pointer[node]
}

// A Set holds keys in increasing order, between a sentinel that is less than all and one that is greater.
//
//calvin:ghost keys set[int]
//calvin:ghost at   mmap[int, *node]
//calvin:transition head != nil && head.set == this && head.key == -1<<63
type Set struct{ head *node }

// New returns an empty set.
//
//calvin:atomic
//calvin:ensures local(result) && result.keys == set[int]{}
func New() *Set {
	s := &Set{}
	head, tail := &node{set: s, key: math.MinInt}, &node{set: s, key: math.MaxInt}
	head.next.Store(tail)
	s.head = head
	//calvin:set s.at[-1<<63] = head
	//calvin:set head.in = true
	//calvin:set tail.in = true
	//calvin:set s.at[1<<63-1] = tail
	return s
}

// search returns the nodes between which key belongs, as they were when it came by.
//
//calvin:requires -1<<63 < key && key < 1<<63-1
//calvin:performs Found
//calvin:action   Found
//calvin:ensures  before != nil && before.set == s && before.key < key && at != nil && at.set == s && at.key >= key
func (s *Set) search(key int) (before, at *node) {
	before = s.head
	at = before.next.Load()
	//calvin:invariant before != nil && before.set == s && before.key < key && at != nil && at.set == s
	for at.key < key {
		before, at = at, at.next.Load()
	}
	return before, at
}

// locked returns the nodes between which key belongs, the first of them locked.
//
//calvin:requires -1<<63 < key && key < 1<<63-1
//calvin:performs Found
//calvin:action   Found
//calvin:when     before.mu == free
//calvin:modifies before.mu
//calvin:ensures  before != nil && before.mu == tid && !before.marked && before.next == at && before.set == s && before.key < key
//calvin:ensures  at != nil && at.key >= key
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
//calvin:requires -1<<63 < key && key < 1<<63-1
//calvin:performs Added
//calvin:action   Added
//calvin:modifies s.keys, s.at, node[*].next
//calvin:ensures  result == !has(old(s.keys), key) && s.keys == old(s.keys) + set[int]{key}
func (s *Set) Add(key int) bool {
	before, at := s.locked(key)
	defer before.mu.Unlock()
	if at.key == key {
		return false
	}
	//calvin:assert s.at[before.key] == before
	n := &node{set: s, key: key}
	n.next.Store(at)
	before.next.Store(n)
	//calvin:set s.keys = s.keys + set[int]{key}
	//calvin:set s.at[key] = n
	//calvin:set n.in = true
	return true
}

// Remove takes key out, and reports whether it was there. The node that held it is unlinked in a step of its own, which does not
// change what is in the set.
//
//calvin:requires -1<<63 < key && key < 1<<63-1
//calvin:performs Removed ; (skip [] Unlinked)
//calvin:action   Removed
//calvin:modifies s.keys, node[*].mu, node[*].marked
//calvin:ensures  result == has(old(s.keys), key) && s.keys == old(s.keys) - set[int]{key}
//calvin:action   Unlinked
//calvin:modifies s.at, node[*].mu, node[*].next, node[*].in
func (s *Set) Remove(key int) bool {
	before, at := s.locked(key)
	defer before.mu.Unlock()
	if at.key != key {
		return false
	}
	at.mu.Lock()
	defer at.mu.Unlock()
	//calvin:assert s.at[before.key] == before
	at.marked.Store(true)
	//calvin:set s.keys = s.keys - set[int]{key}
	before.next.Store(at.next.Load())
	//calvin:set s.at[key] = nil
	//calvin:set at.in = false
	return true
}

// Contains reports whether key is in the set. If it says so, the key was there in its last step. That it was not there at some
// moment if it says the other thing is true, but not said here: that moment may be somebody else's step.
//
//calvin:requires -1<<63 < key && key < 1<<63-1
//calvin:performs Looked
//calvin:action   Looked
//calvin:ensures  result ==> has(s.keys, key)
func (s *Set) Contains(key int) bool {
	_, at := s.search(key)
	return at.key == key && !at.marked.Load()
}
