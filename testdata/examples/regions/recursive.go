package regions

import "sync"

// A branch is part of a tree whose functions call themselves.
type branch struct {
	k           int
	left, right *branch
}

func (n *branch) has(k int) bool {
	if n == nil {
		return false
	}
	if k == n.k {
		return true
	}
	if k < n.k {
		return n.left.has(k)
	}
	return n.right.has(k)
}

func insert(n *branch, k int) *branch {
	if n == nil {
		return &branch{k: k}
	}
	if k < n.k {
		n.left = insert(n.left, k)
	} else {
		n.right = insert(n.right, k)
	}
	return n
}

// A Plant has such a tree under its lock.
type Plant struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	root *branch
}

// Has holds the lock for reading.
func (t *Plant) Has(k int) bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.root.has(k)
}

// Insert holds it for writing.
func (t *Plant) Insert(k int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.root = insert(t.root, k)
}

// Local has a tree of its own.
func Local() bool {
	r := &branch{}
	return r.has(3)
}
