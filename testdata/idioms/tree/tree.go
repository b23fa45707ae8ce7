// Package tree has trees whose nodes lead to their parents, each under one RWMutex.
package tree

import "sync"

type node struct {
	name     string
	parent   *node
	children []*node
	size     int
}

func (n *node) child(name string) *node {
	for _, c := range n.children {
		if c != nil && c.name == name {
			return c
		}
	}
	return nil
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

// An FS has a tree, and its nodes by name.
type FS struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	root *node
	//calvin:guarded_by mu
	byName map[string]*node
}

// New returns a tree with a root.
func New() *FS {
	r := &node{name: "/"}
	return &FS{root: r, byName: map[string]*node{"/": r}}
}

func (f *FS) lookup(path []string) *node {
	n := f.root
	for _, p := range path {
		if n == nil {
			return nil
		}
		n = n.child(p)
	}
	return n
}

// Exists looks for a path.
func (f *FS) Exists(path []string) bool {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.lookup(path) != nil
}

// Depth goes up from a node.
func (f *FS) Depth(path []string) int {
	f.mu.RLock()
	defer f.mu.RUnlock()
	n := f.lookup(path)
	if n == nil {
		return -1
	}
	return n.depth()
}

// Mkdir adds a node below another.
func (f *FS) Mkdir(dir, name string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := f.byName[dir]
	if n == nil || f.byName[name] != nil {
		return false
	}
	c := &node{name: name}
	n.add(c)
	f.byName[name] = c
	return true
}

// Remove takes a node out of the middle of its parent's children.
func (f *FS) Remove(name string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := f.byName[name]
	if n == nil || n.parent == nil {
		return false
	}
	p := n.parent
	for i, c := range p.children {
		if c == n {
			p.children = append(p.children[:i], p.children[i+1:]...)
			break
		}
	}
	n.parent = nil
	delete(f.byName, name)
	return true
}

// Rename gives a node another name.
func (f *FS) Rename(old, name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if n := f.byName[old]; n != nil {
		n.name = name
		delete(f.byName, old)
		f.byName[name] = n
	}
}

// Path lists the names up to the root.
func (f *FS) Path(name string) (parts []string) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	for n := f.byName[name]; n != nil; n = n.parent {
		parts = append(parts, n.name)
	}
	return parts
}

type dir struct {
	parent *dir
	kids   map[string]*dir
	files  map[string][]byte
}

func newDir(parent *dir) *dir {
	return &dir{parent: parent, kids: make(map[string]*dir), files: make(map[string][]byte)}
}

// Dirs is a tree of maps.
type Dirs struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	root *dir
}

// NewDirs returns a tree with a root.
func NewDirs() *Dirs { return &Dirs{root: newDir(nil)} }

// Make makes what is missing of a path.
func (d *Dirs) Make(path ...string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	cur := d.root
	for _, p := range path {
		next, ok := cur.kids[p]
		if !ok {
			next = newDir(cur)
			cur.kids[p] = next
		}
		cur = next
	}
}

// Write goes up for each "..", and writes a copy.
func (d *Dirs) Write(name string, data []byte, path ...string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	cur := d.root
	for _, p := range path {
		if p == ".." {
			if cur.parent != nil {
				cur = cur.parent
			}
			continue
		}
		next, ok := cur.kids[p]
		if !ok {
			return false
		}
		cur = next
	}
	cur.files[name] = append([]byte(nil), data...)
	return true
}
