// Package searchtree is a map in a binary search tree under one lock. Its helpers call themselves, and use the map's own fields as well.
package searchtree

import "sync"

type node struct {
	key         string
	value       int
	left, right *node
}

// A Map keeps numbers by name, up to a limit.
type Map struct {
	limit int
	mu    sync.RWMutex
	//calvin:guarded_by mu
	root *node
	//calvin:guarded_by mu
	size int
	//calvin:guarded_by mu
	last string // what was put in last
}

// New returns an empty map.
func New(limit int) *Map { return &Map{limit: limit} }

// Put sets a value.
func (m *Map) Put(key string, value int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.root = m.put(m.root, key, value)
}

// put adds a key below n, and returns what is there then.
func (m *Map) put(n *node, key string, value int) *node {
	switch {
	case n == nil && m.size >= m.limit:
		return nil
	case n == nil:
		m.size++
		m.last = key
		return &node{key: key, value: value}
	case key < n.key:
		n.left = m.put(n.left, key, value)
	case key > n.key:
		n.right = m.put(n.right, key, value)
	default:
		n.value = value
		m.last = key
	}
	return n
}

// Delete takes a key out.
func (m *Map) Delete(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.root = m.without(m.root, key)
}

// without takes a key out below n, and returns what is left.
func (m *Map) without(n *node, key string) *node {
	switch {
	case n == nil:
		return nil
	case key < n.key:
		n.left = m.without(n.left, key)
		return n
	case key > n.key:
		n.right = m.without(n.right, key)
		return n
	}
	m.size--
	switch {
	case n.left == nil:
		return n.right
	case n.right == nil:
		return n.left
	}
	return m.graft(n.left, n.right)
}

// graft hangs one tree below the greatest key of another.
func (m *Map) graft(n, greater *node) *node {
	if n.right == nil {
		n.right = greater
		m.last = n.key
		return n
	}
	n.right = m.graft(n.right, greater)
	return n
}

// Sum adds the values up that are not the last one.
func (m *Map) Sum() int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.sum(m.root)
}

func (m *Map) sum(n *node) int {
	if n == nil {
		return 0
	}
	s := m.sum(n.left) + m.sum(n.right)
	if n.key != m.last {
		s += n.value
	}
	return s
}
