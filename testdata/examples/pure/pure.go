// Package pure is a bounded counter whose contract is written with functions of its own.
package pure

import "sync"

const limit = 100

// A Gauge is at rest, busy or full.
//
//calvin:invariant within(n)
type Gauge struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// within says what levels there are.
//
//calvin:pure
func within(n int) bool { return 0 <= n && n <= limit }

// clamp is the level nearest to n.
//
//calvin:pure
func clamp(n int) int {
	if n < 0 {
		return 0
	} else if n > limit {
		return limit
	}
	return n
}

// full says that there is nothing left.
//
//calvin:pure
//calvin:requires g.mu == tid
func (g *Gauge) full() bool { return g.n == limit }

// Set moves the gauge to the level nearest to n.
//
//calvin:atomic
//calvin:when     g.mu == free
//calvin:modifies g.n
//calvin:ensures  g.n == clamp(n)
func (g *Gauge) Set(n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.n = clamp(n)
}

// Add raises the level by one, if it can.
//
//calvin:performs Full [] Raised
//calvin:action   Full
//calvin:when     g.mu == free
//calvin:ensures  g.full() && !result
//calvin:action   Raised
//calvin:when     g.mu == free
//calvin:modifies g.n
//calvin:ensures  !old(g.full()) && g.n == old(g.n)+1 && result
func (g *Gauge) Add() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.full() {
		return false
	}
	g.n++
	return true
}
