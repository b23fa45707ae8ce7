// Package anylistsout is a cache with a list of container/list from which entries get out as values of their interface type.
package anylistsout

import (
	"container/list"
	"sync"
)

type entry struct {
	key string
	val any
	n   int
}

// A Cache has an entry that is a value of another one.
type Cache struct {
	mu    sync.Mutex
	ll    *list.List
	items map[string]*list.Element
}

// New makes one.
func New() *Cache { return &Cache{ll: list.New(), items: map[string]*list.Element{}} }

// Get returns a value, which may be an entry.
func (c *Cache) Get(key string) any {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.items[key]; ok {
		return e.Value.(*entry).val
	}
	return nil
}

// Put adds a value.
func (c *Cache) Put(key string, val any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.items[key]; ok {
		e.Value.(*entry).val = val
		return
	}
	c.items[key] = c.ll.PushFront(&entry{key: key, val: val})
}

// Nest makes an entry the value of another: who gets that has not the lock.
func (c *Cache) Nest(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.ll.Front(); e != nil {
		c.items[key] = c.ll.PushFront(&entry{key: key, val: e.Value}) // failed
	}
}

// Count writes the entry that is a value, after the unlock.
func (c *Cache) Count(key string) {
	if ent, ok := c.Get(key).(*entry); ok {
		ent.n++ // failed
	}
}
