// Package notes has annotations inside bodies.
package notes

import "sync"

type C struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

//calvin:performs Inc
//calvin:action Inc
//calvin:when c.mu == free
//calvin:modifies c.n
//calvin:ensures c.n == old(c.n)+1
func (c *C) inc() {
	c.mu.Lock()
	//calvin:assert c.n == c.n
	j := c.n
	//calvin:assume j < 100
	j++
	//calvin:witness Inc
	c.n = j
	c.mu.Unlock()
	//calvin:assert j > 0
}

func before(n int) {
	//calvin:assert n == n
	for n > 0 {
		n--
		//calvin:assert n >= 0
	}
	//calvin:assert n <= 0
	if n == 0 {
		println()
		//calvin:assert n == 0
		return
	}
}

func inner() {
	x := 1
	{
		x := 2
		//calvin:assert x == 2
		println(x)
	}
	//calvin:assert x == 1
	println(x)
}

func nowhere(n int) {
	for {
		if n > 0 {
			//calvin:assert n > 0
			break
		}
	}
}

func lock(l sync.Locker) { l.Lock() }
