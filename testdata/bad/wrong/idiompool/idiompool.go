// Package idiompool has a connection pool, and code that is wrong about whose the connections are.
package idiompool

import "sync"

type conn struct {
	used   int
	broken bool
}

type Pool struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	idle []*conn
	//calvin:guarded_by mu
	open int
	//calvin:closable_if false
	out chan *conn
}

func (p *Pool) get() *conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.idle); n > 0 {
		c := p.idle[n-1]
		p.idle[n-1] = nil
		p.idle = p.idle[:n-1]
		return c
	}
	p.open++
	return &conn{}
}

func (p *Pool) put(c *conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, c)
}

// Right is right: without it, the pool would hand nothing over.
func (p *Pool) Right() {
	c := p.get()
	if c == nil {
		return
	}
	c.used++
	p.put(c)
}

func (p *Pool) UsedAfterPut() {
	c := p.get()
	if c == nil {
		return
	}
	p.put(c)
	c.used++ // failed
}

func (p *Pool) PutTwice() {
	c := p.get()
	if c == nil {
		return
	}
	p.put(c)
	p.put(c) // failed
}

func (p *Pool) InTwoPools(o *Pool) {
	c := p.get()
	if c == nil {
		return
	}
	p.put(c)
	o.put(c) // failed
}

func (p *Pool) Peeked() {
	p.mu.Lock()
	var c *conn
	if n := len(p.idle); n > 0 {
		c = p.idle[n-1]
	}
	p.mu.Unlock()
	if c != nil {
		c.used++ // failed
	}
}

func (p *Pool) Unlocked() {
	p.idle = nil // failed
}

func (p *Pool) UnderReadLock() {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if n := len(p.idle); n > 0 {
		p.idle = p.idle[:n-1] // failed
	}
}

func (p *Pool) UnderOthersLock(o *Pool, c *conn) {
	o.mu.Lock()
	defer o.mu.Unlock()
	p.idle = append(p.idle, c) // failed
}

func (p *Pool) Sent() {
	c := p.get()
	if c == nil {
		return
	}
	p.out <- c
	c.used++ // failed
}

func (p *Pool) SentAndPut() {
	c := p.get()
	if c == nil {
		return
	}
	p.out <- c
	p.put(c) // failed
}

func (p *Pool) Started() {
	c := p.get()
	if c == nil {
		return
	}
	go read(c)
	p.put(c) // failed
}

func read(c *conn) {}

var last *conn

func (p *Pool) Global() {
	c := p.get()
	if c == nil {
		return
	}
	last = c // failed
	p.put(c) // failed
}

func (p *Pool) DeferredPut() {
	c := p.get()
	if c == nil {
		return
	}
	p.put(c)
	defer mark(c) // failed
}

func mark(c *conn) {
	if c != nil {
		c.broken = true
	}
}

// Counts uses one rightly, and then counts without the lock.
func (p *Pool) Counts() {
	if c := p.get(); c != nil {
		c.used++
		p.put(c)
	}
	p.open-- // failed
}
