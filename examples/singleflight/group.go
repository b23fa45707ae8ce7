// Package singleflight does work once for all that ask for it at the same time.
package singleflight

import "sync"

// A call is work that its leader does and others may wait for.
//
//calvin:ghost leader tid accessible_if leader == tid
//calvin:invariant done != nil
type call struct {
	//calvin:carries false
	//calvin:closable_if leader == tid
	done chan struct{}
	//calvin:readable_if closed(done)
	//calvin:writable_if leader == tid && !closed(done)
	value any
	//calvin:readable_if closed(done)
	//calvin:writable_if leader == tid && !closed(done)
	err error
}

// A Group is a class of work.
//
//calvin:transition calls != nil
type Group struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	calls map[string]*call
}

// New returns a group in which nobody does any work.
func New() *Group { return &Group{calls: make(map[string]*call)} }

// Do does the work and returns its outcome, unless somebody else does it already: then it waits for that outcome, and
// reports that it is shared.
func (g *Group) Do(key string, work func() (any, error)) (value any, shared bool, err error) {
	g.mu.Lock()
	if c := g.calls[key]; c != nil {
		g.mu.Unlock()
		<-c.done
		return c.value, true, c.err
	}
	c := &call{done: make(chan struct{})}
	//calvin:set c.leader = tid
	g.calls[key] = c
	g.mu.Unlock()

	c.value, c.err = work()
	g.mu.Lock()
	delete(g.calls, key)
	g.mu.Unlock()
	close(c.done)
	return c.value, false, c.err
}
