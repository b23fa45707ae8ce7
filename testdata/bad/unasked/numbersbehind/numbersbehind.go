// Package numbersbehind has pointers to numbers and times that never change, and such that do.
package numbersbehind

import (
	"sync"
	"time"
)

type item struct {
	v   int
	exp *time.Time
}

func (it *item) expired() bool { return it.exp != nil && it.exp.Before(time.Now()) }

// A Cache has a time to live that is set once.
type Cache struct {
	mu    sync.Mutex
	items map[string]*item
	ttl   *time.Duration
	hits  *int
}

// New makes one.
func New(d time.Duration) *Cache { return &Cache{items: map[string]*item{}, ttl: &d, hits: new(int)} }

// Set sets an item.
func (c *Cache) Set(k string, v int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	it, ok := c.items[k]
	if !ok {
		it = &item{}
		c.items[k] = it
	}
	it.v = v
	if c.ttl != nil {
		t := time.Now().Add(*c.ttl)
		it.exp = &t
	}
}

// Get reads it.
func (c *Cache) Get(k string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	*c.hits++
	if it, ok := c.items[k]; ok && !it.expired() {
		return it.v
	}
	return 0
}

// Sum has slices of such numbers.
func Sum(all []time.Duration) (sum time.Duration) {
	for i := range all {
		sum += all[i]
	}
	return sum
}

// Unlocked reads what is behind a pointer without the lock.
func (c *Cache) Unlocked() int {
	return *c.hits // failed
}

// Item uses an item after the unlock.
func (c *Cache) Item(k string) bool {
	c.mu.Lock()
	it := c.items[k]
	c.mu.Unlock()
	return it != nil && it.expired() // failed
}

// A row has pointers to elements of a slice.
type row struct {
	mu     sync.Mutex
	cells  []float64
	cursor *float64
	scale  *float64
}

func newRow(x float64) *row { return &row{cells: make([]float64, 3), scale: &x} }

func (r *row) add(i int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cells[i]++
}

func (r *row) at(i int) float64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cursor = &r.cells[i]
	return *r.cursor
}

func (r *row) leak(i int) *float64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return &r.cells[i]
}

func (r *row) read(i int) float64 {
	return *r.leak(i) // failed
}

type view struct{ x *float64 }

func (r *row) view(i int) *view {
	r.mu.Lock()
	defer r.mu.Unlock()
	return &view{&r.cells[i]}
}

func (v *view) get() float64 {
	return *v.x // failed
}
