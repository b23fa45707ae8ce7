// Package atomicparts has no annotations. Fields of structs that are elements or parts of others are used with sync/atomic in some places, and plainly in others.
package atomicparts

import "sync/atomic"

type shard struct {
	hits   int64
	misses int64
}

// A Table has a shard for each worker.
type Table struct{ shards []shard }

// New returns a table.
func New(n int) *Table { return &Table{make([]shard, n)} }

// Hit is a plain write.
func (t *Table) Hit(i int) {
	t.shards[i].hits++ // failed
}

// Hits reads atomically.
func (t *Table) Hits() (n int64) {
	for i := range t.shards {
		n += atomic.LoadInt64(&t.shards[i].hits)
	}
	return n
}

// Miss is right.
func (t *Table) Miss(i int) { atomic.AddInt64(&t.shards[i].misses, 1) }

// Misses is right.
func (t *Table) Misses() (n int64) {
	for i := range t.shards {
		n += atomic.LoadInt64(&t.shards[i].misses)
	}
	return n
}

type counts struct{ in, out int64 }

// A Meter has its counts inside.
type Meter struct{ counts counts }

// Reset writes plainly.
func (m *Meter) Reset() {
	m.counts.in = 0 // failed
	m.counts.out = 0
}

// In is right.
func (m *Meter) In() int64 { return atomic.LoadInt64(&m.counts.in) }

// Out is right: nobody uses sync/atomic for it.
func (m *Meter) Out() int64 { return m.counts.out }

// Counts has counters that Get reads atomically, and that Hit does not add to atomically.
type Counts struct{ n []int64 }

// NewCounts has them to itself.
func NewCounts(n int) *Counts {
	c := &Counts{n: make([]int64, n)}
	for i := range c.n {
		c.n[i] = 1
	}
	return c
}

// Hit adds one.
func (c *Counts) Hit(i int) { c.n[i]++ } // failed

// Get reads one.
func (c *Counts) Get(i int) int64 { return atomic.LoadInt64(&c.n[i]) }

// Len reads none.
func (c *Counts) Len() int { return len(c.n) }

// Sum reads all of them.
func (c *Counts) Sum() (sum int64) {
	for _, n := range c.n { // failed
		sum += n
	}
	return sum
}

// Local reads one by a variable.
func (c *Counts) Local() int64 {
	n := c.n
	return n[0] // failed
}

var total = make([]int64, 4)

// Total reads one.
func Total() int64 { return atomic.LoadInt64(&total[0]) }

// Add adds one.
func Add() { total[0]++ } // failed
