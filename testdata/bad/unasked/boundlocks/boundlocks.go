// Package boundlocks has no annotations. It calls methods of a lock by way of variables.
package boundlocks

import "sync"

// A Counter counts under its lock.
type Counter struct {
	mu sync.Mutex
	n  int
}

// Inc is right.
func (c *Counter) Inc() {
	lock, unlock := c.mu.Lock, c.mu.Unlock
	lock()
	c.n++
	unlock()
}

// Add is right.
func (c *Counter) Add(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n += n
}

// Reset is right.
func (c *Counter) Reset() {
	unlock := c.mu.Unlock
	c.mu.Lock()
	defer unlock()
	c.n = 0
}

// Get is wrong: it does not call what it has.
func (c *Counter) Get() int {
	lock := c.mu.Lock
	_ = lock
	return c.n // failed
}

// Twice is wrong: it unlocks too early.
func (c *Counter) Twice() int {
	lock, unlock := c.mu.Lock, c.mu.Unlock
	lock()
	n := c.n
	unlock()
	return n + c.n // failed
}
