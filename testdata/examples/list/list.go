// Package list is a sorted linked list of integers with a lock in every node, locked hand over hand.
package list

import "sync"

// A Node's key never changes; its link is guarded by its own lock. Keys increase along the list.
//
//calvin:invariant next != nil ==> key < next.key
type Node struct {
	key int
	mu  sync.Mutex
	//calvin:guarded_by mu
	next *Node
}

// New returns a list of one node.
//
//calvin:atomic
//calvin:ensures local(result) && result.key == key
func New(key int) *Node {
	return &Node{key: key}
}

// InsertAfter puts a new node with the given key after n if it belongs there, and reports whether it did.
//
//calvin:performs Misplaced [] Inserted
//calvin:action   Misplaced
//calvin:ensures  !result
//calvin:action   Inserted
//calvin:when     n.mu == free
//calvin:modifies n.next
//calvin:ensures  n.next != nil && n.next.key == key && result
func (n *Node) InsertAfter(key int) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if key <= n.key || n.next != nil && n.next.key <= key {
		return false
	}
	n.next = &Node{key: key, next: n.next}
	return true
}

// RemoveAfter takes out the node after n if there is one, and reports whether it did.
//
//calvin:performs Last [] Removed
//calvin:action   Last
//calvin:when     n.mu == free
//calvin:ensures  n.next == nil && !result
//calvin:action   Removed
//calvin:when     n.mu == free
//calvin:modifies n.next
//calvin:ensures  old(n.next) != nil && result
func (n *Node) RemoveAfter() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	gone := n.next
	if gone == nil {
		return false
	}
	gone.mu.Lock()
	n.next = gone.next
	gone.mu.Unlock()
	return true
}

// Next returns the node after n with its lock held in exchange for that of n, or nil if n is the last; then n's lock
// is released, too.
//
//calvin:requires n.mu == tid
//calvin:performs Last [] Moved
//calvin:action   Last
//calvin:modifies n.mu
//calvin:ensures  result == nil && n.next == nil && n.mu == free
//calvin:action   Moved
//calvin:when     result != nil && result.mu == free
//calvin:modifies n.mu, result.mu
//calvin:ensures  result == n.next && result.key > n.key && n.mu == free && result.mu == tid
func (n *Node) Next() *Node {
	next := n.next
	if next != nil {
		next.mu.Lock()
	}
	n.mu.Unlock()
	return next
}

// Third returns the key of the third node from n on, if there is one.
func (n *Node) Third() (key int, ok bool) {
	n.mu.Lock()
	second := n.Next()
	if second == nil {
		return 0, false
	}
	third := second.Next()
	if third == nil {
		return 0, false
	}
	key = third.key
	//calvin:assert key > second.key
	third.mu.Unlock()
	return key, true
}
