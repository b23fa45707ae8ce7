// Package trylocked has no annotations. Helpers try to take a lock, and their callers release it.
package trylocked

import "sync"

// A Counter counts.
type Counter struct {
	mu sync.Mutex
	n  int
}

func (c *Counter) tryLock() bool { return c.mu.TryLock() }

func (c *Counter) tryTwice() bool { return c.tryLock() || c.tryLock() }

// Bump has it the wrong way round.
func (c *Counter) Bump() {
	if !c.tryLock() {
		c.n++ // failed
	}
	c.mu.Unlock() // failed
}

// Lower does so behind two calls.
func (c *Counter) Lower() {
	if !c.tryTwice() {
		c.n--
	}
	c.mu.Unlock() // failed
}

// A Table is here so that inference takes another look at all functions.
type Table struct {
	mu sync.RWMutex
	m  map[string]int
}

func (t *Table) get(k string, lock bool) int {
	if lock {
		t.mu.RLock()
		defer t.mu.RUnlock()
	}
	return t.m[k] // failed
}

// Put puts.
func (t *Table) Put(k string) {
	t.mu.Lock()
	t.m[k]++
	t.mu.Unlock()
}

// Locked has it lock.
func (t *Table) Locked(k string) int { return t.get(k, true) }

// Twice locks for both.
func (t *Table) Twice(k string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.get(k, false) + t.get(k, false)
}

// A Right counter counts where it gets the lock.
type Right struct {
	mu sync.Mutex
	n  int
}

func (r *Right) tryLock() bool { return r.mu.TryLock() }

// Bump counts if the lock is free.
func (r *Right) Bump() bool {
	if !r.tryLock() {
		return false
	}
	r.n++
	r.mu.Unlock()
	return true
}

// Reset waits for the lock.
func (r *Right) Reset() {
	r.mu.Lock()
	r.n = 0
	r.mu.Unlock()
}
