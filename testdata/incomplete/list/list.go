// Package list is a sorted set of integers as a linked list with a lock in every node, locked hand over hand.
package list

import (
	"math"
	"sync"
)

// A node's key never changes; its link is guarded by its own lock. Keys increase along the list.
//
//calvin:invariant next != nil ==> key < next.key
type node struct {
	key int
	mu  sync.Mutex
	//calvin:guarded_by mu
	next *node
}

// A List is a set of integers other than the smallest, math.MinInt, which is the key of the node before the first.
//
//calvin:invariant head != nil && head.key == math.MinInt
type List struct {
	//calvin:immutable
	head *node
}

// New returns an empty list.
//
//calvin:atomic
//calvin:ensures local(result)
func New() *List {
	return &List{head: &node{key: math.MinInt}}
}

// Contains reports whether key is in the list.
//
//calvin:requires key > math.MinInt
func (l *List) Contains(key int) bool {
	pred := l.head
	pred.mu.Lock()
	curr := pred.next
	//calvin:invariant pred != nil && pred.mu == tid
	//calvin:invariant forall n *node :: n.mu == tid ==> n == pred
	//calvin:invariant curr == pred.next
	for curr != nil && curr.key < key {
		curr.mu.Lock()
		pred.mu.Unlock()
		pred, curr = curr, curr.next
	}
	found := curr != nil && curr.key == key
	pred.mu.Unlock()
	return found
}

// Insert adds key and reports whether it was missing.
//
//calvin:requires key > math.MinInt
func (l *List) Insert(key int) bool {
	pred := l.head
	pred.mu.Lock()
	curr := pred.next
	//calvin:invariant pred != nil && pred.mu == tid
	//calvin:invariant forall n *node :: n.mu == tid ==> n == pred
	//calvin:invariant pred.key < key
	//calvin:invariant curr == pred.next
	for curr != nil && curr.key < key {
		curr.mu.Lock()
		pred.mu.Unlock()
		pred, curr = curr, curr.next
	}
	if curr != nil && curr.key == key {
		pred.mu.Unlock()
		return false
	}
	pred.next = &node{key: key, next: curr}
	pred.mu.Unlock()
	return true
}

// Remove takes key out and reports whether it was there.
//
//calvin:requires key > math.MinInt
func (l *List) Remove(key int) bool {
	pred := l.head
	pred.mu.Lock()
	curr := pred.next
	//calvin:invariant pred != nil && pred.mu == tid
	//calvin:invariant forall n *node :: n.mu == tid ==> n == pred
	//calvin:invariant pred.key < key
	//calvin:invariant curr == pred.next
	for curr != nil && curr.key < key {
		curr.mu.Lock()
		pred.mu.Unlock()
		pred, curr = curr, curr.next
	}
	if curr == nil || curr.key != key {
		pred.mu.Unlock()
		return false
	}
	curr.mu.Lock()
	pred.next = curr.next
	curr.mu.Unlock()
	pred.mu.Unlock()
	return true
}
