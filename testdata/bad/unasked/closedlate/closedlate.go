// Package closedlate has fields that are read once a channel is closed, and may be written then: relatives of package beforeclose, all of them wrong.
package closedlate

import (
	"sync"
	"sync/atomic"
)

// ---- wrong: the channel of another object is closed

type pair struct {
	mu     sync.Mutex
	closed bool
	err    error
	done   chan struct{}
}

func newPair() *pair { return &pair{done: make(chan struct{})} }

func (p *pair) fail(err error, other *pair) {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return
	}
	p.closed = true
	p.err = err
	p.mu.Unlock()
	close(other.done)
}

func (p *pair) wait() error {
	<-p.done
	return p.err // failed
}

// ---- wrong: the flag of one object is asked, and the next one is written

type member struct {
	mu     sync.Mutex
	closed bool
	err    error
	done   chan struct{}
}

func newMember() *member { return &member{done: make(chan struct{})} }

func failAll(all []*member, err error) {
	set := false
	for _, m := range all {
		m.mu.Lock()
		if set || !m.closed {
			set = true
			m.closed = true
			m.err = err
		}
		m.mu.Unlock()
		close(m.done)
	}
}

func (m *member) wait() error {
	<-m.done
	return m.err // failed
}

// ---- wrong: the atomic flag is reset

type refilled struct {
	closed atomic.Bool
	err    error
	done   chan struct{}
}

func newRefilled() *refilled { return &refilled{done: make(chan struct{})} }

func (r *refilled) close(err error) {
	if r.closed.CompareAndSwap(false, true) {
		r.err = err // failed
		close(r.done)
	}
}

func (r *refilled) reopen() { r.closed.Store(false) }

func (r *refilled) wait() error {
	<-r.done
	return r.err
}

// ---- wrong: who is second writes, too

type second struct {
	closed atomic.Bool
	err    error
	late   error
	done   chan struct{}
}

func newSecond() *second { return &second{done: make(chan struct{})} }

func (s *second) close(err error) {
	if s.closed.CompareAndSwap(false, true) {
		s.err = err
		close(s.done) // failed
	} else {
		s.late = err // failed
	}
}

func (s *second) wait() (error, error) {
	<-s.done
	return s.err, s.late
}

// ---- wrong: the first one writes again when the channel is closed

type wordy struct {
	closed atomic.Bool
	err    error
	done   chan struct{}
}

func newWordy() *wordy { return &wordy{done: make(chan struct{})} }

func (w *wordy) close(err error) {
	if w.closed.Swap(true) {
		return
	}
	close(w.done)
	w.err = err // failed
}

func (w *wordy) wait() error {
	<-w.done
	return w.err
}

// ---- wrong: somebody looks before the channel is closed, and there is no lock

type peeked struct {
	closed atomic.Bool
	err    error
	done   chan struct{}
}

func newPeeked() *peeked { return &peeked{done: make(chan struct{})} }

func (p *peeked) close(err error) {
	if p.closed.CompareAndSwap(false, true) {
		p.err = err // failed
		close(p.done)
	}
}

func (p *peeked) peek() error {
	if p.closed.Load() {
		return p.err // failed
	}
	return nil
}

func (p *peeked) wait() error {
	<-p.done
	return p.err
}

// ---- wrong: the flag is reset, and the channel closed again, which panics after the write

type reopened struct {
	mu     sync.Mutex
	closed bool
	err    error
	done   chan struct{}
}

func newReopened() *reopened { return &reopened{done: make(chan struct{})} }

func (r *reopened) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.closed = true
		r.err = err // failed
		close(r.done)
	}
}

func (r *reopened) reopen() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = false
}

func (r *reopened) wait() error {
	<-r.done
	return r.err
}

// ---- wrong: nobody asks whether it was closed before

type unchecked struct {
	mu   sync.Mutex
	err  error
	done chan struct{}
}

func newUnchecked() *unchecked { return &unchecked{done: make(chan struct{})} }

func (u *unchecked) fail(err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.err = err // failed
	close(u.done)
}

func (u *unchecked) wait() error {
	<-u.done
	return u.err
}

// ---- wrong: the lock is released in between, by a Cond that has the struct as its Locker

type signalled struct {
	sync.Mutex
	cond   *sync.Cond
	n      int
	closed bool
	err    error
	done   chan struct{}
}

func newSignalled() *signalled {
	s := &signalled{done: make(chan struct{})}
	s.cond = sync.NewCond(s) // failed
	return s
}

func (s *signalled) fail(err error) {
	s.Lock()
	defer s.Unlock()
	if !s.closed {
		for s.n == 0 {
			s.cond.Wait() // failed
		}
		s.err = err
	}
}

func (s *signalled) end() {
	s.Lock()
	s.n++
	if s.closed {
		s.Unlock()
		return
	}
	s.closed = true
	s.Unlock()
	close(s.done)
}

func (s *signalled) wait() error {
	<-s.done
	return s.err // failed
}

// ---- wrong: the struct is zeroed as a whole

type state struct {
	mu     sync.Mutex
	closed bool
	err    error
	done   chan struct{}
}

func newState() *state { return &state{done: make(chan struct{})} }

func (s *state) fail(err error) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return
	}
	s.closed = true
	s.err = err // failed
	s.mu.Unlock()
	close(s.done)
}

func (s *state) reset() { *s = state{} } // failed

func (s *state) wait() error {
	<-s.done
	return s.err
}

// ---- wrong: copies have the channel, and flags of their own

type copied struct {
	mu     sync.Mutex
	closed bool
	err    error
	done   chan struct{}
}

func newCopied() *copied { return &copied{done: make(chan struct{})} }

func double(all []copied) []copied {
	more := make([]copied, len(all))
	copy(more, all) // failed
	return more
}

func (c *copied) fail(err error) {
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return
	}
	c.closed = true
	c.err = err // failed
	c.mu.Unlock()
	close(c.done)
}

func (c *copied) wait() error {
	<-c.done
	return c.err
}
