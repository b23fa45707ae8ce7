// Package lockguard has a lock that only some may touch, and who unlocks it when that is over.
package lockguard

import (
	"sync"
	"sync/atomic"
)

// A Gate can be used while it is open.
type Gate struct {
	open atomic.Bool
	//calvin:accessible_if open
	mu sync.Mutex
}

// Part is what it keeps.
type Part struct{ n int }

// Pass opens the gate itself; but another goroutine may close it before it gets to the lock.
func (g *Gate) Pass() *Part {
	p := &Part{n: 1}
	g.mu.Lock() // failed
	g.open.Store(true)
	p.n++
	g.mu.Unlock() // failed
	return p
}
