// Package flights has no annotations. Its results are published by a WaitGroup in a field: what is written before the one Done is read after a Wait.
package flights

import (
	"errors"
	"sync"
)

type call struct {
	wg    sync.WaitGroup
	val   any
	err   error
	calls int
}

// A Group suppresses calls with the same key.
type Group struct {
	mu sync.Mutex
	m  map[string]*call
}

// Do calls fn once for all who ask at the same time.
func (g *Group) Do(key string, fn func() (any, error)) (any, error) {
	g.mu.Lock()
	if g.m == nil {
		g.m = make(map[string]*call)
	}
	if c, ok := g.m[key]; ok {
		g.mu.Unlock()
		c.wg.Wait()
		return c.val, c.err
	}
	c := new(call)
	c.wg.Add(1)
	g.m[key] = c
	g.mu.Unlock()

	c.val, c.err = fn()
	c.wg.Done()

	g.mu.Lock()
	delete(g.m, key)
	g.mu.Unlock()
	return c.val, c.err
}

// Helped has a helper make the call.
func (g *Group) Helped(key string, fn func() (any, error)) (any, error) {
	g.mu.Lock()
	if c, ok := g.m[key]; ok {
		g.mu.Unlock()
		c.wg.Wait()
		return c.val, c.err
	}
	c := &call{}
	c.wg.Add(1)
	g.m[key] = c
	g.mu.Unlock()
	g.run(c, key, fn)
	return c.val, c.err
}

func (g *Group) run(c *call, key string, fn func() (any, error)) {
	c.val, c.err = fn()
	c.wg.Done()
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.m, key)
}

// Peek does not wait.
func (g *Group) Peek(key string) (any, error) {
	g.mu.Lock()
	c := g.m[key]
	g.mu.Unlock()
	if c == nil {
		return nil, errors.New("nobody calls")
	}
	return c.val, nil // failed
}

// A Future is computed by a goroutine.
type Future struct {
	wg  sync.WaitGroup
	val int
	err error
}

// Go starts the goroutine.
func Go(f func() (int, error)) *Future {
	fu := &Future{}
	fu.wg.Add(1)
	go func() {
		defer fu.wg.Done()
		fu.val, fu.err = f()
	}()
	return fu
}

// GoRun has a method for it.
func GoRun(f func() (int, error)) *Future {
	fu := new(Future)
	fu.wg.Add(1)
	go fu.run(f)
	return fu
}

func (f *Future) run(compute func() (int, error)) {
	f.val, f.err = compute()
	f.wg.Done()
}

// Get waits for the result.
func (f *Future) Get() (int, error) {
	f.wg.Wait()
	return f.val, f.err
}

// Change writes after that.
func (f *Future) Change() {
	f.wg.Wait()
	f.err = nil // failed
}

// A result is generic.
type result[V any] struct {
	wg  sync.WaitGroup
	val V
}

// Cache computes each value once.
type Cache[K comparable, V any] struct {
	mu sync.Mutex
	m  map[K]*result[V]
}

// Get returns the value, computed by whoever comes first.
func (c *Cache[K, V]) Get(key K, f func(K) V) V {
	c.mu.Lock()
	if c.m == nil {
		c.m = map[K]*result[V]{}
	}
	if r, ok := c.m[key]; ok {
		c.mu.Unlock()
		r.wg.Wait()
		return r.val
	}
	r := &result[V]{}
	r.wg.Add(1)
	c.m[key] = r
	c.mu.Unlock()
	r.val = f(key)
	r.wg.Done()
	return r.val
}

// late adds when others may have the object.
type late struct {
	wg  sync.WaitGroup
	val int
}

var lates = make(chan *late, 1)

// Late sends it first.
func Late(f func() int) {
	l := &late{}
	lates <- l
	l.wg.Add(1) // failed
	l.val = f()
	l.wg.Done()
}

// Lates waits, perhaps for nobody.
func Lates() int {
	l := <-lates
	l.wg.Wait()
	return l.val
}

// several counts more than one goroutine.
type several struct {
	wg  sync.WaitGroup
	sum int
}

// Several has two goroutines write.
func Several() *several {
	s := &several{}
	s.wg.Add(2)
	for i := range 2 {
		go func() { // failed
			defer s.wg.Done()
			s.sum += i
		}()
	}
	return s // failed
}

func (s *several) get() int {
	s.wg.Wait()
	return s.sum
}
