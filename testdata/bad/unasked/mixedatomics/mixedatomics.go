// Package mixedatomics has no annotations. Most accesses of its counters are plain, but some use sync/atomic: so other goroutines are expected, and callers do not synchronise the types.
package mixedatomics

import (
	"sync"
	"sync/atomic"
)

// A Counter is set where it is made.
type Counter struct{ n int64 }

func NewCounter(n int64) *Counter {
	c := &Counter{}
	c.n = n
	c.n++
	if c.n < 0 {
		c.n = 0
	}
	return c
}

func (c *Counter) Inc() { atomic.AddInt64(&c.n, 1) }

// A Gauge is written by sync/atomic, under a lock that readers hold.
type Gauge struct {
	mu sync.Mutex
	n  int64
}

func (g *Gauge) Set(n int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	atomic.StoreInt64(&g.n, n)
}

func (g *Gauge) Double() int64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.n + g.n
}

// What follows is wrong.

// A Hits is reset, and read, without sync/atomic.
type Hits struct{ n int64 }

func (h *Hits) Hit()       { atomic.AddInt64(&h.n, 1) }
func (h *Hits) Reset()     { h.n = 0 }    // failed
func (h *Hits) Get() int64 { return h.n } // failed

// A Pair is copied.
type Pair struct{ hits, misses uint64 }

func (p *Pair) Hit()            { atomic.AddUint64(&p.hits, 1) }
func (p *Pair) Hits() uint64    { return p.hits }            // failed
func (p *Pair) Clear()          { *p = Pair{} }              // failed
func (p *Pair) All() uint64     { return p.hits + p.misses } // failed
func (p *Pair) Copy() Pair      { return *p }                // failed
func (p *Pair) Misses() *uint64 { return &p.misses }
