// Package searchedlists has no annotations. A lock guards a slice of interfaces, with objects that it guards as well, in which functions of package slices look
// for one.
package searchedlists

import (
	"slices"
	"sync"
)

type timer struct {
	at    int
	fired bool
}

type ticker struct{ at, every int }

// A Clock wakes what waits.
type Clock struct {
	mu      sync.Mutex
	now     int
	waiters []any
}

// AddTimer adds a timer.
func (c *Clock) AddTimer(d int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiters = append(c.waiters, &timer{at: c.now + d})
}

// AddTicker adds a ticker.
func (c *Clock) AddTicker(d int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiters = append(c.waiters, &ticker{c.now + d, d})
}

// Advance wakes the first, and takes it out.
func (c *Clock) Advance(d int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now += d
	if len(c.waiters) > 0 {
		w := c.waiters[0]
		switch w := w.(type) {
		case *timer:
			w.at, w.fired = c.now, true
		case *ticker:
			w.at += w.every
		}
		c.remove(w)
	}
}

func (c *Clock) remove(w any) {
	i := slices.Index(c.waiters, w)
	if i < 0 {
		return
	}
	copy(c.waiters[i:], c.waiters[i+1:])
	c.waiters[len(c.waiters)-1] = nil
	c.waiters = c.waiters[:len(c.waiters)-1]
}

// Has looks under the lock.
func (c *Clock) Has() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.waiters) > 1 && slices.Contains(c.waiters[1:], c.waiters[0])
}

// Unlocked looks without it.
func (c *Clock) Unlocked() bool {
	c.mu.Lock()
	all := c.waiters
	c.mu.Unlock()
	return len(all) > 0 && slices.Contains(all, all[0]) // failed
}

// Late wakes one after the unlock.
func (c *Clock) Late() {
	c.mu.Lock()
	if len(c.waiters) == 0 {
		c.mu.Unlock()
		return
	}
	w := c.waiters[0]
	c.remove(w)
	c.mu.Unlock()
	if t, ok := w.(*timer); ok {
		t.fired = true // failed
	}
}
