package p

import "sync"

type Item struct {
	ID   int
	next *Item
}

//calvin:invariant this.left >= 0 && this.n >= 0
type Cache struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	items map[string]*Item
	//calvin:guarded_by mu
	order []string
	left  int //calvin:guarded_by mu
}



func (c *Cache) Take(k int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.left -= k
	c.n += k
}

func (c *Cache) At(i int) string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.order[i]
}

func (c *Cache) Get(k string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.items[k].ID
}

func (c *Cache) Put(k string, it *Item) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.items[k] = it
	it.ID++
}

//calvin:ensures result == len(c.order)
func (c *Cache) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.items)
}

//calvin:requires n >= 0 && m > n
func sub(n, m int) int { return m - n }

func (c *Cache) Use(a, b int) int {
	return sub(a, b)
}

func (c *Cache) Mid(lo int) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.order[lo : lo+2]
}

func (c *Cache) Loop() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := 0
	//calvin:invariant s == i && s < 10
	for i := 0; i < c.n; i++ {
		s++
	}
	return s / c.left
}
