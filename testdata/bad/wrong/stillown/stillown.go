// Package stillown takes for shared what a callee has handed over with an object of its own making.
package stillown

import "sync"

// A node has another after it.
type node struct {
	val  int
	next *node
	more []*node
}

// A C is annotated.
type C struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// pair returns two nodes.
//
//calvin:atomic
//calvin:ensures local(result)
func pair() *node { return &node{next: &node{}} }

// chain gets two nodes, and takes the second for one that others know.
func chain() *node {
	r := pair()
	next := r.next
	//calvin:assert next == nil || !local(next) // failed
	return next
}

// known takes it for one that was there before.
func known(c *C) int {
	r := pair()
	next := r.next
	c.mu.Lock()
	c.n = 1
	c.mu.Unlock()
	if next == nil || next == r {
		return 0
	}
	//calvin:assert !local(next) // failed
	return next.val
}
