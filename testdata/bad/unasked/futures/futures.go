// Package futures has no annotations. Its results are published by closing a channel: what is written before the close is read after a
// receive.
package futures

import (
	"context"
	"errors"
)

// A Future is the result of a computation.
type Future struct {
	done  chan struct{}
	value string
	err   error
}

// Go computes in another goroutine.
func Go(f func() (string, error)) *Future {
	fu := &Future{done: make(chan struct{})}
	go func() {
		defer close(fu.done)
		fu.value, fu.err = f()
	}()
	return fu
}

// Wait returns the result.
func (f *Future) Wait() (string, error) {
	<-f.done
	return f.value, f.err
}

// WaitContext returns the result, unless the context ends.
func (f *Future) WaitContext(ctx context.Context) (string, error) {
	select {
	case <-f.done:
		return f.read()
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// Try returns the result if it is there.
func (f *Future) Try() (string, error) {
	select {
	case <-f.done:
		return f.value, f.err
	default:
		return "", errors.New("not yet")
	}
}

func (f *Future) read() (string, error) { return f.value, f.err }

// Peek does not wait.
func (f *Future) Peek() string {
	return f.value // failed
}

// Other reads on the wrong way.
func (f *Future) Other(ctx context.Context) error {
	select {
	case <-f.done:
		return nil
	case <-ctx.Done():
		return f.err // failed
	}
}

// Change writes after the close.
func (f *Future) Change() {
	<-f.done
	f.err = nil // failed
}

// A Late future is closed too early.
type Late struct {
	done chan struct{}
	text string
	n    int
}

// GoLate closes before it writes.
func GoLate() *Late {
	l := &Late{done: make(chan struct{})}
	go func() {
		l.n = 1
		close(l.done)
		l.text = "late" // failed
	}()
	return l
}

// Text returns the text.
func (l *Late) Text() (string, int) {
	<-l.done
	return l.text, l.n
}

// A Latch counts before it opens.
type Latch struct {
	open chan struct{}
	n    int
}

// NewLatch starts two goroutines.
func NewLatch() *Latch {
	l := &Latch{open: make(chan struct{})}
	go func() {
		l.n++
		close(l.open)
	}()
	go func() {
		l.n++ // failed
	}()
	return l
}

// Wait waits.
func (l *Latch) Wait() int {
	<-l.open
	return l.n
}

// Unsubscribe closes a channel of which nobody knows whose it is. Those of the futures are no such channels.
func Unsubscribe(ch chan string) {
	close(ch)
}

// A Shut can be cancelled, by closing its channel before the result is there.
type Shut struct {
	done chan struct{}
	n    int
}

// NewShut starts.
func NewShut() *Shut {
	s := &Shut{done: make(chan struct{})}
	go func() {
		s.n = 1
		close(s.done)
	}()
	return s
}

// Wait waits.
func (s *Shut) Wait() int {
	<-s.done
	return s.n
}

// Cancel closes it.
func (s *Shut) Cancel() {
	go shut(s.done) // failed
}

func shut(ch chan struct{}) {
	close(ch)
}
