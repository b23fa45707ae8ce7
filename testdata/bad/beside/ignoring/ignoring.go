// Package ignoring has one finding that somebody has looked at, and nothing else that is written.
package ignoring

import "sync"

// A Counter counts.
type Counter struct {
	mu sync.Mutex
	n  int
}

// Add adds under the lock.
func (c *Counter) Add(d int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n += d
}

// Guess may be wrong.
func (c *Counter) Guess() int {
	return c.n //calvin:ignore CV0101 a guess will do
}

// Get is wrong.
func (c *Counter) Get() int {
	return c.n // failed
}

// Sum is right.
func (c *Counter) Sum() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}
