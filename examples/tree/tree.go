// Package tree is a set in a binary search tree under one lock, with functions that call themselves.
package tree

import "sync"

// A Tree is a set of integers.
//
//calvin:transition root != nil ==> root.tree == this
type Tree struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	root *node
	//calvin:guarded_by mu
	size int
}

// A node belongs to one tree for ever.
//
//calvin:transition left != nil ==> left.tree == tree
//calvin:transition right != nil ==> right.tree == tree
type node struct {
	tree *Tree
	key  int
	//calvin:guarded_by tree.mu
	left *node
	//calvin:guarded_by tree.mu
	right *node
}

// New returns the empty set, which the zero value is, too.
func New() *Tree { return &Tree{} }

// Add puts key into the set, and says whether it was not there.
func (t *Tree) Add(key int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.root == nil {
		t.root = &node{tree: t, key: key}
		t.size++
		return true
	}
	return t.root.add(key)
}

// add puts key below n.
//
//calvin:requires n.tree != nil && held(n.tree.mu)
func (n *node) add(key int) bool {
	switch {
	case key < n.key && n.left == nil:
		n.left = &node{tree: n.tree, key: key}
	case key < n.key:
		return n.left.add(key)
	case key > n.key && n.right == nil:
		n.right = &node{tree: n.tree, key: key}
	case key > n.key:
		return n.right.add(key)
	default:
		return false
	}
	n.tree.size++
	return true
}

// Has says whether key is in the set.
func (t *Tree) Has(key int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	//calvin:invariant n != nil ==> n.tree == t
	for n := t.root; n != nil; {
		switch {
		case key < n.key:
			n = n.left
		case key > n.key:
			n = n.right
		default:
			return true
		}
	}
	return false
}

// Each calls visit for the keys in order, while the set is locked.
func (t *Tree) Each(visit func(int)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.root.each(visit)
}

//calvin:requires n != nil ==> n.tree != nil && held(n.tree.mu)
func (n *node) each(visit func(int)) {
	if n == nil {
		return
	}
	n.left.each(visit)
	visit(n.key)
	n.right.each(visit)
}

// Depth is the length of the longest path.
func (t *Tree) Depth() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return depth(t.root)
}

//calvin:requires n != nil ==> n.tree != nil && held(n.tree.mu)
func depth(n *node) int {
	if n == nil {
		return 0
	}
	return 1 + max(depth(n.left), depth(n.right))
}
