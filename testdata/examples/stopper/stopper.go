// Package stopper tells goroutines to stop, and why, by closing a channel.
package stopper

import "sync"

// A Stopper can be stopped once. Nothing is ever sent on its channel, so that whoever receives from it knows that it is
// closed, and may read the reason.
type Stopper struct {
	once sync.Once
	//calvin:closable_if held(once)
	done chan struct{}
	//calvin:guarded_by done
	reason int
}

// New returns a Stopper.
func New() *Stopper {
	return &Stopper{done: make(chan struct{})}
}

// Stop stops it, unless that has been done.
func (s *Stopper) Stop(reason int) {
	s.once.Do(func() {
		s.reason = reason
		close(s.done)
	})
}

// Wait waits until it is stopped, and returns the reason.
func (s *Stopper) Wait() int {
	<-s.done
	return s.reason
}

// Stopped returns the reason if it is stopped.
func (s *Stopper) Stopped() (reason int, ok bool) {
	select {
	case <-s.done:
		return s.reason, true
	default:
		return 0, false
	}
}
