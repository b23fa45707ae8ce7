// Package recursive has functions that call themselves, on what is not theirs.
package recursive

import "sync"

type node struct {
	k           int
	left, right *node
}

func (n *node) has(k int) bool {
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

func insert(n *node, k int) *node {
	if n == nil {
		return &node{k: k}
	}
	if k < n.k {
		n.left = insert(n.left, k)
	} else {
		n.right = insert(n.right, k)
	}
	return n
}

type Tree struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	root *node
	mu2  sync.Mutex
	//calvin:guarded_by mu2
	other *node
}

func (t *Tree) Has(k int) bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.root.has(k)
}

func (t *Tree) Insert(k int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.root = insert(t.root, k)
}

func (t *Tree) Late(k int) bool {
	t.mu.RLock()
	r := t.root
	t.mu.RUnlock()
	return r.has(k) // failed
}

func (t *Tree) ReadLock(k int) {
	t.mu.RLock()
	insert(t.root, k) // failed
	t.mu.RUnlock()
}

func (t *Tree) OtherOwner(k int) {
	t.mu.Lock()
	t.mu2.Lock()
	t.other = insert(t.root, k) // failed
	t.mu2.Unlock()
	t.mu.Unlock()
}

func (t *Tree) BuiltByOthers(k int) {
	r := &node{}
	insert(r, k)
	t.mu.Lock()
	t.root = r // failed
	t.mu.Unlock()
}
func join(a, b *node, d int) {
	if d > 0 {
		join(a, b, d-1)
	}
	if a != nil {
		a.left = b
	}
}
func (t *Tree) TwoOwners(k int) {
	t.mu.Lock()
	t.mu2.Lock()
	if t.other != nil {
		join(t.root, t.other, 2) // failed
	}
	t.mu2.Unlock()
	t.mu.Unlock()
}
func (t *Tree) OwnAndOthers(k int) {
	r := &node{}
	t.mu.Lock()
	join(t.root, r, 2) // failed
	t.mu.Unlock()
	r.k = 1
}
func Local() bool {
	r := &node{}
	return r.has(3)
}

// FromNil lends the function that calls itself nothing at all. What it returns is then in a region that nobody here knows, and it may not be nil.
func (t *Tree) FromNil() {
	var r *node
	root := insert(r, 1)
	if root != nil {
		t.root = root // failed
	}
}

// FromNilTwice does so twice.
func (t *Tree) FromNilTwice() {
	var r *node
	r = insert(r, 1)
	r = insert(r, 2)
	t.root = r // failed
}

// A depot has a lock of its own.
type depot struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

type branch struct {
	kids []*branch
	n    int
	at   *depot
}

var (
	lastMu sync.Mutex
	//calvin:guarded_by lastMu
	last *depot
)

// visit makes known what the tree has with a lock of its own.
func visit(b *branch) {
	b.n++
	lastMu.Lock()
	last = b.at
	lastMu.Unlock()
	for _, k := range b.kids {
		if k != nil {
			visit(k)
		}
	}
}

// OwnDepot goes on with a depot that others know.
func OwnDepot() {
	d := &depot{}
	b := &branch{at: d}
	visit(b) // failed
	d.n = 1
}

// OwnDepotBelow does the same with one that is further down.
func OwnDepotBelow() {
	d := &depot{}
	b := &branch{}
	b.kids = append(b.kids, &branch{at: d})
	visit(b) // failed
	d.n = 1
}

// SharedDepot visits a tree of its own with a depot that others know anyway, and then forgets the lock.
func SharedDepot(d *depot) {
	b := &branch{at: d}
	visit(b)
	d.n = 1 // failed
}
