// Package calls calls functions with and without contracts.
package calls

import "sync"

type C struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n    int
	peer *C
}

//calvin:performs Add
//calvin:action Add
//calvin:when c.mu == free
//calvin:modifies c.n
//calvin:ensures c.n == old(c.n)+by
func (c *C) Add(by int) {
	c.mu.Lock()
	c.n += by
	c.mu.Unlock()
}

//calvin:performs (Get [] Reset)* ; Get
//calvin:action Get
//calvin:ensures result == c.n
//calvin:action Reset
//calvin:modifies c.n
//calvin:ensures c.n == 0
func (c *C) Drain() int { return c.n }

//calvin:requires c.mu == tid
func (c *C) addLocked(by int) { c.n += by }

//calvin:atomic
//calvin:requires c.mu == tid
//calvin:modifies c.n
//calvin:trusted
func (c *C) setLocked() { c.n = 0 }

//calvin:atomic
func (c *C) Opaque() { c.Add(1) }

func byContract(c *C) { c.Add(1) }

func twoWays(c *C) int { return c.Drain() }

func required(c *C) {
	c.mu.Lock()
	c.addLocked(2)
	c.setLocked()
	c.mu.Unlock()
}

func opaque(c *C) { c.Opaque() }

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}

func inlined(x, y int) int {
	d := abs(x - y)
	x = d
	return x + abs(y)
}

func divide(x, y int) (q, r int) {
	q = x / y
	r = x % y
	return
}

func tuple(x int) int {
	q, r := divide(x, 10)
	return q + r
}

func factorial(n int) int {
	if n == 0 {
		return 1
	}
	return n * factorial(n-1)
}

func (c *C) with(f func()) {
	c.mu.Lock()
	f()
	c.mu.Unlock()
}

func callback(c *C) {
	n := 0
	c.with(func() {
		n++
		c.n = n
	})
	add := func(i int) { n += i }
	add(2)
	c.with(func() { c.n = n })
}

func methodValue(c *C) {
	lock := c.mu.Lock
	lock()
	c.mu.Unlock()
}

func dynamic(f func()) { f() }

func peers(c *C) {
	c.peer.Add(1)
}

var registry C

type shelf struct {
	locks [4]sync.Mutex
	more  []sync.Mutex
	inner struct{ c *C }
}

//calvin:performs skip
func (s *shelf) acquires(i int) {
	s.locks[i].Lock()
	s.locks[i].Unlock()
	s.more[i].Lock()
	s.more[i].Unlock()
	s.deeper()
	registry.Add(1)
}

func (s *shelf) deeper() { s.inner.c.Add(2) }

func acquirers(s *shelf) { s.acquires(1) }

//calvin:performs skip
//calvin:requires s.locks[i] == tid
func (s *shelf) relock(i int) {
	s.locks[i].Unlock()
	s.locks[i].Lock()
}

func relocks(s *shelf) {
	s.locks[2].Lock()
	s.relock(2)
	s.locks[2].Unlock()
}
