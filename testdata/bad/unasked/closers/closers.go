// Package closers has no annotations, and closes channels without a right to it. Nothing may be learned from that they are closed.
package closers

import "sync"

// A Counter counts.
type Counter struct {
	mu   sync.Mutex
	n    int
	done chan struct{}
}

// New returns a counter.
func New() *Counter { return &Counter{done: make(chan struct{})} }

// Hit counts one.
func (c *Counter) Hit() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

// Drop counts one less.
func (c *Counter) Drop() {
	c.mu.Lock()
	c.n--
	c.mu.Unlock()
}

// Mix computes something.
func (c *Counter) Mix() {
	c.mu.Lock()
	c.n += c.n * c.n
	c.n -= c.n * c.n
	c.n += c.n * c.n
	c.mu.Unlock()
}

// Close closes the channel: whoever calls it.
func (c *Counter) Close() { close(c.done) }

// Closed is wrong behind the receive of a channel that others close, not the goroutine that made it.
func Closed() {
	c := New()
	go c.Close()
	if _, ok := <-c.done; !ok {
		c.n++ // failed
	}
}

// Ranged is wrong behind the loop that ends with the close.
func Ranged() {
	c := New()
	go c.Close()
	for range c.done {
	}
	c.n++ // failed
}

// Selected is wrong in the case of a select.
func Selected(other chan int) {
	c := New()
	c.start()
	select {
	case _, ok := <-c.done:
		if !ok {
			c.n++ // failed
		}
	case <-other:
	}
}

func (c *Counter) start() { go c.Close() }

// Polled is wrong where it has found the channel closed.
func Polled(c *Counter) {
	select {
	case _, ok := <-c.done:
		if !ok {
			c.n++ // failed
		}
	default:
	}
}

// After is wrong behind the close.
func (c *Counter) After() {
	close(c.done)
	c.n++ // failed
}

// Fresh is wrong behind the close of a channel that it has just made.
func Fresh() *Counter {
	c := New()
	c.start()
	c.Close()
	c.n++ // failed
	return c
}

// Early waits for a goroutine by a channel that somebody else closes as well.
func Early() int {
	x := 0
	c := New()
	go func() {
		x = 1
		close(c.done)
	}()
	go c.Close()
	<-c.done
	return x // failed
}

// Handed has a goroutine close the channel of a counter that others know.
func Handed(c *Counter) int {
	x := 0
	go func() {
		x = 1
		close(c.done)
	}()
	<-c.done
	return x // failed
}

// Submit closes a channel in a function that is called some time.
func Submit(run func(func())) int {
	x := 0
	done := make(chan struct{})
	run(func() {
		defer close(done)
		x = 1 // failed
	})
	<-done
	return x
}

// Sent is the same with a value.
func Sent(run func(func())) int {
	x := 0
	done := make(chan int, 1)
	go func() {
		x = 1
		done <- 1
	}()
	run(func() { close(done) })
	<-done
	return x // failed
}

// Alone may count on its goroutine: nobody else knows the channel.
func Alone() int {
	x := 0
	done := make(chan struct{})
	go func() {
		defer close(done)
		x = 1
	}()
	<-done
	return x
}

// Given may count on the goroutine that it gives the channel.
func Given() int {
	x := 0
	done := make(chan struct{})
	go func(end chan struct{}) {
		x = 1
		close(end)
	}(done)
	<-done
	return x
}

// Sends may count on the value.
func Sends() int {
	x := 0
	done := make(chan int)
	go func() {
		x = 1
		done <- 1
	}()
	<-done
	return x
}
