// Package defers defers calls.
package defers

import "sync"

type C struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

func plain(c *C) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n > 0 {
		return c.n
	}
	return 0
}

func conditional(c *C, lock bool) {
	if lock {
		c.mu.Lock()
		defer c.mu.Unlock()
	}
	println("x")
}

func result(c *C) (n int) {
	defer func() { n++ }()
	n = 1
	return n + 1
}

func loop(c *C) {
	for range 3 {
		defer println("x")
	}
}

func arguments(c *C) {
	i := 1
	defer func(k int) { println(k, i) }(i)
	i = 2
}

func recovers() {
	defer func() { recover() }()
}
