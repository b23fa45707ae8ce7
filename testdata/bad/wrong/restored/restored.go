// Package restored has the library store what one guard owns where another guard's objects belong, and methods that are values.
package restored

import (
	"maps"
	"slices"
	"sync"
)

type node struct {
	v    int
	next *node
}

// Bump can be called by whoever has it as a value.
func (n *node) Bump() {
	n.v++ // failed
}

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	all []*node
	//calvin:guarded_by mu
	m   map[string]*node
	mu2 sync.Mutex
	//calvin:guarded_by mu2
	second *node
	//calvin:guarded_by mu2
	m2 map[string]*node
}

// Insert puts it into the array.
func (t *T) Insert() int {
	t.mu.Lock()
	t.mu2.Lock()
	n := len(slices.Insert(t.all, 0, t.second)) // failed
	t.mu2.Unlock()
	t.mu.Unlock()
	return n
}

// Copy puts all of them into the map.
func (t *T) Copy() {
	t.mu.Lock()
	t.mu2.Lock()
	if t.m != nil {
		maps.Copy(t.m, t.m2) // failed
	}
	t.mu2.Unlock()
	t.mu.Unlock()
}

// Expression makes a value of a method.
func Expression() func() {
	f := (*node).Bump
	return func() { f(&node{}) }
}
