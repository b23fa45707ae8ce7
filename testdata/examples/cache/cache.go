// Package cache keeps values by name, and how often each was asked for.
package cache

import "sync"

// A Cache keeps values by name.
//
//calvin:invariant values != nil && hits != nil
type Cache struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	values map[string]int
	//calvin:guarded_by mu
	hits map[string]uint64
}

// New returns an empty cache.
//
//calvin:atomic
//calvin:ensures local(result) && len(result.values) == 0
func New() *Cache {
	return &Cache{values: make(map[string]int), hits: map[string]uint64{}}
}

// Get returns the value kept under a name, and whether there is one.
//
//calvin:atomic
//calvin:ensures result.1 == has(c.values, name)
//calvin:ensures result.0 == c.values[name]
func (c *Cache) Get(name string) (int, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	v, ok := c.values[name]
	return v, ok
}

// Put keeps a value under a name.
//
//calvin:atomic
//calvin:modifies c.values
//calvin:ensures  c.values[name] == v && has(c.values, name)
//calvin:ensures  forall n string :: n != name ==> c.values[n] == old(c.values[n])
//calvin:ensures  old(has(c.values, name)) ==> len(c.values) == old(len(c.values))
func (c *Cache) Put(name string, v int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.values[name] = v
}

// Add adds to the value kept under a name and returns the sum.
//
//calvin:atomic
//calvin:modifies c.values[name], c.hits[name]
//calvin:ensures  result == c.values[name] && result == old(c.values[name])+n
//calvin:ensures  c.hits[name] == old(c.hits[name])+1
func (c *Cache) Add(name string, n int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.values[name] += n
	c.hits[name]++
	return c.values[name]
}

// Drop forgets a name.
//
//calvin:atomic
//calvin:modifies c.values[name]
//calvin:ensures  !has(c.values, name)
//calvin:ensures  old(has(c.values, name)) ==> len(c.values) == old(len(c.values))-1
func (c *Cache) Drop(name string) {
	c.mu.Lock()
	delete(c.values, name)
	c.mu.Unlock()
}

// Reset forgets everything.
//
//calvin:atomic
//calvin:modifies c.values, c.hits
//calvin:ensures  len(c.values) == 0 && forall n string :: !has(c.values, n)
//calvin:ensures  len(c.hits) == 0
func (c *Cache) Reset() {
	c.mu.Lock()
	clear(c.values)
	c.hits = make(map[string]uint64)
	c.mu.Unlock()
}

// Any returns some name under which a value is kept, "" if there is none.
//
//calvin:atomic
//calvin:ensures result == "" || c.values[result] == v
func (c *Cache) Any(v int) string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	for name, x := range c.values {
		if x == v {
			return name
		}
	}
	return ""
}
