// Package published has errors that are written for the last time before a channel is closed, and read without a lock afterwards.
package published

import (
	"sync"
	"sync/atomic"
)

// A Conn ends with an error.
type Conn struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	closed bool
	//calvin:guarded_by mu
	//calvin:published_by done
	err  error
	done chan struct{}
}

// New returns an open one.
func New() *Conn { return &Conn{done: make(chan struct{})} }

// Close closes it once.
func (c *Conn) Close(err error) {
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return
	}
	c.closed = true
	c.err = err
	c.mu.Unlock()
	close(c.done)
}

// Wait knows that the channel is closed.
func (c *Conn) Wait() error {
	<-c.done
	return c.err
}

// Again writes once more, under the lock.
func (c *Conn) Again(err error) {
	c.mu.Lock()
	c.err = err // want TestAgain: published_by done
	c.mu.Unlock()
}

// Peek reads before.
func (c *Conn) Peek() error {
	return c.err // want TestPeek: guarded_by mu
}

// A Once is ended by whoever is first.
type Once struct {
	ended atomic.Bool
	//calvin:published_by done
	err  error
	done chan struct{}
}

// End ends it.
func (o *Once) End(err error) {
	if o.ended.CompareAndSwap(false, true) {
		o.err = err
		close(o.done)
	}
}

// Wait knows that the channel is closed.
func (o *Once) Wait() error {
	<-o.done
	return o.err
}
