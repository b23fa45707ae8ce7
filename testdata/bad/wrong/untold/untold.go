// Package untold has functions that require something, and calls them where nobody asks for that: by tables of functions, and by way of interfaces without contracts.
package untold

import "sync"

// A Counter counts.
type Counter struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

//calvin:requires held(c.mu)
func inc(c *Counter) { c.n++ } // failed

//calvin:requires held(c.mu)
func (c *Counter) dec() { c.n-- } // failed

// Reset is called by way of an interface.
//
//calvin:requires held(c.mu)
func (c *Counter) Reset() { c.n = 0 } // failed

// Set is called by way of an interface that says what it requires.
//
//calvin:requires held(c.mu)
func (c *Counter) Set(n int) { c.n = n }

//calvin:requires n != 0
func share(n int) int { return 100 / n } // failed

// named is called by its name alone.
//
//calvin:requires held(c.mu)
func (c *Counter) named() { c.n++ }

var ops = map[string]func(*Counter){"inc": inc, "dec": (*Counter).dec}

var shares = map[string]func(int) int{"share": share}

// Do does not hold the lock.
func (c *Counter) Do(name string) {
	if op := ops[name]; op != nil {
		op(c)
	}
}

// Share divides by zero.
func Share() int {
	if f := shares["share"]; f != nil {
		return f(0)
	}
	return 0
}

type resetter interface{ Reset() }

func reset(r resetter) {
	if r != nil {
		r.Reset()
	}
}

// Clear does not hold the lock.
func (c *Counter) Clear() { reset(c) }

// Named holds it.
func (c *Counter) Named() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.named()
}
