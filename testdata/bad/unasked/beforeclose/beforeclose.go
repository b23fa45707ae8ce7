// Package beforeclose has fields that are written for the last time before a channel is closed. Who knows that it is closed reads them without a lock.
package beforeclose

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
)

var errShut = errors.New("shut")

// ---- the error is the flag, and the goroutine that sets it closes the channel

type Conn struct {
	mu   sync.Mutex
	err  error
	done chan struct{}
}

func NewConn() *Conn { return &Conn{done: make(chan struct{})} }

func (c *Conn) Fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
		close(c.done)
	}
}

func (c *Conn) Wait() error {
	<-c.done
	return c.err
}

// ---- a flag, a result beside the error, a helper that is called with the lock held

type Task struct {
	mu     sync.Mutex
	n      int
	closed bool
	result int
	err    error
	done   chan struct{}
}

func NewTask() *Task { return &Task{done: make(chan struct{})} }

func (t *Task) Stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.finish(errShut)
}

func (t *Task) Add(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n += n
	if t.n > 100 {
		t.finish(nil)
	}
}

func (t *Task) finish(err error) {
	if t.closed {
		return
	}
	t.closed = true
	t.result, t.err = t.n, err
	close(t.done)
}

func (t *Task) Done() <-chan struct{} { return t.done }

func (t *Task) Wait(ctx context.Context) (int, error) {
	select {
	case <-t.done:
		return t.result, t.err
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

func (t *Task) Err() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.err
}

// ---- the close comes after the unlock

type Late struct {
	mu     sync.Mutex
	closed bool
	err    error
	done   chan struct{}
}

func NewLate() *Late { return &Late{done: make(chan struct{})} }

func (l *Late) Close(err error) {
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return
	}
	l.closed = true
	l.err = err
	l.mu.Unlock()
	close(l.done)
}

func (l *Late) Wait() error {
	<-l.done
	return l.err
}

// ---- two locks: one for the error, one for who closes

type Session struct {
	errMu sync.Mutex
	err   error
	mu    sync.Mutex
	shut  bool
	done  chan struct{}
}

func NewSession() *Session { return &Session{done: make(chan struct{})} }

func (s *Session) exit(err error) {
	s.errMu.Lock()
	if s.err == nil {
		s.err = err
	}
	s.errMu.Unlock()
	s.Close()
}

func (s *Session) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shut {
		return
	}
	s.shut = true
	s.errMu.Lock()
	if s.err == nil {
		s.err = errShut
	}
	s.errMu.Unlock()
	close(s.done)
}

func (s *Session) Accept(in chan int) (int, error) {
	select {
	case x := <-in:
		if x < 0 {
			s.exit(errors.New("negative"))
		}
		return x, nil
	case <-s.done:
		return 0, s.err
	}
}

// ---- the channel tells whether it is closed

type Asked struct {
	mu   sync.RWMutex
	err  error
	done chan struct{}
}

func NewAsked() *Asked { return &Asked{done: make(chan struct{})} }

func (a *Asked) Fail(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	select {
	case <-a.done:
		return
	default:
	}
	a.err = err
	close(a.done)
}

func (a *Asked) Err() error {
	select {
	case <-a.done:
		return a.err
	default:
		return nil
	}
}

func (a *Asked) Peek() error {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.err
}

// ---- whoever is first

type First struct {
	closed atomic.Bool
	err    error
	done   chan struct{}
}

func NewFirst() *First { return &First{done: make(chan struct{})} }

func (f *First) Close(err error) {
	if f.closed.CompareAndSwap(false, true) {
		f.err = err
		close(f.done)
	}
}

func (f *First) Abort() {
	if f.closed.Swap(true) {
		return
	}
	f.err = errShut
	close(f.done)
}

func (f *First) Wait() error {
	<-f.done
	return f.err
}

// ---- wrong: the write comes after the close

type after struct {
	mu   sync.Mutex
	err  error
	done chan struct{}
}

func newAfter() *after { return &after{done: make(chan struct{})} }

func (a *after) fail(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.err == nil {
		close(a.done)
		a.err = err
	}
}

func (a *after) wait() error {
	<-a.done
	return a.err // failed
}

// ---- wrong: the error is written again when the channel is closed

type again struct {
	mu     sync.Mutex
	closed bool
	err    error
	done   chan struct{}
}

func newAgain() *again { return &again{done: make(chan struct{})} }

func (a *again) fail(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.err = err // failed
	if !a.closed {
		a.closed = true
		close(a.done)
	}
}

func (a *again) wait() error {
	<-a.done
	return a.err
}

// ---- wrong: somebody resets the flag

type reset struct {
	mu     sync.Mutex
	closed bool
	err    error
	done   chan struct{}
}

func newReset() *reset { return &reset{done: make(chan struct{})} }

func (r *reset) fail(err error) {
	r.mu.Lock()
	if r.closed {
		r.mu.Unlock()
		return
	}
	r.closed = true
	r.err = err // failed
	r.mu.Unlock()
	close(r.done)
}

func (r *reset) reopen() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = false
}

func (r *reset) wait() error {
	<-r.done
	return r.err
}

// ---- wrong: somebody closes the channel without the flag

type blunt struct {
	mu     sync.Mutex
	closed bool
	err    error
	done   chan struct{}
}

func newBlunt() *blunt { return &blunt{done: make(chan struct{})} }

func (b *blunt) fail(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.closed {
		b.err = err
		b.closed = true
	}
}

func (b *blunt) close() { close(b.done) }

func (b *blunt) wait() error {
	<-b.done
	return b.err // failed
}

// ---- wrong: the lock is released between the question and the write

type gap struct {
	mu     sync.Mutex
	closed bool
	err    error
	done   chan struct{}
}

func newGap() *gap { return &gap{done: make(chan struct{})} }

func (g *gap) fail(err error) {
	g.mu.Lock()
	closed := g.closed
	g.closed = true
	g.mu.Unlock()
	if closed {
		return
	}
	g.mu.Lock()
	g.err = err // failed
	g.mu.Unlock()
	close(g.done)
}

func (g *gap) end() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
	close(g.done) // failed
}

func (g *gap) wait() error {
	<-g.done
	return g.err
}

// ---- wrong: there may be another channel

type renewed struct {
	mu   sync.Mutex
	err  error
	done chan struct{}
}

func newRenewed() *renewed { return &renewed{done: make(chan struct{})} }

func (r *renewed) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = err
		close(r.done)
	}
}

func (r *renewed) renew() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = nil
	r.done = make(chan struct{})
}

func (r *renewed) wait() error {
	<-r.done // failed
	return r.err
}

// ---- wrong: what is received may have been sent

type told struct {
	mu   sync.Mutex
	err  error
	done chan struct{}
}

func newTold() *told { return &told{done: make(chan struct{}, 1)} }

func (t *told) fail(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil {
		t.err = err
		close(t.done)
	}
}

func (t *told) poke() { t.done <- struct{}{} }

func (t *told) wait() error {
	<-t.done
	return t.err // failed
}

// ---- wrong: it is read before

type early struct {
	mu   sync.Mutex
	err  error
	done chan struct{}
}

func newEarly() *early { return &early{done: make(chan struct{})} }

func (e *early) fail(err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.err == nil {
		e.err = err
		close(e.done)
	}
}

func (e *early) state() (bool, error) {
	select {
	case <-e.done:
		return true, e.err
	default:
		return false, e.err // failed
	}
}

// ---- wrong: the helper is called without the lock, too

type unlocked struct {
	mu     sync.Mutex
	closed bool
	err    error
	done   chan struct{}
}

func newUnlocked() *unlocked { return &unlocked{done: make(chan struct{})} }

func (u *unlocked) stop() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.finish(errShut) // unfounded
}

func (u *unlocked) abort() { u.finish(nil) } // failed

func (u *unlocked) finish(err error) {
	if u.closed {
		return
	}
	u.closed = true
	u.err = err
	close(u.done)
}

func (u *unlocked) wait() error {
	<-u.done
	return u.err
}

// ---- wrong: others get the channel, and may close it

type lent struct {
	mu     sync.Mutex
	closed bool
	err    error
	done   chan struct{}
}

func newLent() *lent { return &lent{done: make(chan struct{})} }

func (l *lent) fail(err error) {
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return
	}
	l.closed = true
	l.err = err // failed
	l.mu.Unlock()
	close(l.done)
}

func (l *lent) Channel() chan struct{} { return l.done }

func (l *lent) wait() error {
	<-l.done
	return l.err
}
