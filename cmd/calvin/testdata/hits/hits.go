// Package hits counts the requests of a server. One function forgets the lock.
package hits

import "sync"

// A Counter counts hits.
type Counter struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Hit counts one.
//
//calvin:atomic
//calvin:modifies c.n
//calvin:ensures  c.n == old(c.n)+1
func (c *Counter) Hit() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
}

// Drain returns the count and starts again from zero.
func (c *Counter) Drain() int {
	c.mu.Lock()
	n := c.n
	c.mu.Unlock()
	c.n = 0
	return n
}
