// Package promises has no annotations. Its results are published by a channel that the function of a sync.Once closes, whoever comes first.
package promises

import (
	"context"
	"errors"
	"sync"
)

// A Promise is resolved or rejected once.
type Promise struct {
	once sync.Once
	done chan struct{}
	val  string
	err  error
}

// New returns one that is neither.
func New() *Promise { return &Promise{done: make(chan struct{})} }

// Resolve sets the value.
func (p *Promise) Resolve(v string) {
	p.once.Do(func() {
		p.val = v
		close(p.done)
	})
}

// Reject sets the error.
func (p *Promise) Reject(err error) {
	p.once.Do(func() {
		p.err = err
		close(p.done)
	})
}

// Wait waits for either.
func (p *Promise) Wait(ctx context.Context) (string, error) {
	select {
	case <-p.done:
		return p.val, p.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// Peek does not wait.
func (p *Promise) Peek() string {
	return p.val // failed
}

// Change sets the value without the Once.
func (p *Promise) Change(v string) {
	p.val = v // failed
}

// Wrong reads where the context has ended.
func (p *Promise) Wrong(ctx context.Context) error {
	select {
	case <-p.done:
		return nil
	case <-ctx.Done():
		return p.err // failed
	}
}

// A Conn remembers why it was closed.
type Conn struct {
	closeOnce sync.Once
	closed    chan struct{}
	reason    error
}

// Dial returns one that is open.
func Dial() *Conn {
	c := &Conn{closed: make(chan struct{})}
	go c.loop()
	return c
}

func (c *Conn) loop() {
	c.shut(errors.New("nothing to do"))
}

func (c *Conn) shut(err error) {
	c.closeOnce.Do(func() {
		c.reason = err
		close(c.closed)
	})
}

// Close closes it.
func (c *Conn) Close() error {
	c.shut(errors.New("closed"))
	return nil
}

// Err tells why, once it is closed.
func (c *Conn) Err() error {
	select {
	case <-c.closed:
		return c.reason
	default:
		return nil
	}
}

// A Swift closes before it writes.
type Swift struct {
	once sync.Once
	done chan struct{}
	n    int
	text string
}

// NewSwift returns one.
func NewSwift() *Swift { return &Swift{done: make(chan struct{})} }

// Set writes too late.
func (s *Swift) Set(n int) {
	s.once.Do(func() {
		s.n = n
		close(s.done)
		s.text = "set"
	})
}

// Get waits.
func (s *Swift) Get() (int, string) {
	<-s.done
	return s.n, s.text // failed
}

// A Pair has two Onces.
type Pair struct {
	first, second sync.Once
	done          chan struct{}
	n             int
}

// NewPair returns one.
func NewPair() *Pair { return &Pair{done: make(chan struct{})} }

// First may run while Second does.
func (p *Pair) First() {
	p.first.Do(func() {
		p.n = 1 // failed
		close(p.done)
	})
}

// Second may run while First does.
func (p *Pair) Second() {
	p.second.Do(func() {
		p.n = 2 // failed
		close(p.done)
	})
}

// Get waits.
func (p *Pair) Get() int {
	<-p.done
	return p.n
}

// A Loose promise is closed without its Once, too.
type Loose struct {
	once sync.Once
	done chan struct{}
	n    int
}

// NewLoose returns one.
func NewLoose() *Loose { return &Loose{done: make(chan struct{})} }

// Set is right by itself.
func (l *Loose) Set(n int) {
	l.once.Do(func() {
		l.n = n // failed
		close(l.done)
	})
}

// Cancel has others read what Set writes.
func (l *Loose) Cancel() { close(l.done) } // failed

// Get waits.
func (l *Loose) Get() int {
	<-l.done
	return l.n
}

// A Renewed promise gets another channel.
type Renewed struct {
	once sync.Once
	done chan struct{}
	n    int
}

// NewRenewed returns one.
func NewRenewed() *Renewed { return &Renewed{done: make(chan struct{})} }

// Set is right by itself.
func (r *Renewed) Set(n int) {
	r.once.Do(func() {
		r.n = n
		close(r.done)
	})
}

// Renew has those who wait now wait for ever, or read at once.
func (r *Renewed) Renew(ch chan struct{}) {
	r.done = ch // failed
}

// Get waits.
func (r *Renewed) Get() int {
	<-r.done
	return r.n
}

// Lent gives its channel away, to be closed by whoever likes.
type Lent struct {
	once sync.Once
	done chan struct{}
	n    int
}

// NewLent gets the channel.
func NewLent(done chan struct{}) *Lent { return &Lent{done: done} } // failed

// Set is right by itself.
func (l *Lent) Set(n int) {
	l.once.Do(func() {
		l.n = n
		close(l.done)
	})
}

// Get waits.
func (l *Lent) Get() int {
	<-l.done
	return l.n
}
