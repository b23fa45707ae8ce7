// Package boxedgenerics has variables behind pointers that generic code knows by other types.
package boxedgenerics

import "sync"

// A Cell has a pointer to a value of any type.
type Cell[T any] struct {
	mu sync.Mutex
	p  *T
}

// Set writes it: of a value of a type parameter nobody says whose it is.
func (c *Cell[T]) Set(v T) {
	c.mu.Lock()
	*c.p = v // failed
	c.mu.Unlock()
}

// Get reads it.
func (c *Cell[T]) Get() T {
	c.mu.Lock()
	defer c.mu.Unlock()
	return *c.p
}

// A Num has pointers to a number and a map.
type Num struct {
	mu sync.Mutex
	n  *int
	m  *map[string]int
}

// Inc counts under the lock.
func (n *Num) Inc() {
	n.mu.Lock()
	*n.n++
	n.mu.Unlock()
}

// Put writes the map under the lock.
func (n *Num) Put() {
	n.mu.Lock()
	(*n.m)["a"]++
	n.mu.Unlock()
}

// Share has two objects share a number.
func Share() (*Cell[int], *Num) {
	x := 0
	return &Cell[int]{p: &x}, &Num{n: &x} // failed
}

type store[K comparable] struct {
	mu sync.Mutex
	m  *map[K]int
}

func (s *store[K]) put(k K) {
	s.mu.Lock()
	(*s.m)[k]++
	s.mu.Unlock()
}

// Share2 has two objects share a map.
func Share2() *Num {
	m := map[string]int{}
	s := &store[string]{m: &m}
	go s.put("x")
	return &Num{m: &m} // failed
}

func helper[K comparable](m *map[K]int, k K) { (*m)[k]++ }

// Bad writes the map after the unlock, by a generic function.
func (n *Num) Bad() {
	n.mu.Lock()
	m := n.m
	n.mu.Unlock()
	helper(m, "a") // failed
}

// Good does so under the lock.
func (n *Num) Good() {
	n.mu.Lock()
	helper(n.m, "a")
	n.mu.Unlock()
}

// swap writes by pointers to values of a type parameter.
func swap[T any](a, b *T) { *a, *b = *b, *a } // failed

// Swap does so under the lock.
func (n *Num) Swap(o *int) {
	n.mu.Lock()
	swap(n.n, o)
	n.mu.Unlock()
}

type conv map[string]int

// Conv writes by a pointer of another type.
func (n *Num) Conv() {
	n.mu.Lock()
	c := (*conv)(n.m)
	n.mu.Unlock()
	(*c)["x"] = 1 // failed
}

// Any sends the pointer in an interface.
func (n *Num) Any(to chan any) {
	n.mu.Lock()
	to <- n.m // failed
	n.mu.Unlock()
}

// Fn returns a function that writes the map.
func (n *Num) Fn() func() {
	n.mu.Lock()
	m := n.m
	n.mu.Unlock()
	return func() { (*m)["x"] = 2 } // failed
}
