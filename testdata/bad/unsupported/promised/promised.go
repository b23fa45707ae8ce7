// Package promised promises what has no meaning yet.
//
//calvin:invariant forall x seq[int] :: limit > 0 // unknown
package promised

import "sync"

var (
	mu sync.Mutex
	//calvin:guarded_by mu
	limit = 1
)

// Limit uses what is promised.
func Limit(n int) { // unfounded
	mu.Lock()
	limit = n
	mu.Unlock()
}

// A Bounded promises something of all sets.
//
//calvin:invariant forall x set[int] :: n > 0 // unknown
type Bounded struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Set breaks it.
func (b *Bounded) Set(n int) { // unfounded
	b.mu.Lock()
	b.n = n
	b.mu.Unlock()
}

// A Counted changes by it.
//
//calvin:transition exists x tid :: old(n) <= n // unknown
type Counted struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Set breaks it.
func (c *Counted) Set(n int) { // unfounded
	c.mu.Lock()
	c.n = n
	c.mu.Unlock()
}
