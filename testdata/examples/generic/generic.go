// Package generic is a cache of anything by anything, with a list of keys and functions of its own: generic code that calls
// generic code.
package generic

import (
	"fmt"
	"sync"
)

// A Cache keeps some values.
type Cache[K comparable, V any] struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	items map[K]V
	//calvin:guarded_by mu
	order []K
	limit int
	evict func(K, V)
}

// New returns a cache for so many values, which calls evict for those that it drops.
func New[K comparable, V any](limit int, evict func(K, V)) *Cache[K, V] {
	c := &Cache[K, V]{limit: limit, evict: evict}
	c.items = make(map[K]V, limit)
	return c
}

// Get looks up a key.
func (c *Cache[K, V]) Get(k K) (V, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.get(k)
}

//calvin:requires held(c.mu) || rheld(c.mu)
func (c *Cache[K, V]) get(k K) (V, bool) {
	v, ok := c.items[k]
	return v, ok
}

// Put keeps a value. If there are too many it drops the oldest, and says so once others can use the cache again.
func (c *Cache[K, V]) Put(k K, v V) {
	c.mu.Lock()
	if c.items == nil {
		c.items = map[K]V{}
	}
	if _, had := c.get(k); !had {
		c.order = append(c.order, k)
	}
	c.items[k] = v
	oldest, dropped, full := c.drop()
	c.mu.Unlock()
	if full && c.evict != nil {
		c.evict(oldest, dropped)
	}
}

// drop takes the oldest value out if there are too many.
//
//calvin:requires held(c.mu)
func (c *Cache[K, V]) drop() (k K, v V, full bool) {
	if len(c.order) == 0 || len(c.order) <= c.limit {
		return k, v, false
	}
	k = c.order[0]
	v = c.items[k]
	c.order = c.order[1:]
	delete(c.items, k)
	return k, v, true
}

// Keys returns the keys from old to new.
func (c *Cache[K, V]) Keys() []K {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return each(c.order, func(k K) K { return k })
}

// Texts returns them as text.
func (c *Cache[K, V]) Texts() []string {
	return each(c.Keys(), func(k K) string { return fmt.Sprint(k) })
}

// each returns what f makes of the elements.
func each[A, B any](xs []A, f func(A) B) []B {
	out := make([]B, 0, len(xs))
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

// Len is how many values a cache has.
func Len[K comparable, V any](c *Cache[K, V]) int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return size(c.items)
}

func size[K comparable, V any](m map[K]V) int { return len(m) }
