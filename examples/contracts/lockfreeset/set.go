// Package lockfreeset is a set of integers as a sorted linked list without locks, after Harris and Michael, with contracts that
// speak of the keys in it: a node is marked before it is taken out, in the same word that leads to the next one, so that nothing
// can be put in behind it.
package lockfreeset

import (
	"math"
	"sync/atomic"
)

// A link leads from a node to the next one, and says whether the node itself has been removed. It never changes.
type link struct {
	next    *node
	removed bool
}

// A node keeps its link for good once it is removed. It is in the list until then, and a little longer, while nobody has unlinked
// it. As long as it is, it is the node at its key, which is in the set unless the node is removed, the next one is in the list too,
// and neither set nor list has anything between the two keys.
//
//calvin:invariant  !link.removed ==> set.at[key] == this
//calvin:invariant  set.at[key] == this ==> (key == -1<<63 || has(set.keys, key) == !link.removed) && (link.next == nil || set.at[link.next.key] == link.next) && forall k int :: key < k && (link.next == nil || k < link.next.key) ==> set.at[k] == nil && !has(set.keys, k)
//calvin:transition link != nil && (link.next != nil ==> key < link.next.key && link.next.set == set)
//calvin:transition old(link != nil && link.removed) ==> link == old(link) && link.removed
type node struct {
	set  *Set
	key  int
	link atomic.Pointer[link]
}

// A Set begins with a sentinel whose key is less than all others.
//
//calvin:ghost      keys set[int]
//calvin:ghost      at   mmap[int, *node]
//calvin:transition head != nil && head.set == this && head.key == -1<<63
type Set struct{ head *node }

// New returns an empty set.
//
//calvin:atomic
//calvin:ensures local(result) && result.keys == set[int]{}
func New() *Set {
	s := &Set{}
	s.head = &node{set: s, key: math.MinInt}
	s.head.link.Store(&link{})
	//calvin:set s.at[-1<<63] = s.head
	return s
}

// search returns a node whose key is less than the given one: when it came by, the last one, or the last one before a node that is
// removed.
//
//calvin:requires -1<<63 < key
//calvin:performs Found
//calvin:action   Found
//calvin:ensures  before != nil && before.set == s && before.key < key
func (s *Set) search(key int) (before *node) {
	before = s.head
	//calvin:invariant before != nil && before.set == s && before.key < key
	for {
		next := before.link.Load().next
		if next == nil || next.key >= key || next.link.Load().removed {
			return before
		}
		before = next
	}
}

// find returns the last node whose key is less than the given one, and its link as it was then, which did not call the node
// removed. If it comes by a node that is removed, it tries to unlink that instead, and reports false, as it does if the list has
// changed where it looks: who wants to know has to look again.
//
//calvin:requires -1<<63 < key
//calvin:performs Unlinked [] Found
//calvin:action   Unlinked
//calvin:modifies s.at, node[*].link
//calvin:ensures  !ok
//calvin:action   Found
//calvin:ensures  ok && before != nil && before.set == s && before.key < key && at != nil && !at.removed
//calvin:ensures  at.next != nil ==> at.next.set == s && key <= at.next.key
//calvin:ensures  has(s.keys, key) == (at.next != nil && at.next.key == key)
func (s *Set) find(key int) (before *node, at *link, ok bool) {
	before = s.search(key)
	at = before.link.Load()
	if at.removed {
		return before, at, false
	}
	next := at.next
	if next == nil || next.key > key { // key was not there when before's link was read
		return before, at, true
	}
	if next.link.Load().removed {
		s.unlink(before, at, next)
		return before, at, false
	}
	return before, at, next.key == key // if so, key was there when its node's link was read
}

// unlink takes a node that is removed out of the list, unless the one before it has another link by now.
//
//calvin:requires before.set == s && !at.removed && at.next == gone && gone.set == s && before.key < gone.key
//calvin:requires gone.link.removed
//calvin:performs Unlinked
//calvin:action   Unlinked
//calvin:modifies s.at, before.link
func (s *Set) unlink(before *node, at *link, gone *node) {
	if !before.link.CompareAndSwap(at, &link{next: gone.link.Load().next}) {
		return
	}
	//calvin:set s.at[gone.key] = nil
}

// Add puts key in, and reports whether it was not there. Before, it may unlink nodes that are removed.
//
//calvin:requires -1<<63 < key
//calvin:performs Unlinked* ; Added
//calvin:action   Unlinked
//calvin:modifies s.at, node[*].link
//calvin:action   Added
//calvin:modifies s.keys, s.at, node[*].link
//calvin:ensures  result == !has(old(s.keys), key) && s.keys == old(s.keys) + set[int]{key}
func (s *Set) Add(key int) bool {
	for {
		if added, done := s.put(key); done {
			return added
		}
	}
}

// put tries to put key in. It reports whether it did, and whether that is the last word.
//
//calvin:requires -1<<63 < key
//calvin:atomic
//calvin:modifies s.keys, s.at, node[*].link
//calvin:ensures  !done ==> s.keys == old(s.keys)
//calvin:ensures  done ==> added == !has(old(s.keys), key) && s.keys == old(s.keys) + set[int]{key}
func (s *Set) put(key int) (added, done bool) {
	before, at, ok := s.find(key)
	if !ok || at.next != nil && at.next.key == key {
		return false, ok
	}
	added = s.insert(before, at, key)
	return added, added
}

// insert puts key in behind before, unless that has another link by now. It reports whether it did.
//
//calvin:requires before.set == s && before.key < key && !at.removed
//calvin:requires at.next != nil ==> at.next.set == s && key < at.next.key
//calvin:atomic
//calvin:modifies s.keys, s.at, before.link
//calvin:ensures  !result ==> s.keys == old(s.keys)
//calvin:ensures  result ==> !has(old(s.keys), key) && s.keys == old(s.keys) + set[int]{key}
func (s *Set) insert(before *node, at *link, key int) bool {
	n := &node{set: s, key: key}
	n.link.Store(at)
	if !before.link.CompareAndSwap(at, &link{next: n}) {
		return false
	}
	//calvin:set s.keys = s.keys + set[int]{key}
	//calvin:set s.at[key] = n
	return true
}

// Remove takes key out, and reports whether it was there. Before, it may unlink nodes that are removed; the one that held key is left
// to whoever comes by next.
//
//calvin:requires -1<<63 < key
//calvin:performs Unlinked* ; Removed
//calvin:action   Unlinked
//calvin:modifies s.at, node[*].link
//calvin:action   Removed
//calvin:modifies s.keys, s.at, node[*].link
//calvin:ensures  result == has(old(s.keys), key) && s.keys == old(s.keys) - set[int]{key}
func (s *Set) Remove(key int) bool {
	for {
		if removed, done := s.take(key); done {
			return removed
		}
	}
}

// take tries to take key out. It reports whether it did, and whether that is the last word.
//
//calvin:requires -1<<63 < key
//calvin:atomic
//calvin:modifies s.keys, s.at, node[*].link
//calvin:ensures  !done ==> s.keys == old(s.keys)
//calvin:ensures  done ==> removed == has(old(s.keys), key) && s.keys == old(s.keys) - set[int]{key}
func (s *Set) take(key int) (removed, done bool) {
	_, at, ok := s.find(key)
	if !ok {
		return false, false
	}
	gone := at.next
	if gone == nil || gone.key != key {
		return false, true
	}
	removed = s.mark(gone)
	return removed, removed
}

// mark removes a node, unless it has been removed or gets another link just then. It reports whether it did.
//
//calvin:requires gone.set == s && -1<<63 < gone.key
//calvin:atomic
//calvin:modifies s.keys, gone.link
//calvin:ensures  !result ==> s.keys == old(s.keys)
//calvin:ensures  result ==> gone.link.removed && has(old(s.keys), gone.key) && s.keys == old(s.keys) - set[int]{gone.key}
func (s *Set) mark(gone *node) bool {
	was := gone.link.Load()
	if was.removed {
		return false
	}
	if !gone.link.CompareAndSwap(was, &link{next: was.next, removed: true}) {
		return false
	}
	//calvin:set s.keys = s.keys - set[int]{gone.key}
	return true
}

// Contains reports whether key is in the set. Before, it may unlink nodes that are removed.
//
//calvin:requires -1<<63 < key
//calvin:performs Unlinked* ; Looked
//calvin:action   Unlinked
//calvin:modifies s.at, node[*].link
//calvin:action   Looked
//calvin:ensures  result == has(s.keys, key)
func (s *Set) Contains(key int) bool {
	for {
		if _, at, ok := s.find(key); ok {
			return at.next != nil && at.next.key == key
		}
	}
}
