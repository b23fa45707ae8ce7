// Package links has LRU caches with links of their own.
package links

import "sync"

type node struct {
	key        int
	val        string
	prev, next *node
}

func (n *node) unlink() {
	if n.prev != nil {
		n.prev.next = n.next
	}
	if n.next != nil {
		n.next.prev = n.prev
	}
}

func (n *node) after(p *node) {
	n.prev, n.next = p, p.next
	if p.next != nil {
		p.next.prev = n
	}
	p.next = n
}

// A Cache has two nodes that mark the ends of its list.
type Cache struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m map[int]*node
	//calvin:guarded_by mu
	head *node
	//calvin:guarded_by mu
	tail *node
	//calvin:guarded_by mu
	size int
	max  int
}

// New returns an empty cache.
func New(most int) *Cache {
	c := &Cache{m: map[int]*node{}, head: &node{}, tail: &node{}, max: most}
	c.head.next = c.tail
	c.tail.prev = c.head
	return c
}

// Put sets a value, and tells what had to go for it.
func (c *Cache) Put(k int, v string) (evicted int, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := c.m[k]
	if n == nil {
		n = &node{key: k}
		c.m[k] = n
		c.size++
	} else {
		n.unlink()
	}
	n.val = v
	n.after(c.head)
	if c.size <= c.max {
		return 0, false
	}
	last := c.tail.prev
	if last == nil || last == c.head {
		return 0, false
	}
	last.unlink()
	delete(c.m, last.key)
	c.size--
	return last.key, true
}

// Get returns a value, and makes its node the first.
func (c *Cache) Get(k int) (string, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, ok := c.m[k]
	if !ok {
		return "", false
	}
	n.unlink()
	n.after(c.head)
	return n.val, true
}

// Each calls f with each entry, under the lock.
func (c *Cache) Each(f func(k int, v string) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for n := c.head.next; n != nil && n != c.tail; n = n.next {
		if f == nil || !f(n.key, n.val) {
			return
		}
	}
}

// chain is a list whose callers synchronise.
type chain struct {
	first, last *node
	n           int
}

func (l *chain) pushFront(n *node) {
	n.next, n.prev = l.first, nil
	if l.first != nil {
		l.first.prev = n
	} else {
		l.last = n
	}
	l.first = n
	l.n++
}

func (l *chain) remove(n *node) {
	if n.prev != nil {
		n.prev.next = n.next
	} else {
		l.first = n.next
	}
	if n.next != nil {
		n.next.prev = n.prev
	} else {
		l.last = n.prev
	}
	n.next, n.prev = nil, nil
	l.n--
}

// A Bounded has such a list by value.
type Bounded struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	order chain
	//calvin:guarded_by mu
	index map[int]*node
	max   int
}

// Touch makes an entry the first.
func (c *Bounded) Touch(k int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, ok := c.index[k]
	if !ok {
		return false
	}
	c.order.remove(n)
	c.order.pushFront(n)
	return true
}

// Add adds an entry. The last ones go if there are too many.
func (c *Bounded) Add(k int, v string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.index == nil {
		c.index = make(map[int]*node)
	}
	n := &node{key: k, val: v}
	c.index[k] = n
	c.order.pushFront(n)
	for c.order.n > c.max {
		old := c.order.last
		if old == nil {
			return
		}
		c.order.remove(old)
		delete(c.index, old.key)
	}
}
