package boxed

import (
	"container/list"
	"sync"
)

// An entry is the value of an element of a cache's list.
type entry struct {
	key   string
	value int
	hits  int
}

// A Cache forgets what was not used for the longest time.
type Cache struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	byKey map[string]*list.Element
	//calvin:guarded_by mu
	order *list.List
	most  int
}

// NewCache makes an empty one.
func NewCache(most int) *Cache {
	return &Cache{byKey: make(map[string]*list.Element), order: list.New(), most: most}
}

// Get finds a value, and moves it to the front.
func (c *Cache) Get(key string) (int, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	el := c.byKey[key]
	if el == nil || c.order == nil {
		return 0, false
	}
	c.order.MoveToFront(el)
	e, ok := el.Value.(*entry)
	if !ok || e == nil {
		return 0, false
	}
	e.hits++
	return e.value, true
}

// Put sets a value.
func (c *Cache) Put(key string, value int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.order == nil || c.byKey == nil {
		return
	}
	if el := c.byKey[key]; el != nil {
		if e, ok := el.Value.(*entry); ok && e != nil {
			e.value = value
		}
		c.order.MoveToFront(el)
		return
	}
	c.byKey[key] = c.order.PushFront(&entry{key: key, value: value})
	if c.order.Len() > c.most {
		c.removeLast()
	}
}

func (c *Cache) removeLast() {
	if c.order == nil {
		return
	}
	el := c.order.Back()
	if el == nil {
		return
	}
	if e, ok := c.order.Remove(el).(*entry); ok && e != nil {
		e.hits = 0
		delete(c.byKey, e.key)
	}
}

// Hits adds up.
func (c *Cache) Hits() (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.order == nil {
		return 0
	}
	for el := c.order.Front(); el != nil; el = el.Next() {
		if e, ok := el.Value.(*entry); ok && e != nil {
			n += e.hits
		}
	}
	return n
}

// Renew puts a list in place of the old one that nobody else has known.
func (c *Cache) Renew(keys []string) {
	order := list.New()
	for _, key := range keys {
		order.PushBack(&entry{key: key})
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.order = order
	c.byKey = make(map[string]*list.Element)
}

// sum uses a list of its own.
func sum(xs []int) (n int) {
	l := list.New()
	for _, x := range xs {
		l.PushBack(x)
	}
	for e := l.Front(); e != nil; e = e.Next() {
		if x, ok := e.Value.(int); ok {
			n += x
		}
		e.Value = nil
	}
	return n
}

// Total calls it.
func Total(a, b int) int { return sum([]int{a, b}) }
