// Package anylists has no annotations. A cache keeps values that are interfaces, in entries that a list of container/list leads to.
package anylists

import (
	"container/list"
	"sync"
)

type entry struct {
	key  string
	val  any
	uses int
}

// A Cache forgets what was used least recently.
type Cache struct {
	mu    sync.Mutex
	size  int
	ll    *list.List
	items map[string]*list.Element
}

// New makes one.
func New(size int) *Cache {
	return &Cache{size: size, ll: list.New(), items: map[string]*list.Element{}}
}

// Get returns a value.
func (c *Cache) Get(key string) (any, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.items[key]; ok {
		c.ll.MoveToFront(e)
		return e.Value.(*entry).val, true
	}
	return nil, false
}

// Put adds one, or puts it in the place of another.
func (c *Cache) Put(key string, val any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.items[key]; ok {
		ent := e.Value.(*entry)
		ent.val = val
		ent.uses++
		c.ll.MoveToFront(e)
		return
	}
	c.items[key] = c.ll.PushFront(&entry{key: key, val: val})
	if c.ll.Len() > c.size {
		c.drop(c.ll.Back())
	}
}

func (c *Cache) drop(e *list.Element) {
	delete(c.items, c.ll.Remove(e).(*entry).key)
}

// Values returns all values.
func (c *Cache) Values() []any {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all []any
	for e := c.ll.Front(); e != nil; e = e.Next() {
		if ent, ok := e.Value.(*entry); ok {
			all = append(all, ent.val)
		}
	}
	return all
}

// Unlocked reads an entry without the lock.
func (c *Cache) Unlocked(key string) any {
	c.mu.Lock()
	e, ok := c.items[key]
	c.mu.Unlock()
	if !ok {
		return nil
	}
	return e.Value.(*entry).val // failed
}

// Late writes an entry after the unlock.
func (c *Cache) Late(key string) {
	c.mu.Lock()
	e, ok := c.items[key]
	if !ok {
		c.mu.Unlock()
		return
	}
	ent := e.Value.(*entry)
	c.mu.Unlock()
	ent.uses++ // failed
}

// Bare counts without a lock.
func (c *Cache) Bare(key string) {
	if e := c.ll.Front(); e != nil { // failed
		e.Value.(*entry).uses++
	}
}

// Moved moves an entry to another cache.
func (c *Cache) Moved(to *Cache) {
	c.mu.Lock()
	ent := c.ll.Remove(c.ll.Back()).(*entry)
	c.mu.Unlock()
	to.mu.Lock()
	to.items[ent.key] = to.ll.PushFront(ent) // failed
	to.mu.Unlock()
}
