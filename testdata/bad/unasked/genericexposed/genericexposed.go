// Package genericexposed has no annotations. Generic types return addresses, slices and maps that a lock guards to callers in other packages.
package genericexposed

import (
	"maps"
	"sync"
)

// A Cell has a value under its lock.
type Cell[T any] struct {
	mu sync.Mutex
	v  T
}

// Set is right.
func (c *Cell[T]) Set(v T) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.v = v
}

// Get is right.
func (c *Cell[T]) Get() T {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.v
}

// Pointer returns the address.
func (c *Cell[T]) Pointer() *T {
	c.mu.Lock()
	defer c.mu.Unlock()
	return &c.v // failed
}

// A Cache has entries under its lock.
type Cache[K comparable, V any] struct {
	mu sync.Mutex
	m  map[K]V
}

// New is right.
func New[K comparable, V any]() *Cache[K, V] { return &Cache[K, V]{m: map[K]V{}} }

// Put is right.
func (c *Cache[K, V]) Put(k K, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.m[k] = v
}

// All returns the map.
func (c *Cache[K, V]) All() map[K]V {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.m // failed
}

// Copy is right.
func (c *Cache[K, V]) Copy() map[K]V {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.m)
}
