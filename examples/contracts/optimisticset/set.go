// Package optimisticset is a set of integers as a sorted linked list, with contracts that speak of the keys in it: the list is
// searched without locks, then the nodes at hand are locked and the list is looked at again.
package optimisticset

import (
	"math"
	"sync"
	"sync/atomic"
)

// A node's link is read at any time, and written by who holds its lock. As long as it has not left the list, it is the last node
// that was put in at its key, which is one of the set's keys, and there is none between that and the key of the next node. Nodes
// that have left say after how many removals, and have only nodes behind them that left later, or have not: so who comes by a
// node that is locked knows that it had not left before.
//
//calvin:ghost      left integer guarded_by mu
//calvin:invariant  left <= set.removals && (key < 1<<63-1 ==> next != nil && key < next.key && next.set == set && (left != 0 ==> next.left == 0 || left < next.left))
//calvin:invariant  left == 0 ==> set.at[key] == this && (key < 1<<63-1 ==> next.left == 0 && (-1<<63 < key ==> has(set.keys, key))) && forall k int :: next != nil && key < k && k < next.key ==> !has(set.keys, k)
//calvin:transition old(set.removals) <= set.removals && (left == old(left) || left > old(set.removals))
type node struct {
	set *Set
	key int
	mu  sync.Mutex
	//calvin:writable_if mu == tid
	next atomic.Pointer[node]
}

// A Set holds keys in increasing order, between a sentinel that is less than all and one that is greater.
//
//calvin:ghost keys     set[int]
//calvin:ghost at       mmap[int, *node]
//calvin:ghost removals integer
//calvin:invariant  head != nil && head.set == this && head.key == -1<<63 && head.left == 0
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

// reaches reports whether a node, which is locked, is in the list with at next to it: nothing is said if it is not.
//
//calvin:requires before.mu == tid
//calvin:requires before.set == s && before.key < 1<<63-1
//calvin:performs Found
//calvin:action   Found
//calvin:ensures  result ==> before.left == 0 && before.next == at
func (s *Set) reaches(before, at *node) bool {
	n := s.head
	//calvin:invariant n != nil && n.set == s && (n.left == 0 || before.left == 0 || n.left > before.left)
	for n.key < before.key {
		n = n.next.Load()
	}
	return n == before && before.next.Load() == at
}

// locked returns the nodes between which key belongs, the first of them locked.
//
//calvin:requires -1<<63 < key && key < 1<<63-1
//calvin:performs Tried* ; Found
//calvin:action   Tried
//calvin:modifies node[*].mu
//calvin:action   Found
//calvin:when     before.mu == free || before.mu == tid
//calvin:modifies before.mu
//calvin:ensures  before != nil && before.mu == tid && before.left == 0 && before.next == at && before.set == s && before.key < key
//calvin:ensures  at != nil && at.set == s && at.mu != tid && at.key >= key
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

// Add puts key in, and reports whether it was not there. Before, it may take locks of nodes and give them back.
//
//calvin:requires -1<<63 < key && key < 1<<63-1
//calvin:performs Tried* ; Added
//calvin:action   Tried
//calvin:modifies node[*].mu
//calvin:action   Added
//calvin:modifies node[*].mu, s.keys, s.at, node[*].next
//calvin:ensures  result == !has(old(s.keys), key) && s.keys == old(s.keys) + set[int]{key}
func (s *Set) Add(key int) bool {
	before, at := s.locked(key)
	defer before.mu.Unlock()
	return s.insert(before, at, key)
}

// insert puts key in between two neighbours, the first of which is locked, unless it is the key of the second.
//
//calvin:requires before.mu == tid && before.left == 0 && before.next == at && before.set == s && at.set == s
//calvin:requires -1<<63 < key && key < 1<<63-1 && before.key < key && key <= at.key
//calvin:atomic
//calvin:modifies s.keys, s.at, before.next
//calvin:ensures  result == !has(old(s.keys), key) && s.keys == old(s.keys) + set[int]{key}
func (s *Set) insert(before, at *node, key int) bool {
	if at.key == key {
		return false
	}
	n := &node{set: s, key: key}
	n.next.Store(at)
	//calvin:assert has(s.keys, before.key) || before.key == -1<<63
	before.next.Store(n)
	//calvin:set s.keys = s.keys + set[int]{key}
	//calvin:set s.at[key] = n
	return true
}

// Remove takes key out, and reports whether it was there. Before, it may take locks of nodes and give them back.
//
//calvin:requires -1<<63 < key && key < 1<<63-1
//calvin:performs Tried* ; Removed
//calvin:action   Tried
//calvin:modifies node[*].mu
//calvin:action   Removed
//calvin:modifies node[*].mu, s.keys, s.removals, node[*].next, node[*].left
//calvin:ensures  result == has(old(s.keys), key) && s.keys == old(s.keys) - set[int]{key}
func (s *Set) Remove(key int) bool {
	before, at := s.locked(key)
	defer before.mu.Unlock()
	return s.unlink(before, at, key)
}

// unlink takes out the second of two neighbours, of which the first is locked, if its key is the given one.
//
//calvin:requires before.mu == tid && at.mu != tid && before.left == 0 && before.next == at && before.set == s && at.set == s
//calvin:requires -1<<63 < key && key < 1<<63-1 && before.key < key && key <= at.key
//calvin:atomic
//calvin:when     at.key == key ==> at.mu == free
//calvin:modifies s.keys, s.removals, before.next, at.left
//calvin:ensures  result == has(old(s.keys), key) && s.keys == old(s.keys) - set[int]{key}
func (s *Set) unlink(before, at *node, key int) bool {
	if at.key != key {
		return false
	}
	at.mu.Lock()
	defer at.mu.Unlock()
	//calvin:assert has(s.keys, before.key) || before.key == -1<<63
	before.next.Store(at.next.Load())
	//calvin:set s.keys = s.keys - set[int]{at.key}
	//calvin:set s.removals = s.removals + 1
	//calvin:set at.left = s.removals
	return true
}

// Contains reports whether key is in the set. Before, it may take locks of nodes and give them back.
//
//calvin:requires -1<<63 < key && key < 1<<63-1
//calvin:performs Tried* ; Looked
//calvin:action   Tried
//calvin:modifies node[*].mu
//calvin:action   Looked
//calvin:modifies node[*].mu
//calvin:ensures  result == has(s.keys, key)
func (s *Set) Contains(key int) bool {
	before, at := s.locked(key)
	before.mu.Unlock()
	return at.key == key
}
