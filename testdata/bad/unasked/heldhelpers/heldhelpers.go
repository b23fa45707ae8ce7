// Package heldhelpers has helpers that are called with the lock, and are passed objects that the lock guards.
package heldhelpers

import "sync"

type entry struct {
	key        string
	val        int
	next, prev *entry
}

type list struct{ head *entry }

func (l *list) push(e *entry) {
	e.next = l.head
	if e.next != nil {
		e.next.prev = e
	}
	l.head = e
}

func (l *list) remove(e *entry) {
	if e.prev != nil {
		e.prev.next = e.next
	}
	if e.next != nil {
		e.next.prev = e.prev
	}
	e.next, e.prev = nil, nil
}

// A Cache is a map with a list.
type Cache struct {
	mu    sync.Mutex
	items map[string]*entry
	list  *list
	n     int
	gone  func(string)
	last  chan *entry
}

// New makes one.
func New(gone func(string)) *Cache {
	return &Cache{items: map[string]*entry{}, list: &list{}, gone: gone, last: make(chan *entry, 1)}
}

// Put adds or changes an entry.
func (c *Cache) Put(k string, v int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.items[k]; ok {
		c.touch(e, v)
		return
	}
	c.add(&entry{key: k, val: v})
}

// Get reads one.
func (c *Cache) Get(k string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.items[k]; ok {
		c.touch(e, e.val)
		return e.val
	}
	return 0
}

// Remove removes one.
func (c *Cache) Remove(k string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.items[k]; ok {
		c.removeEntry(e)
	}
}

// Clear removes all.
func (c *Cache) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.items {
		c.removeEntry(e)
	}
}

func (c *Cache) add(e *entry) {
	c.list.push(e)
	c.items[e.key] = e
	c.n++
}

func (c *Cache) touch(e *entry, v int) {
	c.list.remove(e)
	c.list.push(e)
	e.val = v
	c.n += 0
}

func (c *Cache) removeEntry(e *entry) {
	c.list.remove(e)
	delete(c.items, e.key)
	c.n--
	if c.gone != nil {
		c.gone(e.key)
	}
}

// Unlocked does so without the lock.
func (c *Cache) Unlocked(k string) {
	c.mu.Lock()
	e := c.items[k]
	c.mu.Unlock()
	if e != nil {
		c.removeEntry(e) // failed
	}
}

// Other removes an entry of another cache.
func (c *Cache) Other(d *Cache, k string) {
	d.mu.Lock()
	e := d.items[k]
	d.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	if e != nil {
		c.removeEntry(e) // failed
	}
}

// Shared gives an entry to two caches.
func Shared(c, d *Cache) {
	e := &entry{}
	c.mu.Lock()
	c.add(e)
	c.mu.Unlock()
	d.mu.Lock()
	d.items[e.key] = e // failed
	d.mu.Unlock()
}

// Kept writes an entry after it was added.
func (c *Cache) Kept(k string) {
	e := &entry{key: k}
	c.mu.Lock()
	c.add(e)
	c.mu.Unlock()
	e.val++ // failed
}

// Release has a helper that lets the lock go.
func (c *Cache) Release(k string) {
	c.mu.Lock()
	if e, ok := c.items[k]; ok {
		c.released(e) // failed
	}
	c.mu.Unlock()
}

func (c *Cache) released(e *entry) {
	c.n++
	c.mu.Unlock()
	e.val++ // failed
	c.mu.Lock()
}

// Send has a helper that sends the entry.
func (c *Cache) Send(k string) { // unfounded
	c.mu.Lock()
	if e, ok := c.items[k]; ok {
		c.sent(e)
	}
	c.mu.Unlock()
}

func (c *Cache) sent(e *entry) {
	c.n++
	c.last <- e // failed inlined
}

// Later has a helper that starts a goroutine.
func (c *Cache) Later(k string) { // unfounded
	c.mu.Lock()
	if e, ok := c.items[k]; ok {
		c.started(e)
	}
	c.mu.Unlock()
}

func (c *Cache) started(e *entry) {
	c.n++
	go func() {
		e.val++ // failed
	}()
}

// Back returns what a helper returns.
func (c *Cache) Back(k string) int {
	c.mu.Lock()
	e := c.find(k)
	c.mu.Unlock()
	return e.val // failed
}

func (c *Cache) find(k string) *entry {
	c.n++
	return c.items[k]
}

// A pair has two locks.
type pair struct {
	mu, other sync.Mutex
	left      *entry
	right     *entry
	n         int
}

func newPair() *pair { return &pair{left: &entry{}, right: &entry{}} }

func (p *pair) both() {
	p.mu.Lock()
	p.change(p.left)
	p.n++
	p.mu.Unlock()
	p.other.Lock()
	p.right.val++
	p.other.Unlock()
}

func (p *pair) swapped() {
	p.other.Lock()
	p.right.val++
	r := p.right
	p.other.Unlock()
	p.mu.Lock()
	p.change(r) // failed
	p.mu.Unlock()
}

func (p *pair) change(e *entry) {
	p.n++
	p.left.val++
	e.val++
}
