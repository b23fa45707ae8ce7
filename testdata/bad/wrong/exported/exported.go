// Package exported has guarded variables that other packages can name; what is wrong is in package outside.
package exported

import "sync"

// A C is guarded by a lock of its own.
type C struct {
	Mu sync.RWMutex
	//calvin:guarded_by Mu
	N int
	//calvin:guarded_by Mu
	Items []int
	//calvin:guarded_by Mu
	Names map[string]int
	//calvin:guarded_by Mu
	Part Part
	//calvin:atomic_only
	Hits int64
	// Label never changes.
	Label string
}

// A Part is inside a C.
type Part struct{ A, B int }

// Total is guarded by a lock of its own.
//
//calvin:guarded_by TotalMu
var Total int

// TotalMu is the lock.
var TotalMu sync.Mutex

// A Pair keeps a promise.
//
//calvin:invariant this.Low <= this.High
type Pair struct {
	Mu sync.Mutex
	//calvin:guarded_by Mu
	Low int
	//calvin:guarded_by Mu
	High int
}

// All returns the items themselves.
func (c *C) All() []int {
	c.Mu.RLock()
	defer c.Mu.RUnlock()
	return c.Items
}

// Inside returns the address of what is guarded.
func (c *C) Inside() *Part { return &c.Part }

// Add is for who holds the lock.
//
//calvin:requires held(c.Mu)
func (c *C) Add() { c.N++ }

// Inc takes the lock.
func (c *C) Inc() {
	c.Mu.Lock()
	defer c.Mu.Unlock()
	c.N++
}
