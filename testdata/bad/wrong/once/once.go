// Package once uses sync.Once in ways that are easy to get wrong.
package once

import "sync"

type Config struct {
	once, other sync.Once
	//calvin:guarded_by once
	limit int
	mu    sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Early reads before anybody has initialised.
func (c *Config) Early() int {
	v := c.limit // failed
	c.once.Do(func() { c.limit = 1 })
	return v
}

// Late writes what others may be reading by now.
func (c *Config) Late() {
	c.once.Do(func() {})
	c.limit = 2 // failed
}

// Wrong initialises under another Once.
func (c *Config) Wrong() int {
	c.other.Do(func() { c.limit = 3 }) // failed
	return c.limit                     // failed
}

// Maybe does not always wait.
func (c *Config) Maybe(b bool) int {
	if b {
		c.once.Do(func() { c.limit = 4 })
	}
	return c.limit // failed
}

// Again waits for itself.
func (c *Config) Again() {
	c.once.Do(func() {
		c.once.Do(func() { c.limit = 5 }) // failed
	})
}

// Crossed reads another object's state.
func (c *Config) Crossed(d *Config) int {
	c.once.Do(func() { c.limit = 6 })
	return d.limit // failed
}

// Escaped writes from a goroutine that the function starts, which need not be done when the function is.
func (c *Config) Escaped() int {
	c.once.Do(func() {
		go func() { c.limit = 7 }() // failed
	})
	return c.limit
}

// Unlocked relies on a Once for what a lock guards.
func (c *Config) Unlocked() {
	c.once.Do(func() { c.n = 1 }) // failed
}

// FirstOnly believes that its own function has been run.
func (c *Config) FirstOnly() {
	ran := false
	c.once.Do(func() { ran = true })
	_ = ran
	//calvin:assert ran // failed
}

// Undone believes that what has not been done stays so.
//
//calvin:requires !done(c.once)
func (c *Config) Undone() {
	//calvin:assert !done(c.once) // failed
}

// first needs the function to be running.
//
//calvin:requires held(c.once)
func (c *Config) first() { c.limit = 8 }

// Outside calls it when it is not.
func (c *Config) Outside() {
	c.first() // failed
}

// After calls it when it has been.
func (c *Config) After() {
	c.once.Do(c.first)
	c.first() // failed
}

// A Loose value may be written by whoever waits for the Once, however often.
type Loose struct {
	once sync.Once
	//calvin:accessible_if done(once)
	n int
}

// Set writes.
func (l *Loose) Set() {
	l.once.Do(func() {})
	l.n = 1 // failed
}

// waits calls a function by contract that waits for the Once.
//
//calvin:atomic
//calvin:modifies c.once, c.limit
//calvin:ensures done(c.once)
func (c *Config) waits() {
	c.once.Do(func() { c.limit = 9 })
}

// Inside calls it while it runs the function.
func (c *Config) Inside() {
	c.once.Do(func() {
		c.waits() // failed
	})
}

var global sync.Once

//calvin:guarded_by global
var shared int

// Peek does not wait.
func Peek() int {
	return shared // failed
}
