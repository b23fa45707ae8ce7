// Package atomics holds counters without locks.
package atomics

import "sync/atomic"

// A Counter counts. The zero value is ready to use.
type Counter struct{ n atomic.Int64 }

// Increment adds one.
//
//calvin:atomic
//calvin:modifies c.n
//calvin:ensures  c.n == old(c.n)+1
func (c *Counter) Increment() {
	c.n.Add(1)
}

// Next adds one and returns the new count.
//
//calvin:atomic
//calvin:modifies c.n
//calvin:ensures  c.n == old(c.n)+1 && result == c.n
func (c *Counter) Next() int64 {
	return c.n.Add(1)
}

// Double multiplies the count by two.
//
//calvin:atomic
//calvin:modifies c.n
//calvin:ensures  c.n == old(c.n)+old(c.n)
func (c *Counter) Double() {
	for {
		n := c.n.Load()
		if c.n.CompareAndSwap(n, n+n) {
			return
		}
	}
}

// Take returns the count and starts again from zero.
//
//calvin:atomic
//calvin:modifies c.n
//calvin:ensures  c.n == 0 && result == old(c.n)
func (c *Counter) Take() int64 {
	return c.n.Swap(0)
}

// A Gauge remembers the largest value it has been shown.
type Gauge struct{ max atomic.Int64 }

// Show makes v known to the gauge.
//
//calvin:atomic
//calvin:modifies g.max
//calvin:ensures  old(g.max) >= v ==> g.max == old(g.max)
//calvin:ensures  old(g.max) < v ==> g.max == v
func (g *Gauge) Show(v int64) {
	for {
		m := g.max.Load()
		if m >= v || g.max.CompareAndSwap(m, v) {
			return
		}
	}
}

// Max returns the largest value shown so far.
//
//calvin:atomic
//calvin:ensures result == g.max
func (g *Gauge) Max() int64 {
	return g.max.Load()
}

// Sequence numbers are plain integers that only the functions of sync/atomic touch.
type Sequence struct {
	//calvin:atomic_only
	last uint32
}

// Next returns the number after the last.
//
//calvin:atomic
//calvin:modifies s.last
//calvin:ensures  s.last == old(s.last)+1 && result == s.last
func (s *Sequence) Next() uint32 {
	return atomic.AddUint32(&s.last, 1)
}

// Reset starts again after n if the last number is still last.
//
//calvin:performs Stale [] Reset
//calvin:action   Stale
//calvin:ensures  s.last != last && !result
//calvin:action   Reset
//calvin:modifies s.last
//calvin:ensures  old(s.last) == last && s.last == n && result
func (s *Sequence) Reset(last, n uint32) bool {
	return atomic.CompareAndSwapUint32(&s.last, last, n)
}
