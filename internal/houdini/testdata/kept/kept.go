// Package kept suggests annotations that hold, some of them but for an access.
package kept

import (
	"sync"
	"unsafe"
)

// Counter has one access without its lock.
type Counter struct {
	mu sync.Mutex
	n  int // kept: guarded_by mu
}

func (c *Counter) Hit() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
}

func (c *Counter) Twice() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.double()
}

func (c *Counter) double() { // kept: requires held(c.mu)
	c.n *= 2
}

func (c *Counter) Drain() int {
	c.mu.Lock()
	n := c.n
	c.mu.Unlock()
	c.n = 0
	return n
}

// Unsafe has a function that the verifier does not understand.
type Unsafe struct {
	mu sync.Mutex
	n  int // kept, unproved: guarded_by mu
}

func (u *Unsafe) Set(x int) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.n = int(*(*float64)(unsafe.Pointer(&x)))
}
