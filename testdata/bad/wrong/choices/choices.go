// Package choices has variables that are assigned several function literals, of which one is wrong.
package choices

import "sync"

type C struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	f func()
}

func (c *C) Unlocks(x bool) {
	c.mu.Lock()
	f := func() { c.mu.Unlock() }
	if x {
		f = func() {}
	}
	f()
} // failed

func (c *C) Twice(x bool) {
	c.mu.Lock()
	f := func() {}
	if x {
		f = func() { c.mu.Unlock() }
	}
	f()
	c.mu.Unlock() // failed
}

func (c *C) Reads(x bool) int {
	n := 0
	f := func() { n = 1 }
	if x {
		f = func() { n = c.n } // failed
	}
	f()
	return n
}

// Last takes the first literal for the one that is called.
func Last(x bool) int {
	n := 0
	f := func() { n = 1 }
	if x {
		f = func() { n = 2 }
	}
	f()
	//calvin:assert n == 1 // failed
	return n
}

// Index depends on which one ran.
func Index(x bool) int {
	a := [2]int{}
	i := 0
	f := func() { i = 1 }
	if x {
		f = func() { i = 2 }
	}
	f()
	return a[i] // failed
}

func SetToNil(x bool) {
	f := func() {}
	if x {
		f = nil
	}
	f() // failed
}

func Result(x bool, a [2]int) int {
	f := func() int { return 0 }
	if x {
		f = func() int { return 3 }
	}
	return a[f()] // failed
}

// Loop assigns in a loop, each time a literal with another variable.
func Loop(xs [4]int) int {
	sum := 0
	f := func() int { return 0 }
	for i := range xs {
		f = func() int { return i }
	}
	sum += f() // failed
	return sum
}

func (c *C) Defers(x bool) {
	c.mu.Lock()
	f := func() { c.mu.Unlock() }
	if x {
		f = func() {}
	}
	defer f()
	c.n++
} // failed

// Before has a variable changed by the function when it was read.
func Before(x bool) int {
	n := 0
	f := func() int { n++; return n }
	if x {
		f = func() int { n += 2; return n }
	}
	return n + f() // failed
}

// Kept has one of the literals called by others, later.
func (c *C) Kept(x bool) int {
	n := 0
	f := func() { n = 1 } // failed
	if x {
		f = func() { n = 2 } // failed
	}
	c.mu.Lock()
	c.f = f
	c.mu.Unlock()
	n = 3 // failed
	return n
}

func (c *C) Goes(x bool) int {
	n := 0
	f := func() { n = 1 } // failed
	if x {
		f = func() { n = 2 } // failed
	}
	go f()
	n = 3 // failed
	return n
}

// Neither may have been given any of them.
func (c *C) Neither(x, y bool) (n int) {
	var f func()
	if x {
		f = func() { n++ }
	} else if y {
		f = func() { n += 2 }
	}
	f() // failed
	return n
}
