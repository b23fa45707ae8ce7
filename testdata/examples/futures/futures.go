// Package futures has values that one goroutine sets and others wait for. Each is written before a channel is closed, and read
// after that.
package futures

import (
	"context"
	"sync"
)

// A Call is what a goroutine works on.
type Call struct {
	done chan struct{}
	//calvin:guarded_by done
	value int
	//calvin:guarded_by done
	err error
}

// Start has a goroutine do the work.
func Start(work func() (int, error)) *Call {
	c := &Call{done: make(chan struct{})}
	go func() {
		defer close(c.done)
		c.value, c.err = work()
	}()
	return c
}

// Sum has a goroutine add numbers.
func Sum(xs []int) *Call {
	c := &Call{done: make(chan struct{})}
	go c.sum(xs)
	return c
}

func (c *Call) sum(xs []int) {
	for _, x := range xs {
		c.value += x
	}
	close(c.done)
}

// Done returns a channel that is closed when the work is done.
func (c *Call) Done() <-chan struct{} { return c.done }

// Wait returns the outcome.
func (c *Call) Wait() (int, error) {
	<-c.done
	return c.value, c.err
}

// WaitFor returns the outcome, or why it does not wait any longer.
func (c *Call) WaitFor(ctx context.Context) (int, error) {
	select {
	case <-c.done:
		return c.value, c.err
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// Value returns the outcome if it is there.
func (c *Call) Value() (value int, ok bool) {
	select {
	case <-c.done:
		return c.value, c.err == nil
	default:
		return 0, false
	}
}

// Both waits for two calls.
func Both(a, b *Call) int {
	<-a.done
	<-b.done
	return a.value + b.value
}

// A Promise is set by whoever is first.
type Promise struct {
	once sync.Once
	//calvin:closable_if held(once)
	kept chan struct{}
	//calvin:guarded_by kept
	value string
}

// NewPromise returns a promise that nobody has kept.
func NewPromise() *Promise { return &Promise{kept: make(chan struct{})} }

// Keep sets the value, unless that has been done.
func (p *Promise) Keep(value string) {
	p.once.Do(func() {
		p.value = value
		close(p.kept)
	})
}

// Value waits for the value.
func (p *Promise) Value() string {
	<-p.kept
	return p.value
}

// A Snapshot is a table that is published as a whole.
type Snapshot struct {
	mu sync.Mutex
	//calvin:closable_if held(mu)
	ready chan struct{}
	//calvin:guarded_by ready
	table map[string]int
}

// NewSnapshot returns an empty one.
func NewSnapshot() *Snapshot { return &Snapshot{ready: make(chan struct{})} }

// Publish publishes the names, and reports whether nobody has done so before.
func (s *Snapshot) Publish(names []string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.ready:
		return false
	default:
	}
	s.table = make(map[string]int)
	for i, n := range names {
		s.table[n] = i
	}
	close(s.ready)
	return true
}

// Index waits for the table, and returns the index of a name.
func (s *Snapshot) Index(name string) (int, bool) {
	<-s.ready
	i, ok := s.table[name]
	return i, ok
}
