// Package guardedapart has functions that call themselves, take no lock and use guarded fields: their callers hold the lock, or do not.
package guardedapart

import "sync"

type node struct {
	k           int
	left, right *node
}

type Tree struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	root *node
	//calvin:guarded_by mu
	size int

	next *Tree

	otherMu sync.Mutex
	//calvin:guarded_by otherMu
	other *node
}

// insert is right: it counts on its callers to hold t.mu.
func (t *Tree) insert(n *node, k int) *node {
	if n == nil {
		t.size++
		return &node{k: k}
	}
	if k < n.k {
		n.left = t.insert(n.left, k)
	} else {
		n.right = t.insert(n.right, k)
	}
	return n
}

// count is right: it only reads.
func (t *Tree) count(n *node) int {
	if n == nil {
		return t.size
	}
	return t.count(n.left) + t.count(n.right)
}

// Insert is right.
func (t *Tree) Insert(k int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.root = t.insert(t.root, k)
}

// Count is right.
func (t *Tree) Count() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.count(t.root)
}

func (t *Tree) NoLock() {
	t.insert(nil, 1) // failed
}

func (t *Tree) NoLockToRead() int {
	return t.count(nil) // failed
}

func (t *Tree) ReadLock() {
	t.mu.RLock()
	defer t.mu.RUnlock()
	t.insert(t.root, 1) // failed
}

func (t *Tree) OtherLock() {
	t.otherMu.Lock()
	defer t.otherMu.Unlock()
	t.insert(nil, 1) // failed
}

func (t *Tree) AnotherTree(u *Tree) {
	u.mu.Lock()
	defer u.mu.Unlock()
	t.insert(nil, 1) // failed
}

func (t *Tree) AnotherTreesNode(u *Tree) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if u == t {
		return
	}
	u.mu.Lock()         // failed
	t.insert(u.root, 1) // failed
	u.mu.Unlock()
}

func (t *Tree) AnotherGuardsNode() {
	t.mu.Lock()
	t.otherMu.Lock()
	t.insert(t.other, 1) // failed
	t.otherMu.Unlock()
	t.mu.Unlock()
}

func (t *Tree) StoredElsewhere() {
	t.mu.Lock()
	t.otherMu.Lock()
	t.other = t.insert(nil, 1) // failed
	t.otherMu.Unlock()
	t.mu.Unlock()
}

func (t *Tree) AfterUnlock() {
	t.mu.Lock()
	n := t.insert(nil, 1)
	t.mu.Unlock()
	if n != nil {
		n.k = 2 // failed
	}
}

func (t *Tree) LentAndKept() {
	n := &node{k: 5}
	t.mu.Lock()
	t.insert(n, 1)
	t.mu.Unlock()
	n.k = 2 // failed
}

func (t *Tree) PartLentAndKept() {
	part := &node{}
	n := &node{k: 5, left: part}
	t.mu.Lock()
	t.insert(n, 1)
	t.mu.Unlock()
	part.k = 2 // failed
}

func (t *Tree) Unchanged() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.size = 0
	t.insert(t.root, 1)
	if t.size != 0 {
		panic("grown") // failed
	}
}

func (t *Tree) UnchangedBehind() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.root == nil {
		return
	}
	t.root.left = nil
	t.insert(t.root, 1)
	if t.root.left != nil {
		panic("grown") // failed
	}
}

func (t *Tree) Deferred() {
	defer t.insert(nil, 1) // failed
	t.mu.Lock()
	defer t.mu.Unlock()
}

func (t *Tree) InGoroutine() {
	t.mu.Lock()
	defer t.mu.Unlock()
	go func() {
		t.insert(nil, 1) // failed
	}()
}

// alias writes by two names what may be one object.
func (t *Tree) alias(n *node, xs [2]int) int {
	if n == nil || t.root == nil {
		return t.size
	}
	t.root.k = 0
	n.k = 2
	if n.left != nil {
		return t.alias(n.left, xs)
	}
	if t.root.k < 0 || t.root.k > 2 {
		return 0
	}
	return xs[t.root.k] // failed
}

func (t *Tree) Alias() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.alias(t.root, [2]int{})
}

// elsewhere returns what another lock guards.
func (t *Tree) elsewhere(n *node) *node {
	if n == nil {
		t.size++
		t.otherMu.Lock()
		defer t.otherMu.Unlock()
		return t.other // failed
	}
	return t.elsewhere(n.left)
}

func (t *Tree) Elsewhere() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.root = t.elsewhere(t.root)
}

var found = &node{}

// known returns what everybody may read.
func (t *Tree) known(n *node) *node {
	if n == nil {
		t.size++
		return found // failed
	}
	return t.known(n.left)
}

func (t *Tree) Known() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.root = t.known(t.root)
}

// tell lets others know what the guard owns.
func (t *Tree) tell(n *node, c chan *node) int {
	if n == nil {
		return t.size
	}
	c <- n // failed
	return t.tell(n.left, c)
}

func (t *Tree) Tell(c chan *node) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.tell(t.root, c)
}

// later uses the field when the lock may have been given back.
func (t *Tree) later(n *node) int {
	if n == nil {
		go func() {
			t.size++ // failed
		}()
		return t.size
	}
	return t.later(n.left)
}

func (t *Tree) Later() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.later(t.root)
}

// opened gives the lock back for a moment.
func (t *Tree) opened(n *node) int {
	if n == nil {
		s := t.size // failed
		t.mu.Unlock()
		t.mu.Lock()
		return s
	}
	return t.opened(n.left)
}

func (t *Tree) Opened() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.opened(t.root) // failed
}

// two uses the fields of two trees.
func (t *Tree) two(u *Tree, n *node) int {
	if n == nil {
		t.size++ // failed
		return u.size
	}
	return t.two(u, n.left)
}

func (t *Tree) Two(u *Tree) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.two(u, t.root)
}

// both uses what two locks guard.
func (t *Tree) both(n *node) int {
	if n == nil {
		t.size++ // failed
		t.other = nil
		return 0
	}
	return t.both(n.left)
}

func (t *Tree) Both() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.both(t.root)
}

// valued is called without its name, too.
func (t *Tree) valued(n *node) int {
	if n == nil {
		return t.size // failed
	}
	return t.valued(n.left)
}

func (t *Tree) Valued() func(*node) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.valued(t.root) // failed
	return t.valued
}

// spawned is called by a goroutine, too.
func (t *Tree) spawned(n *node) {
	if n == nil {
		t.size++ // failed
		return
	}
	t.spawned(n.left)
}

func (t *Tree) Spawned() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.spawned(t.root) // failed
	go t.spawned(nil)
}

// even and odd are right: they call each other.
func (t *Tree) even(n *node) int {
	if n == nil {
		t.size++
		return 0
	}
	return t.odd(n.left)
}

func (t *Tree) odd(n *node) int {
	if n == nil {
		t.size--
		return 1
	}
	return t.even(n.left)
}

func (t *Tree) Even() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.even(t.root)
}

func (t *Tree) Odd() int {
	return t.odd(nil) // failed
}

// along goes on with a tree of which nobody has the lock.
func (t *Tree) along(d int) int {
	t.size++
	if d == 0 || t.next == nil {
		return t.size
	}
	return t.next.along(d - 1) // failed
}

func (t *Tree) Along() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.along(3)
}

// replaced uses what its parameter is not any more.
func (t *Tree) replaced(u *Tree, d int) int {
	if d == 0 {
		t = u
		return t.size // failed
	}
	return t.replaced(u, d-1)
}

func (t *Tree) Replaced(u *Tree) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.replaced(u, 3)
}

// first is right: it only reads.
func (t *Tree) first(n *node) *node {
	if t.size == 0 || n == nil || n.left == nil {
		return n
	}
	return t.first(n.left)
}

func (t *Tree) WriteFirst() {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if n := t.first(t.root); n != nil {
		n.k++ // failed
	}
}

// keep is right: it stores what it gets.
func (t *Tree) keep(n *node, d int) {
	if d == 0 {
		t.root = n
		return
	}
	t.keep(n, d-1)
}

func (t *Tree) KeptTwice(u *Tree) {
	n := &node{}
	t.mu.Lock()
	t.keep(n, 1)
	t.mu.Unlock()
	u.mu.Lock()
	u.keep(n, 1) // failed
	u.mu.Unlock()
}
