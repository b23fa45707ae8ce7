// Package counter counts calls. One function forgets the lock.
package counter

import "sync"

// A Counter counts calls.
type Counter struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	count int
}

// Hit counts one.
func (c *Counter) Hit() {
	c.mu.Lock()
	c.count++
	c.mu.Unlock()
}

// Reset starts again from zero.
func (c *Counter) Reset() {
	c.count = 0
}
