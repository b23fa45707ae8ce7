// Package idiomlists has an LRU of a map and a list, and code that uses it wrongly.
package idiomlists

import (
	"container/list"
	"sync"
)

type entry struct {
	key  string
	uses int
}

type Cache struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	order *list.List
	//calvin:guarded_by mu
	items map[string]*list.Element
	//calvin:guarded_by mu
	misses int
	other  sync.Mutex
	//calvin:guarded_by other
	pinned *list.Element
}

func New() *Cache { return &Cache{order: list.New(), items: make(map[string]*list.Element)} }

func (c *Cache) Unlocked(key string) {
	if el := c.items[key]; el != nil { // failed
		c.order.MoveToFront(el)
	}
}

func (c *Cache) UnderReadLock(key string) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if el := c.items[key]; el != nil {
		c.order.MoveToFront(el) // failed
	}
}

func (c *Cache) UnderOthersLock(o *Cache) {
	o.mu.Lock()
	defer o.mu.Unlock()
	c.order.PushFront(1) // failed
}

func (c *Cache) get(key string) *entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	if el := c.items[key]; el != nil {
		if e, ok := el.Value.(*entry); ok {
			return e
		}
	}
	return nil
}

func (c *Cache) EntryKept(key string) {
	if e := c.get(key); e != nil {
		e.uses++ // failed
	}
}

func (c *Cache) ElementKept() any {
	c.mu.Lock()
	el := c.order.Back()
	c.mu.Unlock()
	if el == nil {
		return nil
	}
	return el.Value // failed
}

func (c *Cache) MadeAndKept(key string) {
	e := &entry{key: key}
	c.mu.Lock()
	c.items[key] = c.order.PushFront(e)
	c.mu.Unlock()
	e.uses++ // failed
}

func (c *Cache) InTwoRegions() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.other.Lock()
	defer c.other.Unlock()
	c.pinned = c.order.Front() // failed
}

func (c *Cache) Sent(ch chan *list.Element) {
	c.mu.Lock()
	defer c.mu.Unlock()
	ch <- c.order.Front() // failed
}

func (c *Cache) Started() {
	c.mu.Lock()
	defer c.mu.Unlock()
	go walk(c.order.Front()) // failed
}

func walk(e *list.Element) {}

func (c *Cache) Keys() int {
	c.mu.Lock()
	first := c.order.Front()
	c.mu.Unlock()
	n := 0
	for e := first; e != nil; e = e.Next() { // failed
		n++
	}
	return n
}

// Counts moves rightly, and then counts without the lock.
func (c *Cache) Counts(key string) {
	c.mu.Lock()
	el := c.items[key]
	if el != nil {
		c.order.MoveToFront(el)
	}
	c.mu.Unlock()
	if el == nil {
		c.misses++ // failed
	}
}

// CallersValue stores what its caller has: the caller leaves it.
func (c *Cache) CallersValue(key string, e *entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.items[key] = c.order.PushFront(e)
}

func (c *Cache) CallerGoesOn(key string) {
	e := &entry{key: key}
	c.CallersValue(key, e)
	e.uses++ // failed
}

type blob struct{ data []byte }

// CallersBytes stores what leads to its caller's bytes.
func (c *Cache) CallersBytes(key string, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.items[key] = c.order.PushFront(&blob{data})
}

func (c *Cache) CallerWritesBytes(key string) {
	data := make([]byte, 8)
	c.CallersBytes(key, data)
	data[0] = 1 // failed
}

func (c *Cache) BytesKept(key string) byte {
	c.mu.Lock()
	var data []byte
	if el := c.items[key]; el != nil {
		if b, ok := el.Value.(*blob); ok && b != nil {
			b.data = append(b.data, 1)
			data = b.data
		}
	}
	c.mu.Unlock()
	if len(data) == 0 {
		return 0
	}
	return data[0] // failed
}
