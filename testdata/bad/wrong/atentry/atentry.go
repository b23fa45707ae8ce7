// Package atentry has functions that begin with objects of their own, and do wrong with what is shared.
package atentry

import "sync"

// A C is annotated.
type C struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	head *node
}

// A node has a value that is not negative where others know it.
//
//calvin:invariant val >= 0
type node struct {
	val  int
	next *node
	mu   sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Locked holds the lock of an object of its own.
func Locked(c *C) {
	o := &C{}
	o.mu.Lock()
	c.n++ // failed
	o.mu.Unlock()
}

// LockedAssert says what is not so.
func LockedAssert(c *C) {
	o := &C{}
	o.mu.Lock()
	c.mu.Lock()
	c.mu.Unlock()
	c.mu.Lock()
	//calvin:assert c.n == 0 // failed
	c.mu.Unlock()
	o.mu.Unlock()
}

// given gets an object that is the caller's own.
//
//calvin:requires local(n)
func given(c *C, n *node) {
	n.val = 1
	c.n++ // failed
}

// givenSays says what is not so.
//
//calvin:requires local(n)
func givenSays(c *C, n *node) {
	n.val = 1
	//calvin:assert n.next == nil // failed
}

// second takes what is stored in the caller's own for shared.
//
//calvin:requires local(n)
func second(n *node) *node {
	next := n.next
	if next == nil || next == n {
		return nil
	}
	//calvin:assert !local(next) // failed
	return next
}

// last takes the end of the list for shared.
//
//calvin:requires local(n)
func last(n *node) *node {
	at := n
	for at.next != nil {
		at = at.next
	}
	//calvin:assert at == n || !local(at) // failed
	return at
}

// own relies on what only shared nodes promise, but not those that are handed over by name.
//
//calvin:requires local(n)
func own(n *node) int {
	v := n.val
	//calvin:assert v >= 0 // failed
	return v
}

// either gets one that is the caller's own, and one that need not be.
//
//calvin:requires local(n)
func either(n, m *node) *node {
	next := n.next
	if next == nil || next == m || next == n {
		return nil
	}
	//calvin:assert !local(next) // failed
	return next
}

// Started has a goroutine that takes a variable over.
func Started(c *C) int {
	var wg sync.WaitGroup
	x := 0
	wg.Add(1)
	go func() {
		x = 1
		c.n++ // failed
		wg.Done()
	}()
	wg.Wait()
	return x
}

// StartedSays has one that says what is not so.
func StartedSays(c *C) int {
	var wg sync.WaitGroup
	x := 0
	wg.Add(1)
	go func() {
		c.mu.Lock()
		x = c.n
		//calvin:assert x == 0 // failed
		c.mu.Unlock()
		wg.Done()
	}()
	wg.Wait()
	return x
}
