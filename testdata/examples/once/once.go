// Package once initialises state when it is first needed, and reads it without a lock from then on.
package once

import "sync"

// A Config is read from its source when it is first needed.
type Config struct {
	once sync.Once
	//calvin:guarded_by once
	limit int
	//calvin:guarded_by once
	names []string
}

// load fills in the configuration.
//
//calvin:requires held(c.once)
func (c *Config) load() {
	c.limit = 10
	c.names = make([]string, 2)
	c.names[0] = "first"
}

// Limit returns the limit.
func (c *Config) Limit() int {
	c.once.Do(c.load)
	return c.limit
}

// Name returns the name with the given number, "" if there is none.
func (c *Config) Name(i int) string {
	c.once.Do(func() { c.load() })
	if i < 0 || i >= len(c.names) {
		return ""
	}
	return c.names[i]
}

// loaded returns the limit of a configuration that is known to be loaded.
//
//calvin:requires done(c.once)
func (c *Config) loaded() int { return c.limit }

// Twice returns twice the limit.
func (c *Config) Twice() int {
	c.once.Do(c.load)
	return 2 * c.loaded()
}

var (
	setup sync.Once
	//calvin:guarded_by setup
	table [4]int
)

// Square returns the square of i, for i from 0 to 3.
func Square(i int) int {
	setup.Do(func() {
		for j := range table {
			table[j] = j * j
		}
	})
	return table[i&3]
}

// A Ready announces that it has been started, once.
//
//calvin:invariant done(once) ==> started == 1
type Ready struct {
	once sync.Once
	//calvin:guarded_by once
	started int
}

// Start starts it, unless that has been done.
//
//calvin:atomic
//calvin:modifies r.started, r.once
//calvin:ensures  done(r.once) && r.started == 1
//calvin:ensures  old(done(r.once)) ==> r.started == old(r.started)
func (r *Ready) Start() {
	r.once.Do(func() { r.started = 1 })
}
