// Package lockerconds has conditions of locks that are behind a sync.Locker, and gets them wrong.
package lockerconds

import (
	"runtime"
	"sync"
	"sync/atomic"
)

type spinLock uint32

func (l *spinLock) Lock() {
	for !atomic.CompareAndSwapUint32((*uint32)(l), 0, 1) {
		runtime.Gosched()
	}
}

func (l *spinLock) Unlock() { atomic.StoreUint32((*uint32)(l), 0) }

func newLock() sync.Locker { return new(spinLock) }

// A Queue waits.
type Queue struct {
	lock sync.Locker
	//calvin:condition_of lock
	cond *sync.Cond
	//calvin:guarded_by lock
	n int
}

// New is right.
func New() *Queue {
	q := &Queue{lock: newLock()}
	q.cond = sync.NewCond(q.lock)
	return q
}

// NewOther makes a queue with the condition of another one's lock.
func NewOther(o *Queue) *Queue {
	q := &Queue{lock: newLock()}
	q.cond = sync.NewCond(o.lock) // failed
	return q
}

// NewLate has the condition before the lock.
func NewLate(l sync.Locker) *Queue {
	return &Queue{cond: sync.NewCond(l), lock: l} // failed
}

// NewNil has no lock. What comes after that is looked at all the same.
func NewNil(o *Queue) {
	q := &Queue{}
	q.cond = sync.NewCond(q.lock) // failed
	o.n++
}

// NewNone has none either.
func NewNone(o *Queue) {
	c := sync.NewCond(nil)
	o.n++ // failed
	c.Signal()
}

// NewGiven may get nil.
func NewGiven(l sync.Locker) *Queue {
	q := &Queue{lock: l}
	q.cond = sync.NewCond(l) // failed
	return q
}

// Given gets a condition from elsewhere.
func (q *Queue) Given(c *sync.Cond) *Queue {
	other := &Queue{lock: newLock()}
	other.cond = c // failed
	return other
}

// Stale believes that nothing has changed.
func (q *Queue) Stale() {
	if q.lock == nil || q.cond == nil {
		return
	}
	q.lock.Lock()
	n := q.n
	q.cond.Wait()
	//calvin:assert q.n == n // failed
	_ = n
	q.lock.Unlock()
}

// A Swapped queue gets another lock.
type Swapped struct {
	lock sync.Locker
	//calvin:condition_of lock
	cond *sync.Cond
	//calvin:guarded_by lock
	n int
}

// NewSwapped sets the lock again when the condition has the old one.
func NewSwapped() *Swapped {
	s := &Swapped{lock: newLock()}
	s.cond = sync.NewCond(s.lock)
	s.lock = newLock()
	return s
}

// Inc has the other lock.
func (s *Swapped) Inc() {
	s.lock.Lock()
	s.cond.Wait() // failed
	s.n++
	s.lock.Unlock()
}

// A Copied queue is assigned as a whole.
type Copied struct {
	lock sync.Locker
	//calvin:condition_of lock
	cond *sync.Cond
	//calvin:guarded_by lock
	n int
}

// NewCopied has the lock of one and the condition of another.
func NewCopied() *Copied {
	c := &Copied{lock: newLock()}
	c.cond = sync.NewCond(c.lock)
	l := newLock()
	*c = Copied{lock: l, cond: c.cond}
	return c
}

// Inc has the other lock.
func (c *Copied) Inc() {
	c.lock.Lock()
	c.cond.Wait() // failed
	c.n++
	c.lock.Unlock()
}

// A Pointed queue has its lock set through a pointer.
type Pointed struct {
	lock sync.Locker
	//calvin:condition_of lock
	cond *sync.Cond
	//calvin:guarded_by lock
	n int
}

// NewPointed sets the lock again.
func NewPointed() *Pointed {
	p := &Pointed{lock: newLock()}
	p.cond = sync.NewCond(p.lock)
	at := &p.lock
	*at = newLock()
	return p
}

// Inc has the other lock.
func (p *Pointed) Inc() {
	p.lock.Lock()
	p.cond.Wait() // failed
	p.n++
	p.lock.Unlock()
}
