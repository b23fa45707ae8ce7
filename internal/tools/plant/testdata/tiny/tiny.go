// Package tiny has a place for each kind of error.
package tiny

import (
	"sync"
	"sync/atomic"
)

// A Counter counts.
type Counter struct {
	mu sync.RWMutex
	n  int

	other sync.Mutex
	hits  int64
}

// Hit counts one.
func (c *Counter) Hit() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
	atomic.AddInt64(&c.hits, 1)
}

// Count is the number of hits.
func (c *Counter) Count() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.n
}

// Hits is the same.
func (c *Counter) Hits() int64 { return atomic.LoadInt64(&c.hits) }

// Reset takes both locks.
func (c *Counter) Reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n = 0
}

// Both takes two locks.
func (c *Counter) Both() int {
	c.mu.Lock()
	c.other.Lock()
	n := c.n
	c.other.Unlock()
	c.mu.Unlock()
	return n
}

// Sum adds in a goroutine of its own.
func Sum(list []int) int {
	sum := 0
	var wg sync.WaitGroup
	wg.Add(1)
	start := 0
	start = 1
	go func() {
		defer wg.Done()
		sum = start
		for _, n := range list {
			sum += n
		}
	}()
	wg.Wait()
	return sum
}
