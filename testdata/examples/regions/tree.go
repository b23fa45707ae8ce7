package regions

import "sync"

// A leaf leads to its parent, too.
type leaf struct {
	key         int
	left, right *leaf
	parent      *leaf
}

// A Tree is a search tree under one lock.
type Tree struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	root *leaf
	//calvin:guarded_by mu
	size int
}

// Insert adds a key.
func (t *Tree) Insert(k int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var parent *leaf
	n := t.root
	for n != nil {
		parent = n
		if k == n.key {
			return
		}
		if k < n.key {
			n = n.left
		} else {
			n = n.right
		}
	}
	n = &leaf{key: k, parent: parent}
	switch {
	case parent == nil:
		t.root = n
	case k < parent.key:
		parent.left = n
	default:
		parent.right = n
	}
	t.size++
}

// Has reports whether a key is there.
func (t *Tree) Has(k int) bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for n := t.root; n != nil; {
		switch {
		case k == n.key:
			return true
		case k < n.key:
			n = n.left
		default:
			n = n.right
		}
	}
	return false
}
