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

// Clear takes them in the same order.
func (c *Counter) Clear() {
	c.mu.Lock()
	c.other.Lock()
	c.n = 0
	c.other.Unlock()
	c.mu.Unlock()
}

// Copied has a copy of the receiver, which nobody else has.
func (c Numbers) Copied() int64 { return atomic.LoadInt64(&c.hits) }

// Numbers are set up by options.
type Numbers struct {
	mu   sync.Mutex
	hits int64
	step int
}

// Step is an option.
func Step(n int) func(*Numbers) {
	return func(c *Numbers) { c.step = n }
}

// Add reads what nobody writes any more, and what is atomic.
func (c *Numbers) Add() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	atomic.AddInt64(&c.hits, 1)
	return c.step
}

// Until waits, and uses nothing afterwards.
func (c *Numbers) Until(done chan struct{}) error {
	if c.step == 0 {
		<-done
		return nil
	}
	return nil
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
