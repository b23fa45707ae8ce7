// Package anykeys has maps with keys of interface types, in which there may be pointers to what a lock guards, and copies of maps of interfaces.
package anykeys

import (
	"maps"
	"sync"
)

type node struct{ n int }

func (n *node) weight() int { return n.n }

type weighted interface{ weight() int }

// A Table has nodes as keys, and others by names.
type Table struct {
	mu    sync.Mutex
	nodes map[weighted]int
	named map[any]*node
	pairs map[pair]bool
}

type pair struct{ left, right weighted }

// New makes one.
func New() *Table {
	return &Table{nodes: map[weighted]int{}, named: map[any]*node{}, pairs: map[pair]bool{}}
}

// Add adds a node that it has made.
func (t *Table) Add(name any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := &node{}
	t.nodes[n] = 1
	t.named[name] = n
	t.pairs[pair{n, &node{}}] = true
	n.n++
}

// Get reads a node under the lock.
func (t *Table) Get(name any) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if n, ok := t.named[name]; ok {
		return n.n + t.nodes[n]
	}
	return 0
}

// Bump writes all of them under the lock.
func (t *Table) Bump() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for k := range t.nodes {
		if n, ok := k.(*node); ok {
			n.n++
		}
	}
	for p := range t.pairs {
		if n, ok := p.left.(*node); ok {
			n.n++
		}
	}
}

// Remove removes one.
func (t *Table) Remove(name any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if n, ok := t.named[name]; ok {
		delete(t.named, name)
		delete(t.nodes, n)
	}
	clear(t.pairs)
}

// Len counts.
func (t *Table) Len() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.nodes) + len(t.named)
}

// Unlocked looks into a map without the lock.
func (t *Table) Unlocked(name any) int {
	return t.nodes[t.named[name]] // failed
}

// Later writes a key after the unlock.
func (t *Table) Later() {
	var found *node
	t.mu.Lock()
	for k := range t.nodes {
		found, _ = k.(*node)
	}
	t.mu.Unlock()
	if found != nil {
		found.n++ // failed
	}
}

// Behind writes what a key leads to after the unlock.
func (t *Table) Behind() {
	var found pair
	t.mu.Lock()
	for p := range t.pairs {
		found = p
	}
	t.mu.Unlock()
	if n, ok := found.right.(*node); ok {
		n.n++ // failed
	}
}

// Value writes a value after the unlock.
func (t *Table) Value(name any) {
	t.mu.Lock()
	n := t.named[name]
	t.mu.Unlock()
	if n != nil {
		n.n++ // failed
	}
}

// Kept has the node that it adds as a key, and writes it later.
func (t *Table) Kept() {
	n := &node{}
	t.mu.Lock()
	t.nodes[n] = 1
	t.mu.Unlock()
	n.n++ // failed
}

// KeptInPair does so with a key that is a struct.
func (t *Table) KeptInPair() {
	n := &node{}
	t.mu.Lock()
	t.pairs[pair{left: n}] = true
	t.mu.Unlock()
	n.n++ // failed
}

// Moved gives one table a key of another.
func (t *Table) Moved(u *Table) {
	t.mu.Lock()
	var found weighted
	for k := range t.nodes {
		found = k
	}
	t.mu.Unlock()
	u.mu.Lock()
	defer u.mu.Unlock()
	u.nodes[found] = 1 // failed
}

// Copied copies the map under the lock, and writes a key of the copy later.
func (t *Table) Copied() {
	c := map[weighted]int{}
	t.mu.Lock()
	for k := range t.nodes {
		c[k]++
	}
	t.mu.Unlock()
	for k := range c {
		if n, ok := k.(*node); ok {
			n.n++ // failed
		}
	}
}

// Cloned does so with maps.Clone.
func (t *Table) Cloned() {
	t.mu.Lock()
	c := maps.Clone(t.nodes) // failed
	t.mu.Unlock()
	for k := range c {
		if n, ok := k.(*node); ok {
			n.n++
		}
	}
}

// Own has a map of its own.
func Own() int {
	m := map[weighted]int{}
	n := &node{}
	m[n] = 1
	n.n = 2
	for k := range m {
		if n, ok := k.(*node); ok {
			n.n++
		}
	}
	return m[n]
}

// Shared has two tables share a node.
func Shared() (*Table, *Table) {
	n := &node{}
	t, u := New(), New()
	t.nodes[n] = 1
	u.nodes[n] = 1 // failed
	return t, u
}

// Sent sends a key to another goroutine, and writes it.
func Sent(c chan map[weighted]int) {
	n := &node{}
	m := map[weighted]int{n: 1}
	c <- m
	n.n++ // failed
}

// A Registry has nodes as values behind interfaces.
type Registry struct {
	mu  sync.Mutex
	all map[string]any
}

// Add adds a node.
func (r *Registry) Add(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.all == nil {
		r.all = map[string]any{}
	}
	n := &node{}
	r.all[name] = n
	n.n = 1
}

// Cloned has another map with the same nodes.
func (r *Registry) Cloned(name string) {
	r.mu.Lock()
	c := maps.Clone(r.all) // failed
	r.mu.Unlock()
	if n, ok := c[name].(*node); ok {
		n.n++
	}
}
