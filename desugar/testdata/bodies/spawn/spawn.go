// Package spawn starts goroutines.
package spawn

import "sync"

type C struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

//calvin:requires k > 0
func (c *C) work(k int) {}

func method(c *C, k int) { go c.work(k) }

// constant captures variables that never change: the goroutine gets their values.
func constant(c *C) {
	k := 7
	go func() {
		c.mu.Lock()
		c.n = k
		c.mu.Unlock()
	}()
	c.work(k)
}

// changing captures a variable that changes: it is shared.
func changing() int {
	k := 7
	go func() { k++ }()
	return k
}

func fresh() {
	c := &C{}
	c.n = 1
	go c.work(1)
}

func late() {
	var c *C
	go func() { println(c) }()
	c = &C{}
}

func value(f func()) { go f() }
