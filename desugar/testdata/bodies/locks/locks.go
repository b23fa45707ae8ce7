// Package locks uses locks in every way they can be reached.
package locks

import "sync"

type C struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Embedded promotes the methods of its lock.
type Embedded struct {
	sync.Mutex
	//calvin:guarded_by Mutex
	n int
}

type Shelf struct {
	locks []sync.Mutex
}

type RW struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	n int
}

var (
	global sync.Mutex
	//calvin:guarded_by global
	total int
)

func promoted(e *Embedded) {
	e.Lock()
	e.n++
	e.Unlock()
}

func element(s *Shelf, i int) {
	s.locks[i].Lock()
	s.locks[i].Unlock()
}

func packageLock() int {
	global.Lock()
	defer global.Unlock()
	return total
}

func pointer(mu *sync.Mutex) {
	mu.Lock()
	mu.Unlock()
}

func try(c *C) bool {
	if !c.mu.TryLock() {
		return false
	}
	c.n = 0
	c.mu.Unlock()
	return true
}

func read(c *RW) int {
	c.mu.RLock()
	n := c.n
	c.mu.RUnlock()
	return n
}

func write(c *RW, n int) {
	c.mu.Lock()
	c.n = n
	c.mu.Unlock()
}

func tryRead(c *RW) {
	if c.mu.TryRLock() {
		c.mu.RUnlock()
	}
	if c.mu.TryLock() {
		c.mu.Unlock()
	}
}
