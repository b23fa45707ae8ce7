// Package genericregions has objects of generic types that others guard, with faults.
package genericregions

import "sync"

// An entry and a list have no lock of their own.
type entry[K comparable, V any] struct {
	next, prev *entry[K, V]
	key        K
	value      V
	hits       int
}

type list[K comparable, V any] struct {
	root entry[K, V]
	len  int
}

func newList[K comparable, V any]() *list[K, V] {
	l := &list[K, V]{}
	l.root.next, l.root.prev = &l.root, &l.root
	return l
}

func (l *list[K, V]) insert(e, at *entry[K, V]) {
	if e == nil || at.next == nil {
		return
	}
	e.prev, e.next = at, at.next
	at.next.prev, at.next = e, e
	l.len++
}

func (l *list[K, V]) remove(e *entry[K, V]) {
	if e.next == nil || e.prev == nil {
		return
	}
	e.prev.next, e.next.prev = e.next, e.prev
	e.next, e.prev = nil, nil
	l.len--
}

// A Cache guards them.
type Cache[K comparable, V any] struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	order *list[K, V]
	//calvin:guarded_by mu
	items map[K]*entry[K, V]

	other sync.Mutex
	//calvin:guarded_by other
	last *entry[K, V]
}

// New is right.
func New[K comparable, V any]() *Cache[K, V] {
	return &Cache[K, V]{order: newList[K, V](), items: map[K]*entry[K, V]{}}
}

// Put is right.
func (c *Cache[K, V]) Put(k K, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.items[k]; e != nil {
		e.value = v
		return
	}
	e := &entry[K, V]{key: k, value: v}
	c.items[k] = e
	c.order.insert(e, &c.order.root)
}

// Delete is right.
func (c *Cache[K, V]) Delete(k K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.items[k]; e != nil {
		c.order.remove(e)
		delete(c.items, k)
	}
}

// Shrink gives the lock back too early.
func (c *Cache[K, V]) Shrink(by int) {
	c.mu.Lock()
	l := c.order
	c.mu.Unlock()
	if l != nil {
		l.len -= by // failed
	}
}

// Hit keeps an entry after the unlock.
func (c *Cache[K, V]) Hit(k K) {
	c.mu.Lock()
	e := c.items[k]
	c.mu.Unlock()
	if e != nil {
		e.hits++ // failed
	}
}

// Find returns an entry, which is somebody's.
func (c *Cache[K, V]) Find(k K) *entry[K, V] {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.items[k] // failed
}

// Mark lets two locks guard one entry.
func (c *Cache[K, V]) Mark(k K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.other.Lock()
	defer c.other.Unlock()
	c.last = c.items[k] // failed
}

// Share puts an entry into two caches.
func Share[K comparable, V any](a, b *Cache[K, V], k K) {
	a.mu.Lock()
	e := a.items[k]
	a.mu.Unlock()
	b.mu.Lock()
	b.items[k] = e // failed
	b.mu.Unlock()
}

// Send sends one over a channel.
func (c *Cache[K, V]) Send(k K, to chan<- *entry[K, V]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	select { // failed
	case to <- c.items[k]:
	default:
	}
}

// Spawn gives one to a goroutine.
func (c *Cache[K, V]) Spawn(k K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.items[k]; e != nil {
		go e.touch() // failed
	}
}

func (e *entry[K, V]) touch() { e.hits++ } // failed

// Given stores an entry of which others know.
func (c *Cache[K, V]) Given(e *entry[K, V], to chan<- *entry[K, V]) {
	if e == nil {
		return
	}
	select {
	case to <- e:
	default:
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.items[e.key] = e // failed
}

// Count is of one instance, without the lock.
func Count(c *Cache[string, int]) int {
	return c.order.len // failed
}

// Wrong says something false of an entry under the lock.
func (c *Cache[K, V]) Wrong(k K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.items[k]; e != nil {
		e.hits = 1
		//calvin:assert e.hits == 2 // failed
	}
}

// Between says of an entry what others may have changed.
func (c *Cache[K, V]) Between(k K) {
	c.mu.Lock()
	e := c.items[k]
	if e == nil {
		c.mu.Unlock()
		return
	}
	e.hits = 1
	c.mu.Unlock()
	c.mu.Lock()
	//calvin:assert e.hits == 1 // failed
	c.mu.Unlock()
}

// A row stands in an array, by value.
type row[T any] struct {
	n int
	v T
}

type Rows[T any] struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	rows []row[T]
}

// Inc is right.
func (r *Rows[T]) Inc(i int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if 0 <= i && i < len(r.rows) {
		p := &r.rows[i]
		p.n++
	}
}

// Late keeps the address of a row.
func (r *Rows[T]) Late(i int) {
	r.mu.Lock()
	if i < 0 || len(r.rows) <= i {
		r.mu.Unlock()
		return
	}
	p := &r.rows[i]
	r.mu.Unlock()
	p.n++ // failed
}

// LateInt does so for one instance.
func LateInt(r *Rows[int]) {
	r.mu.Lock()
	if len(r.rows) == 0 {
		r.mu.Unlock()
		return
	}
	p := &r.rows[0]
	r.mu.Unlock()
	p.n++ // failed
}

// A view has an address of a row, and is itself no element.
type view[T any] struct{ at *row[T] }

// through writes a row by way of it, which its callers have.
func (v *view[T]) through() {
	if v.at != nil {
		v.at.n++
	}
}

// View gives one of what is guarded.
func (r *Rows[T]) View() *view[T] {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.rows) == 0 {
		return nil
	}
	return &view[T]{at: &r.rows[0]} // failed
}
