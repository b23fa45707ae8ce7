// Package clock is a logical clock that never goes back.
package clock

import (
	"math"
	"sync/atomic"
)

// A Clock tells a time that only grows.
//
//calvin:transition old(now) <= now
type Clock struct{ now atomic.Int64 }

// Now returns the time.
//
//calvin:atomic
//calvin:ensures result == c.now
func (c *Clock) Now() int64 { return c.now.Load() }

// Tick advances the clock by one and returns the new time, unless time has ended.
//
//calvin:performs Ended [] Ticked
//calvin:action   Ended
//calvin:ensures  c.now == math.MaxInt64 && !ok
//calvin:action   Ticked
//calvin:modifies c.now
//calvin:ensures  c.now == old(c.now)+1 && t == c.now && ok
func (c *Clock) Tick() (t int64, ok bool) {
	for {
		n := c.now.Load()
		if n == math.MaxInt64 {
			return 0, false
		}
		if c.now.CompareAndSwap(n, n+1) {
			return n + 1, true
		}
	}
}

// Witness advances the clock to t if it is behind.
//
//calvin:atomic
//calvin:modifies c.now
//calvin:ensures  c.now >= t && (c.now == t || c.now == old(c.now))
func (c *Clock) Witness(t int64) {
	for {
		n := c.now.Load()
		if n >= t {
			return
		}
		if c.now.CompareAndSwap(n, t) {
			return
		}
	}
}

// Elapsed returns how much time passes between two looks at the clock, which is never less than nothing, or -1 if
// that is more than can be told.
func (c *Clock) Elapsed() int64 {
	start := c.now.Load()
	end := c.now.Load()
	//calvin:assert start <= end
	if start < 0 {
		return -1
	}
	d := end - start
	//calvin:assert d >= 0
	return d
}
