// Package lists has an LRU cache of a map and a list of the standard library.
package lists

import (
	"container/list"
	"sync"
)

type entry struct {
	key   string
	value []byte
	uses  int
}

// A Cache forgets what was used least recently.
type Cache struct {
	mu  sync.Mutex
	max int
	//calvin:guarded_by mu
	order *list.List
	//calvin:guarded_by mu
	items map[string]*list.Element
	//calvin:guarded_by mu
	misses int
}

// New returns an empty cache.
func New(most int) *Cache {
	return &Cache{max: most, order: list.New(), items: make(map[string]*list.Element)}
}

// Get returns a copy of a value, and makes its entry the first.
func (c *Cache) Get(key string) (value []byte, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	el := c.items[key]
	if el == nil {
		c.misses++
		return nil, false
	}
	c.order.MoveToFront(el)
	if e, ok := el.Value.(*entry); ok && e != nil {
		e.uses++
		return append([]byte(nil), e.value...), true
	}
	return nil, false
}

// Add sets a value.
func (c *Cache) Add(key string, value []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if el := c.items[key]; el != nil {
		c.order.MoveToFront(el)
		if e, ok := el.Value.(*entry); ok && e != nil {
			e.value = value
		}
		return
	}
	c.items[key] = c.order.PushFront(&entry{key: key, value: value})
	if c.max != 0 && c.order.Len() > c.max {
		c.removeOldest()
	}
}

func (c *Cache) removeOldest() {
	if el := c.order.Back(); el != nil {
		c.remove(el)
	}
}

func (c *Cache) remove(el *list.Element) {
	e, ok := c.order.Remove(el).(*entry)
	if ok && e != nil {
		delete(c.items, e.key)
	}
}

// Remove forgets a key.
func (c *Cache) Remove(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if el := c.items[key]; el != nil {
		c.remove(el)
	}
}

// Len counts the entries.
func (c *Cache) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.order.Len()
}

// Keys lists the keys, the one used last first.
func (c *Cache) Keys() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	keys := make([]string, 0, len(c.items))
	for el := c.order.Front(); el != nil; el = el.Next() {
		if e, ok := el.Value.(*entry); ok && e != nil {
			keys = append(keys, e.key)
		}
	}
	return keys
}

// Clear forgets all.
func (c *Cache) Clear() {
	c.mu.Lock()
	c.order.Init()
	c.items = make(map[string]*list.Element)
	c.mu.Unlock()
}

type pair struct {
	k string
	v int
}

// A Recent has its list and its entries by value.
type Recent struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	order list.List
	//calvin:guarded_by mu
	m   map[string]*list.Element
	max int
}

// Put sets a value.
func (r *Recent) Put(k string, v int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.m == nil {
		r.m = map[string]*list.Element{}
	}
	if el := r.m[k]; el != nil {
		el.Value = pair{k, v}
		r.order.MoveToFront(el)
		return
	}
	r.m[k] = r.order.PushFront(pair{k, v})
	for r.order.Len() > r.max {
		last := r.order.Back()
		if last == nil {
			break
		}
		if p, ok := r.order.Remove(last).(pair); ok {
			delete(r.m, p.k)
		}
	}
}

// Get unlocks before each return.
func (r *Recent) Get(k string) (int, bool) {
	r.mu.Lock()
	el := r.m[k]
	if el == nil {
		r.mu.Unlock()
		return 0, false
	}
	r.order.MoveToFront(el)
	p, ok := el.Value.(pair)
	r.mu.Unlock()
	return p.v, ok
}
