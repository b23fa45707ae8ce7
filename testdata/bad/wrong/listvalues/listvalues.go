// Package listvalues has lists of objects under its guards, and is wrong about whose the objects are.
package listvalues

import (
	"container/list"
	"sync"
)

type entry struct {
	key  string
	hits int
}

type Cache struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	m map[string]*list.Element
	//calvin:guarded_by mu
	order *list.List
	//calvin:guarded_by mu
	held  list.List
	other sync.Mutex
	//calvin:guarded_by other
	spare *entry
	//calvin:guarded_by other
	count int
}

func (c *Cache) Without(k string) {
	if c.order != nil { // failed
		c.order.PushBack(&entry{key: k})
	}
}

func (c *Cache) UnderReadLock(k string) {
	c.mu.RLock()
	if el := c.m[k]; el != nil {
		if e, ok := el.Value.(*entry); ok && e != nil {
			e.hits++ // failed
		}
	}
	c.mu.RUnlock()
}

func (c *Cache) MovedUnderReadLock(k string) {
	c.mu.RLock()
	if el := c.m[k]; el != nil && c.order != nil {
		c.order.MoveToFront(el) // failed
	}
	c.mu.RUnlock()
}

func (c *Cache) ElementKept(k string) {
	c.mu.Lock()
	el := c.m[k]
	c.mu.Unlock()
	if el != nil {
		if e, ok := el.Value.(*entry); ok && e != nil { // failed
			e.hits++
		}
	}
}

func (c *Cache) NextKept(k string) {
	c.mu.Lock()
	el := c.m[k]
	c.mu.Unlock()
	if el != nil {
		el.Next() // failed
	}
}

func (c *Cache) EntryKept(k string) {
	c.mu.Lock()
	var e *entry
	if el := c.m[k]; el != nil {
		e, _ = el.Value.(*entry)
	}
	c.mu.Unlock()
	if e != nil {
		e.hits++ // failed
	}
}

func (c *Cache) RemovedAndKept() {
	c.mu.Lock()
	var e *entry
	if c.order != nil {
		if el := c.order.Front(); el != nil {
			e, _ = c.order.Remove(el).(*entry)
		}
	}
	c.mu.Unlock()
	if e != nil {
		e.hits++ // failed
	}
}

func (c *Cache) PushedAndKept(k string) {
	e := &entry{key: k}
	c.mu.Lock()
	if c.order != nil {
		c.order.PushBack(e)
	}
	c.mu.Unlock()
	e.hits++ // failed
}

func (c *Cache) PushedByValueAndKept(k string) {
	e := &entry{key: k}
	c.mu.Lock()
	c.held.PushBack(e)
	c.mu.Unlock()
	e.hits++ // failed
}

func (c *Cache) FoundByValueAndKept() {
	c.mu.Lock()
	el := c.held.Front()
	c.mu.Unlock()
	if el != nil {
		el.Value = nil // failed
	}
}

func (c *Cache) InTwo(k string) {
	e := &entry{key: k}
	c.other.Lock()
	c.spare = e
	c.other.Unlock()
	c.mu.Lock()
	if c.order != nil {
		c.order.PushBack(e) // failed
	}
	c.mu.Unlock()
}

func (c *Cache) LocalGivenAway(k string) {
	l := list.New()
	el := l.PushBack(&entry{key: k})
	c.mu.Lock()
	c.order = l
	c.mu.Unlock()
	el.Value = nil // failed
}

func (c *Cache) Copied() {
	l := list.New()
	c.mu.Lock()
	if c.order != nil {
		l.PushBackList(c.order)
	}
	c.mu.Unlock()
	for el := l.Front(); el != nil; el = el.Next() {
		if e, ok := el.Value.(*entry); ok && e != nil { // failed
			e.hits++
		}
	}
}

func (c *Cache) Counts(k string) {
	c.mu.Lock()
	if el := c.m[k]; el != nil && c.order != nil {
		c.order.MoveToFront(el)
		if e, ok := el.Value.(*entry); ok && e != nil {
			e.hits++
		}
	}
	c.mu.Unlock()
	c.count++ // failed
}
