// Package lockfreeset is a set of integers as a sorted linked list without locks, after Harris and Michael: a node is marked
// before it is taken out, in the same word that leads to the next one, so that nothing can be put in behind it.
package lockfreeset

import "sync/atomic"

// A link leads from a node to the next one, and says whether the node itself has been removed. It never changes.
type link struct {
	next    *node
	removed bool
}

// A node keeps its link for good once it is removed. Keys increase along the list.
//
//calvin:transition link != nil && (link.next != nil ==> key < link.next.key)
//calvin:transition old(link != nil && link.removed) ==> link == old(link) && link.removed
type node struct {
	key  int
	link atomic.Pointer[link]
}

// A Set begins with a sentinel whose key is less than all others.
//
//calvin:transition head != nil && head.key == -1<<63
type Set struct{ head *node }

// New returns an empty set.
func New() *Set {
	head := &node{key: -1 << 63}
	head.link.Store(&link{})
	return &Set{head: head}
}

// find returns the last node whose key is less than the given one, and its link as it was then, which did not call the node
// removed. If it comes by a node that is removed, it tries to unlink that instead, and reports false: who wants to know has to
// look again.
//
//calvin:requires key > -1<<63
//calvin:performs Unlinked [] Found
//calvin:action   Unlinked
//calvin:modifies node[*].link
//calvin:ensures  !ok
//calvin:action   Found
//calvin:ensures  ok && before != nil && before.key < key && at != nil && !at.removed && (at.next != nil ==> key <= at.next.key)
func (s *Set) find(key int) (before *node, at *link, ok bool) {
	n := s.head
	//calvin:invariant n != nil && n.key < key
	for {
		to := n.link.Load()
		if to.removed {
			return n, to, false
		}
		next := to.next
		if next == nil || next.key > key {
			return n, to, true
		}
		if past := next.link.Load(); past.removed {
			n.link.CompareAndSwap(to, &link{next: past.next})
			return n, to, false
		}
		if next.key == key {
			return n, to, true
		}
		n = next
	}
}

// put tries to put key in. It reports whether it did, and whether that is the last word.
//
//calvin:requires key > -1<<63
//calvin:performs Put
//calvin:action   Put
//calvin:modifies node[*].link
func (s *Set) put(key int) (added, done bool) {
	before, at, ok := s.find(key)
	if !ok || at.next != nil && at.next.key == key {
		return false, ok
	}
	n := &node{key: key}
	n.link.Store(at)
	added = before.link.CompareAndSwap(at, &link{next: n})
	return added, added
}

// Add puts key in, and reports whether it was not there.
//
//calvin:requires key > -1<<63
func (s *Set) Add(key int) bool {
	for {
		if added, done := s.put(key); done {
			return added
		}
	}
}

// Remove takes key out, and reports whether it was there. What it marks is unlinked by whoever comes by next.
//
//calvin:requires key > -1<<63
func (s *Set) Remove(key int) bool {
	for {
		_, at, ok := s.find(key)
		if !ok {
			continue
		}
		gone := at.next
		if gone == nil || gone.key != key {
			return false
		}
		was := gone.link.Load()
		if !was.removed && gone.link.CompareAndSwap(was, &link{next: was.next, removed: true}) {
			return true
		}
	}
}

// Contains reports whether key is in the set.
//
//calvin:requires key > -1<<63
func (s *Set) Contains(key int) bool {
	at := s.head
	for at != nil && at.key < key {
		at = at.link.Load().next
	}
	return at != nil && at.key == key && !at.link.Load().removed
}
