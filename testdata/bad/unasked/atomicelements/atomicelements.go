// Package atomicelements has no annotations. Elements of slices are counters: some functions access them by sync/atomic, others plainly.
package atomicelements

import (
	"slices"
	"sync"
	"sync/atomic"
)

// H has counters of which some functions access elements plainly.
type H struct{ hits []uint32 }

// New may write: nobody else knows them.
func New(n int) *H {
	h := &H{hits: make([]uint32, n)}
	for i := range h.hits {
		h.hits[i] = 1
	}
	return h
}

// Hit is right.
func (h *H) Hit(i int) { atomic.AddUint32(&h.hits[i], 1) }

// Plain writes one.
func (h *H) Plain(i int) { h.hits[i]++ } // failed

// Reads reads one.
func (h *H) Reads(i int) uint32 { return h.hits[i] } // failed

// Other has another name for them.
func (h *H) Other(i int) uint32 {
	n := h.hits[:i]
	return n[0] // failed
}

func sum(n []uint32) (s uint32) {
	for _, x := range n {
		s += x
	}
	return s
}

// Passes passes them to who reads them.
func (h *H) Passes() uint32 { return sum(h.hits) } // failed

// Copies copies them.
func (h *H) Copies() []uint32 {
	c := make([]uint32, len(h.hits))
	copy(c, h.hits) // failed
	return c
}

// Clones lets package slices copy them.
func (h *H) Clones() []uint32 { return slices.Clone(h.hits) } // failed

// Sorts lets package slices sort them.
func (h *H) Sorts() { slices.Sort(h.hits) } // failed

// Clears clears them.
func (h *H) Clears() { clear(h.hits) } // failed

// Gives gives them away.
func (h *H) Gives() []uint32 { return h.hits } // failed

// K grows.
type K struct {
	n []int64
}

// Grow assigns another slice.
func (k *K) Grow() { k.n = append(k.n, 0) } // failed

// Add adds.
func (k *K) Add(i int) { atomic.AddInt64(&k.n[i], 1) }

// Known is given the slice by who keeps it.
type Known struct{ n []int64 }

// NewKnown keeps it, and counts on its callers to leave it.
func NewKnown(n []int64) *Known { return &Known{n: n} }

// UsesKnown does not.
func UsesKnown() (*Known, int64) {
	n := make([]int64, 4)
	k := NewKnown(n)
	go k.Add(0)
	return k, n[0] // failed
}

// Add adds.
func (k *Known) Add(i int) { atomic.AddInt64(&k.n[i], 1) }

var total = make([]int64, 4)

// Total is right.
func Total() int64 { return atomic.LoadInt64(&total[0]) }

// AddTotal is right.
func AddTotal(i int) { atomic.AddInt64(&total[i], 1) }

// Locked has a lock, which atomic access does not take.
type Locked struct {
	mu sync.Mutex
	n  []int64
}

// Set holds the lock.
func (l *Locked) Set(i int) {
	l.mu.Lock()
	l.n[i] = 4 // failed
	l.mu.Unlock()
}

// Add does not.
func (l *Locked) Add(i int) { atomic.AddInt64(&l.n[i], 1) }

// Local counts.
func Local(n int) int64 {
	hits := make([]int64, n)
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() { atomic.AddInt64(&hits[i%n], 1) })
	}
	wg.Wait()
	return hits[0]
}

// LocalPlain counts without.
func LocalPlain(n int) int64 {
	hits := make([]int64, n)
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() { hits[i%n]++ }) // failed
	}
	atomic.AddInt64(&hits[0], 1)
	wg.Wait()
	return hits[0]
}

// LocalEarly reads before Wait.
func LocalEarly(n int) int64 {
	hits := make([]int64, n)
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() { atomic.AddInt64(&hits[i%n], 1) })
	}
	x := hits[0] // failed
	wg.Wait()
	return x
}

// A Histogram is right.
type Histogram struct {
	bounds []float64
	counts []uint64
}

// NewHistogram makes the counters.
func NewHistogram(bounds []float64) *Histogram {
	b := append([]float64(nil), bounds...)
	return &Histogram{bounds: b, counts: make([]uint64, len(b)+1)}
}

// Observe counts.
func (h *Histogram) Observe(v float64) {
	i := 0
	for i < len(h.bounds) && v > h.bounds[i] {
		i++
	}
	atomic.AddUint64(&h.counts[i], 1)
}

// Snapshot copies.
func (h *Histogram) Snapshot() []uint64 {
	out := make([]uint64, len(h.counts))
	for i := range h.counts {
		out[i] = atomic.LoadUint64(&h.counts[i])
	}
	return out
}

// A Set of small numbers is right.
type Set struct{ words []uint64 }

// NewSet makes the words.
func NewSet(n int) *Set { return &Set{make([]uint64, (n+63)/64)} }

// Add tries until nobody comes between.
func (b *Set) Add(i int) bool {
	p := &b.words[i/64]
	for {
		old := atomic.LoadUint64(p)
		if old&(1<<(i%64)) != 0 {
			return false
		}
		if atomic.CompareAndSwapUint64(p, old, old|1<<(i%64)) {
			return true
		}
	}
}

// A Wheel has an array, and is right.
type Wheel struct{ slots [256]uint32 }

// Add counts.
func (w *Wheel) Add(h uint32) { atomic.AddUint32(&w.slots[h&255], 1) }

// Sum reads all.
func (w *Wheel) Sum() (sum uint32) {
	for i := range w.slots {
		sum += atomic.LoadUint32(&w.slots[i])
	}
	return sum
}
