// Package tiny has a counter with a race.
package tiny

import "sync"

// A Counter counts.
type Counter struct {
	mu sync.Mutex
	n  int
}

// Hit counts one.
func (c *Counter) Hit() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

// Count is the number of hits.
func (c *Counter) Count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

// Peek forgets the lock.
func (c *Counter) Peek() int { return c.n }

// Twice touches nothing.
func Twice(n int) int { return 2 * n }
