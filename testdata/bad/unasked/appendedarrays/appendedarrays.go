// Package appendedarrays has no annotations. It has lists in fields to which it appends, and arrays that two of them share, or that are written otherwise.
package appendedarrays

import "sync"

// 12: copies of the struct's slice in two objects
type T12 struct {
	mu sync.Mutex
	xs []int
}

func (t *T12) Add(x int) {
	t.mu.Lock()
	t.xs = append(t.xs, x)
	t.mu.Unlock()
}
func (t *T12) Clone() *T12 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return &T12{xs: t.xs} // failed
}
func (t *T12) Sum() (s int) {
	t.mu.Lock()
	xs := t.xs
	t.mu.Unlock()
	for _, x := range xs { // failed
		s += x
	}
	return
}

// Typed is the same for any type.
type Typed[T any] struct {
	mu   sync.Mutex
	subs []chan T
}

func (h *Typed[T]) Sub() <-chan T {
	ch := make(chan T, 1)
	h.mu.Lock()
	h.subs = append(h.subs, ch)
	h.mu.Unlock()
	return ch
}

func (h *Typed[T]) Pub(v T) {
	h.mu.Lock()
	subs := h.subs
	h.mu.Unlock()
	for _, s := range subs {
		s <- v
	}
}

// 14: one array for all.
type T14 struct {
	mu sync.Mutex
	xs []int
}

func All14(n int) (all []*T14) {
	xs := make([]int, 0, 10)
	for range n {
		all = append(all, &T14{xs: xs}) // failed
	}
	return
}

func (t *T14) Add(x int) {
	t.mu.Lock()
	t.xs = append(t.xs, x)
	t.mu.Unlock()
}

func (t *T14) Sum() (s int) {
	t.mu.Lock()
	xs := t.xs
	t.mu.Unlock()
	for _, x := range xs { // failed
		s += x
	}
	return
}

// 15: the lock is given up between the read and the assignment.
type T15 struct {
	mu sync.Mutex
	xs []int
}

func (t *T15) Add(f func() int) {
	t.mu.Lock()
	t.xs = append(t.xs, t.next()) // failed
	t.mu.Unlock()
}

func (t *T15) next() int {
	t.mu.Unlock() // failed
	t.mu.Lock()
	return 1
}

func (t *T15) Sum() (s int) {
	t.mu.Lock()
	xs := t.xs
	t.mu.Unlock()
	for _, x := range xs { // failed
		s += x
	}
	return
}

// 16: appended with the read lock.
type T16 struct {
	mu sync.RWMutex
	xs []int
}

func (t *T16) Add(x int) {
	t.mu.RLock()
	t.xs = append(t.xs, x) // failed
	t.mu.RUnlock()
}

func (t *T16) Sum() (s int) {
	t.mu.RLock()
	xs := t.xs
	t.mu.RUnlock()
	for _, x := range xs {
		s += x
	}
	return
}

// 17: a part is read that ends later.
type T17 struct {
	mu sync.Mutex
	xs []int
}

func (t *T17) Add(x int) {
	t.mu.Lock()
	t.xs = append(t.xs, x)
	t.mu.Unlock()
}

func (t *T17) Sum(n int) (s int) {
	t.mu.Lock()
	xs := t.xs
	t.mu.Unlock()
	for _, x := range xs[:n] { // failed
		s += x
	}
	return
}

// 18: an element is written by its address.
type T18 struct {
	mu sync.Mutex
	xs []int
}

func (t *T18) Add(x int) {
	t.mu.Lock()
	t.xs = append(t.xs, x)
	t.mu.Unlock()
}

func (t *T18) Max() *int {
	t.mu.Lock()
	xs := t.xs
	t.mu.Unlock()
	var m *int
	for i := range xs {
		if m == nil || xs[i] > *m { // failed
			m = &xs[i]
		}
	}
	return m
}

// 19: the struct is copied, with a new lock.
type T19 struct {
	mu sync.Mutex
	in
}
type in struct {
	mu sync.Mutex
	xs []int
}

func (t *T19) Add(x int) {
	t.mu.Lock()
	t.in.xs = append(t.in.xs, x) // failed
	t.mu.Unlock()
}

func (t *T19) Sum() (s int) {
	t.mu.Lock()
	xs := t.in.xs
	t.mu.Unlock()
	for _, x := range xs { // failed
		s += x
	}
	return
}

func (t *T19) Clone() *T19 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return &T19{in: t.in} // failed
}

// 20: by the address of the field.
type T20 struct {
	mu sync.Mutex
	xs []int
}

func (t *T20) Add(x int) {
	t.mu.Lock()
	t.xs = append(t.xs, x)
	t.mu.Unlock()
}

func (t *T20) Zero() {
	t.mu.Lock()
	p := &t.xs
	t.mu.Unlock()
	(*p)[0] = 0 // failed
}

func (t *T20) Sum() (s int) {
	t.mu.Lock()
	xs := t.xs
	t.mu.Unlock()
	for _, x := range xs { // failed
		s += x
	}
	return
}
