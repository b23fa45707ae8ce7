// Package other is one that is not instrumented: it has locks that nobody sees.
package other

import "sync"

// A Cache is safe for concurrent use.
type Cache struct {
	mu sync.Mutex
	m  map[string]any
}

func New() *Cache { return &Cache{m: map[string]any{}} }

func (c *Cache) Set(key string, v any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.m[key] = v
}

func (c *Cache) Get(key string) (any, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok := c.m[key]
	return v, ok
}

// Each calls f for what is in c.
func (c *Cache) Each(f func(v any)) {
	c.mu.Lock()
	var all []any
	for _, v := range c.m {
		all = append(all, v)
	}
	c.mu.Unlock()
	for _, v := range all {
		f(v)
	}
}

// A Flag is a lock that nobody waits for.
type Flag struct {
	mu   sync.Mutex
	held bool
}

func (f *Flag) TryTake() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.held {
		return false
	}
	f.held = true
	return true
}

func (f *Flag) Give() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.held = false
}

var defaultCache = New()

// Set and Get are those of a cache that the package has.
func Set(key string, v any) { defaultCache.Set(key, v) }

func Get(key string) (any, bool) { return defaultCache.Get(key) }

// Forget empties that.
func Forget() { defaultCache = New() }

// Touch does something with what p points to.
func Touch(p *int) {}

// A Toucher does so, too.
type Toucher interface{ Touch() }

func (c *Cache) Touch() {}

// Twice is generic.
func Twice[T any](x T) (T, T) { return x, x }

// Count has only constants for arguments, mostly.
func Count(n int) int { Set("count", n); return n }
