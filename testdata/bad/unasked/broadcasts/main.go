// Package broadcasts has no annotations. It wakes those who wait by closing a channel, and makes another one for the next time.
package broadcasts

import (
	"context"
	"sync"
	"time"
)

type Broadcaster struct {
	mu sync.Mutex
	ch chan struct{}
	v  int
}

func New() *Broadcaster { return &Broadcaster{ch: make(chan struct{})} }

func (b *Broadcaster) Set(v int) {
	b.mu.Lock()
	b.v = v
	close(b.ch)
	b.ch = make(chan struct{})
	b.mu.Unlock()
}

func (b *Broadcaster) Wait(ctx context.Context) (int, error) {
	b.mu.Lock()
	ch := b.ch
	b.mu.Unlock()
	select {
	case <-ch:
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.v, nil
}

func (b *Broadcaster) Changed() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.ch
}

// made when asked for
type Lazy struct {
	mu sync.Mutex
	ch chan struct{}
}

func (l *Lazy) Wait() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ch == nil {
		l.ch = make(chan struct{})
	}
	return l.ch
}

func (l *Lazy) Broadcast() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ch != nil {
		close(l.ch)
		l.ch = nil
	}
}

// Cond with a channel
type Cond struct {
	L  sync.Locker
	mu sync.Mutex
	ch chan struct{}
}

func (c *Cond) Broadcast() {
	c.mu.Lock()
	old := c.ch
	c.ch = make(chan struct{})
	c.mu.Unlock()
	close(old)
}

func (c *Cond) WaitTimeout(d time.Duration) bool {
	c.mu.Lock()
	if c.ch == nil {
		c.ch = make(chan struct{})
	}
	ch := c.ch
	c.mu.Unlock()
	select {
	case <-ch:
		return true
	case <-time.After(d):
		return false
	}
}

// W3 has those who wait read the channel without the lock.
type W3 struct {
	mu sync.Mutex
	ch chan struct{}
}

func (b *W3) Set() {
	b.mu.Lock()
	close(b.ch)
	b.ch = make(chan struct{})
	b.mu.Unlock()
}
func (b *W3) Wait() { <-b.ch } // failed

// W6 has the closed channel tell of what is written later.
type W6 struct {
	mu sync.Mutex
	ch chan struct{}
	v  int
}

func (b *W6) Set(v int) {
	b.mu.Lock()
	close(b.ch)
	b.ch = make(chan struct{})
	b.mu.Unlock()
	b.v = v // failed
}
func (b *W6) Wait() int {
	b.mu.Lock()
	ch := b.ch
	b.mu.Unlock()
	<-ch
	return b.v
}

// A Latch is closed by whoever comes first, and made anew: that it is closed says nothing of what was written before.
type Latch struct {
	mu sync.Mutex
	ch chan struct{}
	v  int // failed
}

// Open has everybody see v.
func (l *Latch) Open(v int) {
	l.v = v // failed
	l.mu.Lock()
	defer l.mu.Unlock()
	if !isClosed(l.ch) {
		close(l.ch)
	}
}

// Shut begins again.
func (l *Latch) Shut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if isClosed(l.ch) {
		l.ch = make(chan struct{})
	}
}

// Get waits for v.
func (l *Latch) Get() int {
	l.mu.Lock()
	ch := l.ch
	l.mu.Unlock()
	<-ch
	return l.v // failed
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
