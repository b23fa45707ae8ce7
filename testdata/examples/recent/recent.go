// Package recent is a cache that forgets what was not used for the longest time. It is generic, with a list of its own: the entries and the list
// have no lock, the cache's lock guards them.
package recent

import "sync"

// An entry is in the list and in the map of one cache.
type entry[K comparable, V any] struct {
	next, prev *entry[K, V]
	key        K
	value      V
}

// A list has the entry that was used last in front.
type list[K comparable, V any] struct {
	first, last *entry[K, V]
	len         int
}

// push puts e in front.
func (l *list[K, V]) push(e *entry[K, V]) {
	e.next = l.first
	if l.first != nil {
		l.first.prev = e
	} else {
		l.last = e
	}
	l.first = e
	l.len++
}

// remove takes e out.
func (l *list[K, V]) remove(e *entry[K, V]) {
	if e.prev != nil {
		e.prev.next = e.next
	} else {
		l.first = e.next
	}
	if e.next != nil {
		e.next.prev = e.prev
	} else {
		l.last = e.prev
	}
	e.next, e.prev = nil, nil
	l.len--
}

// touch moves e to the front.
func (l *list[K, V]) touch(e *entry[K, V]) {
	if l.first != e {
		l.remove(e)
		l.push(e)
	}
}

// A Cache holds so many values.
type Cache[K comparable, V any] struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	order *list[K, V]
	//calvin:guarded_by mu
	items map[K]*entry[K, V]
	size  int
}

// New returns an empty cache.
func New[K comparable, V any](size int) *Cache[K, V] {
	return &Cache[K, V]{order: &list[K, V]{}, items: map[K]*entry[K, V]{}, size: size}
}

// Get returns the value of a key, which is the one used last then.
func (c *Cache[K, V]) Get(k K) (v V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.items[k]
	if e == nil {
		return v, false
	}
	c.order.touch(e)
	return e.value, true
}

// Put sets it.
func (c *Cache[K, V]) Put(k K, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.items[k]; e != nil {
		e.value = v
		c.order.touch(e)
		return
	}
	e := &entry[K, V]{key: k, value: v}
	c.items[k] = e
	c.order.push(e)
	if c.order.len > c.size {
		if old := c.order.last; old != nil {
			c.order.remove(old)
			delete(c.items, old.key)
		}
	}
}

// Len tells how many values there are.
func (c *Cache[K, V]) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.order.len
}
