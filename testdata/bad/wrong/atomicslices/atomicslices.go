// Package atomicslices has a slice of which the elements are accessed by sync/atomic.
package atomicslices

import "sync/atomic"

// A Table has counters.
type Table struct {
	//calvin:atomic_only
	hits []uint32
}

// Same believes that others stay away.
//
//calvin:requires 0 <= i && i < len(t.hits)
//calvin:atomic
//calvin:ensures result
func (t *Table) Same(i int) bool {
	a := atomic.LoadUint32(&t.hits[i])
	b := atomic.LoadUint32(&t.hits[i])
	return a == b // failed
}

// Twice is no single step.
//
//calvin:requires 0 <= i && i < len(t.hits)
//calvin:atomic
//calvin:modifies t.hits[i]
//calvin:ensures t.hits[i] == old(t.hits[i]) + 2
func (t *Table) Twice(i int) {
	atomic.AddUint32(&t.hits[i], 1)
	atomic.AddUint32(&t.hits[i], 1) // failed
}

// Once is one.
//
//calvin:requires 0 <= i && i < len(t.hits)
//calvin:atomic
//calvin:modifies t.hits[i]
func (t *Table) Once(i int) uint32 { return atomic.AddUint32(&t.hits[i], 1) }

// Plain does without.
//
//calvin:requires 0 <= i && i < len(t.hits)
func (t *Table) Plain(i int) uint32 {
	return t.hits[i] // failed
}

// Set assigns another slice.
func (t *Table) Set(n int) {
	t.hits = make([]uint32, n) // failed
}
