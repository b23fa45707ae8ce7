// Package singleflight does work once for all that ask for it at the same time.
package singleflight

import "sync"

// A call is work that one goroutine does and others wait for.
type call struct {
	once sync.Once
	//calvin:guarded_by once
	value any
	//calvin:guarded_by once
	err error
}

// A Group is a class of work.
type Group struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	calls map[string]*call
}

// New returns a group in which nobody does any work.
func New() *Group { return &Group{calls: make(map[string]*call)} }

// Do does the work and returns its outcome, unless somebody else does it already: then it waits for that outcome. It
// reports whether it did the work itself.
func (g *Group) Do(key string, work func() (any, error)) (value any, did bool, err error) {
	c := g.join(key)
	c.once.Do(func() {
		did = true
		c.value, c.err = work()
		g.forget(key)
	})
	return c.value, did, c.err
}

// join returns the call for a key.
//
//calvin:atomic
//calvin:when     g.mu == free
//calvin:modifies g.calls[key]
//calvin:ensures  result != nil && result == g.calls[key]
//calvin:ensures  old(g.calls[key]) != nil ==> result == old(g.calls[key])
func (g *Group) join(key string) *call {
	g.mu.Lock()
	defer g.mu.Unlock()
	c := g.calls[key]
	if c == nil {
		c = new(call)
		g.calls[key] = c
	}
	return c
}

// forget has the next one who asks begin anew.
//
//calvin:atomic
//calvin:when     g.mu == free
//calvin:modifies g.calls[key]
//calvin:ensures  !has(g.calls, key)
func (g *Group) forget(key string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.calls, key)
}
