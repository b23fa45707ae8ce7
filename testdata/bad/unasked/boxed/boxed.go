// Package boxed puts pointers to objects of its own into interfaces that a lock guards. These own what they lead to: who has the lock writes it, and nobody else.
package boxed

import (
	"fmt"
	"sync"
)

// A node is written under the lock of the table that has it.
type node struct {
	n    int
	next any
	tags []string
}

// A Table has nodes, and values of callers, in interfaces.
type Table struct {
	mu     sync.Mutex
	byName map[string]any
	head   any
	extra  Extra
}

// Extra is of the callers.
type Extra interface{ Name() string }

// Add makes a node.
func (t *Table) Add(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := &node{next: t.head}
	t.head = n
	t.byName[name] = n
}

// Count writes nodes under the lock.
func (t *Table) Count(name string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	n, ok := t.byName[name].(*node)
	if !ok {
		return 0
	}
	n.n++
	if next, ok := n.next.(*node); ok {
		next.n++
	}
	return n.n
}

// Peek reads one after the unlock.
func (t *Table) Peek(name string) int {
	t.mu.Lock()
	n, ok := t.byName[name].(*node)
	t.mu.Unlock()
	if ok {
		return n.n // failed
	}
	return 0
}

// Get returns one: who has it may read it without the lock.
func (t *Table) Get(name string) any {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.byName[name] // failed
}

// Tag writes the second one after the unlock.
func (t *Table) Tag(name string) {
	t.mu.Lock()
	head := t.head
	t.mu.Unlock()
	switch n := head.(type) {
	case *node:
		n.tags = append(n.tags, name) // failed
	}
}

// Move gives one to another table, and leaves it in this one.
func (t *Table) Move(to *Table, name string) {
	t.mu.Lock()
	v := t.byName[name]
	t.mu.Unlock()
	to.mu.Lock()
	to.byName[name] = v // failed
	to.mu.Unlock()
}

// Use has the callers' extra.
func (t *Table) Use(x Extra) {
	t.mu.Lock()
	t.extra = x
	t.mu.Unlock()
}

// Name calls a method of it after the unlock.
func (t *Table) Name() string {
	t.mu.Lock()
	x := t.extra
	t.mu.Unlock()
	if x == nil {
		return ""
	}
	return fmt.Sprintf("%s (%v)", x.Name(), x)
}

// A label is an Extra of this package, which nobody synchronises.
type label struct{ text string }

// Name returns the text.
func (l *label) Name() string { return l.text }

// Relabel writes what others may have as an Extra.
func Relabel(t *Table, text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if l, ok := t.extra.(*label); ok {
		l.text = text // failed
	}
}

// Labelled makes an Extra, and goes on to write it.
func Labelled(t *Table, makes func() Extra) {
	x := makes()
	t.Use(x)
	if l, ok := x.(*label); ok {
		l.text = "used" // failed
	}
}

// A pair lies in a map by value.
type pair struct {
	key any
	n   int
}

// Pairs are by name.
type Pairs struct {
	mu  sync.Mutex
	all map[string]pair
}

// Put stores a key of the callers.
func (p *Pairs) Put(name string, key any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all[name] = pair{key: key, n: len(p.all)}
}

// Key returns it.
func (p *Pairs) Key(name string) any {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.all[name].key
}

// Touch writes what the callers' key leads to.
func (p *Pairs) Touch(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n, ok := p.all[name].key.(*node); ok {
		n.n++ // failed
	}
}

// walk goes through nodes, and tells others of their keys: it takes the value that each has for one that everybody knows.
func walk(at *spot, tell func(any)) {
	at.seen++
	tell(at.value)
	if at.below != nil {
		walk(at.below, tell)
	}
}

// A spot has a value of the callers.
type spot struct {
	value any
	below *spot
	seen  int
}

// Walk has the spots to itself, but not their values.
func Walk(value any, tell func(any)) int {
	at := &spot{value: value, below: &spot{value: value}}
	walk(at, tell)
	return at.seen
}

// WalkOwn goes on to write a node that walk lets others know.
func WalkOwn(hide func(*node) any, tell func(any)) int {
	n := &node{}
	at := &spot{value: hide(n)}
	walk(at, tell) // failed
	n.n = 1
	return at.seen
}

// WalkHidden does so with one that gets there by a function which is chosen.
func WalkHidden(twice bool, tell func(any)) int {
	box := func(n *node) any { return n }
	if twice {
		box = func(n *node) any {
			n.n = 2
			return n
		}
	}
	n := &node{}
	at := &spot{value: box(n)}
	walk(at, tell) // failed
	n.n = 1
	return at.seen
}

// OwnHidden has nobody know of it before it is done.
func OwnHidden(twice bool) *spot {
	box := func(n *node) any { return n }
	if twice {
		box = func(n *node) any {
			n.n = 2
			return n
		}
	}
	n := &node{}
	at := &spot{value: box(n)}
	n.n = 1
	return at
}

// First panics with what others may write.
func (t *Table) First() {
	t.mu.Lock()
	head := t.head
	t.mu.Unlock()
	if head != nil {
		panic(head) // failed
	}
}

// Recovered prints what some function has panicked with, and writes it.
func (t *Table) Recovered(run func()) (text string) {
	defer func() {
		r := recover()
		text = fmt.Sprint("recovered ", r)
		if n, ok := r.(*node); ok {
			n.n++ // failed
		}
	}()
	run()
	return "done"
}

// Recover only prints it.
func (t *Table) Recover(run func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("recovered %v", r)
		}
	}()
	run()
	return nil
}
