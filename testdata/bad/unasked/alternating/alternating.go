// Package alternating has objects of two types that lead to each other, and walks along them.
package alternating

import "sync"

type parent struct {
	n     int
	child *child
}

type child struct {
	n      int
	parent *parent
}

// Tree is guarded by its lock.
type Tree struct {
	mu   sync.Mutex
	root *parent
}

func (t *Tree) Climb() {
	t.mu.Lock()
	defer t.mu.Unlock()
	p := t.root
	for p != nil && p.child != nil {
		p = p.child.parent
		if p != nil {
			p.n++
		}
	}
}

func (t *Tree) Plant() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.root = &parent{child: &child{}}
}

func (t *Tree) Peek() int {
	p := t.root // failed
	for p != nil && p.child != nil {
		p = p.child.parent
	}
	return 0
}
