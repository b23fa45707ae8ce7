// Package movedlocks has library functions and builtins move locks that others may be using.
package movedlocks

import (
	"bytes"
	"maps"
	"slices"
	"sort"
	"sync"
	"sync/atomic"
)

// A T has a lock for each row.
type T struct {
	locks []sync.Mutex
	pair  [2]sync.Mutex
	pool  sync.Pool
	mu    sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Copy copies some there.
func (t *T) Copy(from []sync.Mutex) {
	copy(t.locks, from) // failed
}

// CopyOut copies some from there.
func (t *T) CopyOut(to []sync.Mutex) {
	copy(to, t.locks) // failed
}

// Append copies them to new ones.
func (t *T) Append() []sync.Mutex {
	return append([]sync.Mutex(nil), t.locks...) // failed
}

// Clear clears them.
func (t *T) Clear() {
	clear(t.locks) // failed
}

// SortBy sorts them.
func (t *T) SortBy() {
	sort.Slice(t.locks, func(i, j int) bool { return i < j }) // failed
}

// SortFunc has a function see them.
func (t *T) SortFunc() {
	slices.SortFunc(t.locks, func(a, b sync.Mutex) int { return 0 }) // failed
}

// Reverse turns them round.
func (t *T) Reverse() {
	slices.Reverse(t.locks) // failed
}

// IndexFunc looks for one by a function.
func (t *T) IndexFunc() int {
	return slices.IndexFunc(t.locks, func(m sync.Mutex) bool { return m.TryLock() }) // failed
}

// Clone copies them.
func (t *T) Clone() []sync.Mutex {
	return slices.Clone(t.locks) // failed
}

// Delete deletes one.
func (t *T) Delete() {
	if len(t.locks) > 1 {
		_ = slices.Delete(t.locks, 0, 1) // failed
	}
}

// Insert makes room for one.
func (t *T) Insert() {
	_ = slices.Insert(t.locks, 0, sync.Mutex{}) // failed
}

// Grow may move them elsewhere.
func (t *T) Grow() []sync.Mutex {
	return slices.Grow(t.locks, 10) // failed
}

// Concat joins them.
func (t *T) Concat() []sync.Mutex {
	return slices.Concat(t.locks, t.pair[:]) // failed
}

// Keys copies a map of them.
func Keys(m map[string]sync.Mutex) map[string]sync.Mutex {
	return maps.Clone(m) // failed
}

// A Row has a counter in its elements.
type Row struct{ n atomic.Int64 }

// Rows copies elements with counters.
func Rows(rows []Row) []Row {
	return slices.Clone(rows) // failed
}

// Buffers copies elements that share what is in them.
func Buffers(bs []bytes.Buffer) []bytes.Buffer {
	return slices.Clone(bs) // failed
}

// Tables copies elements with arrays of locks.
func Tables(ts []struct{ mus [2]sync.Mutex }) {
	_ = slices.Repeat(ts, 2) // failed
}

// Range goes over them.
func (t *T) Range() {
	for _, mu := range t.locks { // failed
		mu.Lock()
		mu.Unlock()
	}
}

// Pair copies two.
func (t *T) Pair() [2]sync.Mutex {
	return t.pair // failed
}

// Same compares them.
func (t *T) Same(o *T) bool {
	return t.pair == o.pair // failed
}

// Array makes an array of them.
func (t *T) Array() [2]sync.Mutex {
	if len(t.locks) < 2 {
		return [2]sync.Mutex{}
	}
	return [2]sync.Mutex(t.locks) // failed
}

// NewPool makes a pool where nothing is.
func NewPool() {
	var t *T
	t.pool = sync.Pool{New: func() any { return 1 }} // failed
}

// Pool makes another pool of that of an object that others use.
func (t *T) Pool() {
	t.pool = sync.Pool{New: func() any { return 1 }} // failed
}

// Index passes copies of them to a function.
func (t *T) Index() int {
	return slices.IndexFunc(t.locks, func(mu sync.Mutex) bool { return mu == sync.Mutex{} }) // failed
}

// Values goes through copies of them.
func (t *T) Values() (n int) {
	for range slices.Values(t.locks) { // failed
		n++
	}
	return n
}
