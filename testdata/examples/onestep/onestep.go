// Package onestep has functions that are called atomic, without a word on what they do: each is one reducible block with
// all its accesses. Blocks of which the reads are dead at their end may stand apart.
package onestep

import (
	"sync"
	"sync/atomic"
)

// An N has numbers.
type N struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m int
	//calvin:guarded_by mu
	k int
	//calvin:guarded_by mu
	by map[string]int

	a atomic.Int64
}

// Take looks and acts at once.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) Take() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.m <= 0 {
		return false
	}
	n.m--
	return true
}

// Sum reads both in one critical section.
//
//calvin:atomic
func (n *N) Sum() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.m + n.k
}

// Await tries until it succeeds: a round that failed leaves nothing behind.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) Await() {
	for {
		n.mu.Lock()
		if n.m > n.k {
			n.m--
			n.mu.Unlock()
			return
		}
		n.mu.Unlock()
	}
}

// Tries tries a number of times: how often does not depend on what it read.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) Tries(times int) (rounds int, ok bool) {
	for i := 0; i < times; i++ {
		n.mu.Lock()
		if n.m > 0 {
			n.m--
			n.mu.Unlock()
			return i, true
		}
		n.mu.Unlock()
	}
	return times, false
}

// Set stores, as a whole.
//
//calvin:atomic
//calvin:modifies n.by
func (n *N) Set(key string, to int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.by == nil {
		n.by = map[string]int{}
	}
	n.by[key] = to
}

// Raise is a single step of an atomic variable.
//
//calvin:atomic
//calvin:modifies n.a
func (n *N) Raise() int64 { return n.a.Add(1) }

// Knock takes another lock first, and reads nothing there.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) Knock(gate *sync.Mutex) {
	gate.Lock()
	gate.Unlock()
	n.mu.Lock()
	n.m++
	n.mu.Unlock()
}

// Look reads what it does not keep.
//
//calvin:atomic
//calvin:modifies n.m
func (n *N) Look() {
	n.mu.Lock()
	_ = n.k
	n.mu.Unlock()
	n.mu.Lock()
	n.m++
	n.mu.Unlock()
}

// Spin takes an atomic flag.
//
//calvin:atomic
//calvin:modifies n.a
func (n *N) Spin() {
	for !n.a.CompareAndSwap(0, 1) {
	}
}

// A C waits for a condition.
//
//calvin:invariant cond != nil
type C struct {
	mu sync.Mutex
	//calvin:condition_of mu
	cond *sync.Cond
	//calvin:guarded_by mu
	m int
}

// NewC returns a new C.
func NewC() *C {
	c := &C{}
	c.cond = sync.NewCond(&c.mu)
	return c
}

// Take waits until there is something: what it read before it waited, it reads again.
//
//calvin:atomic
//calvin:modifies c.m
func (c *C) Take() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.m == 0 {
		c.cond.Wait()
	}
	c.m--
	return c.m
}

// Call calls a function that is not known: that is its one step.
//
//calvin:atomic
func Call(f func(int) int, n int) int { return f(n) }

//lint:file-ignore SA2001 a lock that is only held is part of what the function does
