// Package passedmethods has no annotations. Helpers that count on a lock are passed on as method values.
package passedmethods

import "sync"

// A Cache has a helper that it passes to another one, under the lock.
type Cache struct {
	mu      sync.Mutex
	entries map[string]int
	old     []string
}

// NewCache makes one.
func NewCache() *Cache { return &Cache{entries: map[string]int{}} }

func (c *Cache) remove(k string) error {
	delete(c.entries, k)
	return nil
}

func (c *Cache) evict(k string, f func(string) error) bool {
	if c.entries[k] > 3 {
		f(k)
		return true
	}
	return false
}

// Set sets.
func (c *Cache) Set(k string, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.evict(k, c.remove)
	c.entries[k] = n
	for c.remove(k) != nil {
		c.old = append(c.old, k)
	}
}

func (c *Cache) each(f func(string) error) {
	for _, k := range c.old {
		f(k)
	}
}

// Clean cleans.
func (c *Cache) Clean() {
	c.mu.Lock()
	c.each(c.remove)
	c.mu.Unlock()
}

// A Kept one keeps the method in a field.
type Kept struct {
	mu sync.Mutex
	m  map[string]int
	do func(string)
}

// NewKept makes one.
func NewKept() *Kept { return &Kept{m: map[string]int{}} }

func (k *Kept) remove(s string) { delete(k.m, s) } // failed

func (k *Kept) keep(do func(string)) { k.do = do }

// Set sets.
func (k *Kept) Set(s string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.m[s] = 1
	k.remove(s)
	k.keep(k.remove)
}

// Run runs it.
func (k *Kept) Run(s string) {
	k.mu.Lock()
	do := k.do
	k.mu.Unlock()
	do(s)
}

// A Deep one passes it to a literal, which others call.
type Deep struct {
	mu sync.Mutex
	m  map[string]int
}

// NewDeep makes one.
func NewDeep() *Deep { return &Deep{m: map[string]int{}} }

func (d *Deep) remove(k string) { delete(d.m, k) } // failed

func (d *Deep) later(do func(string)) func(string) { return func(k string) { do(k) } }

// Set sets, and returns what removes.
func (d *Deep) Set(k string) func(string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.m[k] = 1
	d.remove(k)
	return d.later(d.remove)
}

// A Foreign one passes it to the library, which may call it at any time.
type Foreign struct {
	mu sync.Mutex
	n  int
}

func (f *Foreign) add() { f.n++ } // failed

// Set sets.
func (f *Foreign) Set(after func(func())) { // unfounded
	f.mu.Lock()
	defer f.mu.Unlock()
	f.add()
	after(f.add)
}

// A Variable calls it by a variable that holds it, without the lock.
type Variable struct {
	mu sync.Mutex
	m  map[string]int
}

// NewVariable makes one.
func NewVariable() *Variable { return &Variable{m: map[string]int{}} }

func (v *Variable) remove(k string) { delete(v.m, k) } // failed

// Set sets.
func (v *Variable) Set(k string) { // unfounded
	remove := v.remove
	v.mu.Lock()
	v.m[k] = 1
	remove(k)
	v.mu.Unlock()
	remove(k)
}
