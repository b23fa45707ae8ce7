// Package donechannels has no annotations. Objects have a channel that is only ever closed, beside others of the same type that something is sent on.
package donechannels

import (
	"errors"
	"sync"
)

// A Session has slots, and a channel that tells that it is done.
type Session struct {
	mu     sync.Mutex
	closed bool
	done   chan struct{}
	slots  chan struct{}
	notify chan struct{}
}

// NewSession makes one.
func NewSession(n int) *Session {
	return &Session{done: make(chan struct{}), slots: make(chan struct{}, n), notify: make(chan struct{}, 1)}
}

var errClosed = errors.New("closed")

// Open takes a slot.
func (s *Session) Open() error {
	select {
	case s.slots <- struct{}{}:
	case <-s.done:
		return errClosed
	}
	wake(s.notify)
	return nil
}

// Free gives one back.
func (s *Session) Free() {
	<-s.slots
	wake(s.notify)
}

func wake(ch chan struct{}) {
	select {
	case ch <- struct{}{}:
	default:
	}
}

// Close ends the session once.
func (s *Session) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	s.closed = true
	close(s.done)
}

// Closed looks under the lock.
func (s *Session) Closed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

// Peek does so without.
func (s *Session) Peek() bool {
	return s.closed // failed
}

// Reopen writes without the lock.
func (s *Session) Reopen() {
	s.closed = false // failed
}

// A Result is written before its channel is closed; another channel has a value sent.
type Result struct {
	value int
	done  chan struct{}
	start chan struct{}
}

// Compute computes one.
func Compute(n int) *Result {
	r := &Result{done: make(chan struct{}), start: make(chan struct{}, 1)}
	go func() {
		<-r.start
		r.value = n * n
		close(r.done)
	}()
	r.start <- struct{}{}
	return r
}

// Wait waits for it.
func (r *Result) Wait() int {
	<-r.done
	return r.value
}

// Early does not.
func (r *Result) Early() int {
	return r.value // failed
}
