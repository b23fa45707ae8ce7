// Package signals has functions that learn from a contract whether a lock is free, a channel closed or a Once done, and rely on it later.
package signals

import (
	"sync"
	"sync/atomic"
)

// A T is annotated.
type T struct {
	mu sync.Mutex
	n  atomic.Int64
}

// pass waits until nobody holds the lock.
//
//calvin:atomic
//calvin:when t.mu == free
func (t *T) pass() {
	t.mu.Lock()
	t.mu.Unlock()
}

// Bump counts while somebody may hold the lock again.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.n
//calvin:ensures  t.n == old(t.n)+1
func (t *T) Bump() {
	t.pass()
	t.n.Add(1)
} // failed

// give gives the lock back.
//
//calvin:requires held(t.mu)
//calvin:atomic
//calvin:modifies t.mu
func (t *T) give() {
	t.mu.Unlock()
}

// giveAndBump counts only after others may have taken the lock.
//
//calvin:requires held(t.mu)
//calvin:atomic
//calvin:modifies t.mu, t.n
//calvin:ensures  t.n == old(t.n)+1
func (t *T) giveAndBump() {
	t.give()
	t.n.Add(1) // failed
}

// A Stopper can be stopped once. Nothing is ever sent on its channel.
//
//calvin:invariant done != nil
type Stopper struct {
	once sync.Once
	//calvin:carries false
	//calvin:closable_if held(once)
	done chan struct{}
	n    atomic.Int64
}

// stopped reports whether it has been stopped.
//
//calvin:atomic
//calvin:ensures result ==> closed(s.done)
//calvin:ensures !result ==> !closed(s.done)
func (s *Stopper) stopped() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// Twice says that it comes to the same.
//
//calvin:atomic
//calvin:ensures result.0 == result.1
func (s *Stopper) Twice() (bool, bool) {
	a := s.stopped()
	b := s.stopped()
	return a, b // failed
}

// Late counts after it may have been stopped.
//
//calvin:atomic
//calvin:modifies s.n
//calvin:ensures  result ==> !closed(s.done) && s.n == old(s.n)+1
//calvin:ensures  !result ==> s.n == old(s.n)
func (s *Stopper) Late() bool {
	if s.stopped() {
		return false
	}
	s.n.Add(1)
	return true // failed
}
