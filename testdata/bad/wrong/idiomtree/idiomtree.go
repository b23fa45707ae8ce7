// Package idiomtree has trees with parents under a lock, and code that uses them wrongly.
package idiomtree

import "sync"

type node struct {
	name     string
	parent   *node
	children []*node
	size     int
}

func (n *node) add(c *node) {
	c.parent = n
	n.children = append(n.children, c)
	for p := n; p != nil; p = p.parent {
		p.size++
	}
}

func (n *node) depth() (d int) {
	for p := n.parent; p != nil; p = p.parent {
		d++
	}
	return d
}

type FS struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	root *node
	//calvin:guarded_by mu
	byName map[string]*node
	//calvin:guarded_by mu
	made  int
	other sync.Mutex
	//calvin:guarded_by other
	cwd *node
}

func New() *FS {
	r := &node{name: "/"}
	return &FS{root: r, byName: map[string]*node{"/": r}}
}

func (f *FS) Unlocked(c string) {
	f.root.add(&node{name: c}) // failed
}

func (f *FS) UnderReadLock(c string) {
	n := &node{name: c}
	f.mu.RLock()
	defer f.mu.RUnlock()
	f.root.add(n) // failed
}

func (f *FS) SizeUnderReadLock() {
	f.mu.RLock()
	defer f.mu.RUnlock()
	for n := f.byName["x"]; n != nil; n = n.parent {
		n.size++ // failed
	}
}

func (f *FS) UnderOthersLock(o *FS, c string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	f.root.add(&node{name: c}) // failed
}

func (f *FS) lookup(name string) *node {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.byName[name]
}

func (f *FS) Depth(name string) int {
	n := f.lookup(name)
	if n == nil {
		return -1
	}
	return n.depth() // failed
}

func (f *FS) ParentKept(name string) {
	f.mu.Lock()
	var p *node
	if n := f.byName[name]; n != nil {
		p = n.parent
	}
	f.mu.Unlock()
	if p != nil {
		p.size-- // failed
	}
}

func (f *FS) ChildrenKept() int {
	f.mu.RLock()
	all := f.root.children
	f.mu.RUnlock()
	for _, c := range all { // failed
		if c != nil {
			return 1
		}
	}
	return 0
}

func (f *FS) Chdir(name string) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	f.other.Lock()
	defer f.other.Unlock()
	f.cwd = f.byName[name] // failed
}

func (f *FS) Mount(o *FS) {
	f.mu.Lock()
	root := f.root
	f.mu.Unlock()
	o.mu.Lock()
	defer o.mu.Unlock()
	o.root.parent = root // failed
}

func (f *FS) MadeAndKept(name string) {
	c := &node{name: name}
	f.mu.Lock()
	f.root.add(c)
	f.mu.Unlock()
	c.name = "new" // failed
}

func (f *FS) Sent(ch chan *node) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	ch <- f.root // failed
}

func (f *FS) Root() *node {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.root // failed
}

// Counts adds rightly, and then counts without the lock.
func (f *FS) Counts(name string) {
	c := &node{name: name}
	f.mu.Lock()
	f.root.add(c)
	f.byName[name] = c
	f.mu.Unlock()
	f.made++ // failed
}
