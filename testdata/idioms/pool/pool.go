// Package pool has a connection pool, which hands connections over.
package pool

import (
	"errors"
	"sync"
	"time"
)

type conn struct {
	addr     string
	lastUsed time.Time
	buf      []byte
	broken   bool
}

func (c *conn) write(p []byte) {
	c.buf = append(c.buf[:0], p...)
	c.lastUsed = time.Now()
}

func (c *conn) stale(d time.Duration) bool { return time.Since(c.lastUsed) > d }

// What a Pool may answer.
var (
	ErrClosed = errors.New("pool: closed")
	ErrBusy   = errors.New("pool: busy")
)

// A Pool lends connections, of which it opens so many at most.
type Pool struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	idle []*conn
	//calvin:guarded_by mu
	open int
	//calvin:guarded_by mu
	closed bool
	max    int
	addr   string
}

// New returns a pool without connections.
func New(addr string, most int) *Pool { return &Pool{addr: addr, max: most} }

func (p *Pool) get() (*conn, error) {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil, ErrClosed
	}
	if n := len(p.idle); n > 0 {
		c := p.idle[n-1]
		p.idle[n-1] = nil
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		return c, nil
	}
	if p.open >= p.max {
		p.mu.Unlock()
		return nil, ErrBusy
	}
	p.open++
	p.mu.Unlock()
	return &conn{addr: p.addr}, nil
}

func (p *Pool) put(c *conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || c.broken {
		p.open--
		return
	}
	p.idle = append(p.idle, c)
}

// Do uses a connection without the lock.
func (p *Pool) Do(data []byte) error {
	c, err := p.get()
	if err != nil || c == nil {
		return err
	}
	defer p.put(c)
	c.write(data)
	return nil
}

// Reap takes out connections, one after the other, until one is not stale.
func (p *Pool) Reap(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.idle) > 0 {
		c := p.idle[len(p.idle)-1]
		if c != nil && !c.stale(d) {
			return
		}
		p.idle = p.idle[:len(p.idle)-1]
		p.open--
	}
}

// Stats counts connections.
func (p *Pool) Stats() (open, idle int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.open, len(p.idle)
}
