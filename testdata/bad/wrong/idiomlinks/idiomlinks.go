// Package idiomlinks has an LRU with links of its own, and code that uses it wrongly.
package idiomlinks

import "sync"

type node struct {
	key  int
	next *node
}

type chain struct {
	first *node
	n     int
}

func (l *chain) pushFront(n *node) {
	n.next = l.first
	l.first = n
	l.n++
}

type Cache struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	order chain
	//calvin:guarded_by mu
	index map[int]*node
	//calvin:guarded_by mu
	total int
	other sync.Mutex
	//calvin:guarded_by other
	spare chain
}

func New() *Cache { return &Cache{index: make(map[int]*node)} }

func (c *Cache) Unlocked() {
	c.order.pushFront(&node{}) // failed
}

func (c *Cache) UnderReadLock() {
	n := &node{}
	c.mu.RLock()
	c.order.pushFront(n) // failed
	c.mu.RUnlock()
}

func (c *Cache) UnderOthersLock(o *Cache) {
	o.mu.Lock()
	c.order.pushFront(&node{}) // failed
	o.mu.Unlock()
}

func (c *Cache) UnderOtherLock() {
	c.other.Lock()
	c.order.pushFront(&node{}) // failed
	c.other.Unlock()
}

func (c *Cache) InTwoChains() {
	n := &node{}
	c.mu.Lock()
	c.order.pushFront(n)
	c.mu.Unlock()
	c.other.Lock()
	c.spare.first = n // failed
	c.other.Unlock()
}

func (c *Cache) Moved(k int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.other.Lock()
	defer c.other.Unlock()
	if n, ok := c.index[k]; ok {
		c.spare.first = n // failed
	}
}

func (c *Cache) ToOthersChain(o *Cache) {
	c.mu.Lock()
	n := c.order.first
	c.mu.Unlock()
	if n == nil {
		return
	}
	o.mu.Lock()
	o.order.first = n // failed
	o.mu.Unlock()
}

func (c *Cache) Kept(k int) {
	c.mu.Lock()
	n, ok := c.index[k]
	c.mu.Unlock()
	if ok {
		n.key++ // failed
	}
}

func (c *Cache) ChainKept() {
	c.mu.Lock()
	l := &c.order
	c.mu.Unlock()
	l.pushFront(&node{}) // failed
}

func (c *Cache) Walked() (sum int) {
	c.mu.RLock()
	n := c.order.first
	c.mu.RUnlock()
	for ; n != nil; n = n.next { // failed
		sum++
	}
	return sum
}

func (c *Cache) Started() {
	go c.grow()
}

func (c *Cache) grow() {
	c.order.pushFront(&node{}) // failed
}

// Counts adds rightly, and then counts without the lock.
func (c *Cache) Counts(k int) {
	n := &node{key: k}
	c.mu.Lock()
	c.index[k] = n
	c.order.pushFront(n)
	c.mu.Unlock()
	c.total++ // failed
}
