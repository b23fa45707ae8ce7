// Package spinlockers has a lock of its own behind a sync.Locker, and takes it wrongly.
package spinlockers

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// A spinLock is a lock by what its methods do.
type spinLock uint32

func (l *spinLock) Lock() {
	for !atomic.CompareAndSwapUint32((*uint32)(l), 0, 1) {
		runtime.Gosched()
	}
}

func (l *spinLock) Unlock() { atomic.StoreUint32((*uint32)(l), 0) }

// newLock makes one.
func newLock() sync.Locker { return new(spinLock) }

// A Queue is guarded by one.
type Queue struct {
	lock sync.Locker
	//calvin:guarded_by lock
	items []int
	//calvin:guarded_by lock
	n int
}

// NewQueue makes an empty queue.
func NewQueue() *Queue {
	return &Queue{lock: newLock()}
}

// Bare has no lock.
func (q *Queue) Bare() {
	q.n++ // failed
}

// After comes too late.
func (q *Queue) After() {
	if q.lock == nil {
		return
	}
	q.lock.Lock()
	q.lock.Unlock()
	q.n++ // failed
}

// Other has the lock of another queue.
func (q *Queue) Other(o *Queue) {
	if o.lock == nil {
		return
	}
	o.lock.Lock()
	q.n++ // failed
	o.lock.Unlock()
}

// New has a lock that nobody else uses.
func (q *Queue) New() {
	l := newLock()
	l.Lock()
	q.n++ // failed
	l.Unlock()
}

// Unheld unlocks what others may hold: a spin lock does not notice.
func (q *Queue) Unheld() {
	if q.lock != nil {
		q.lock.Unlock() // failed
	}
}

// Twice unlocks once too often.
func (q *Queue) Twice() {
	if q.lock == nil {
		return
	}
	q.lock.Lock()
	q.n++
	q.lock.Unlock()
	q.lock.Unlock() // failed
}

// Again waits for itself.
func (q *Queue) Again() {
	if q.lock == nil {
		return
	}
	q.lock.Lock()
	q.lock.Lock() // failed
	q.lock.Unlock()
}

// Kept keeps the lock.
func (q *Queue) Kept() {
	if q.lock == nil {
		return
	}
	q.lock.Lock()
	q.n++
} // failed

// SameTwice takes two that may be one.
func SameTwice(a, b sync.Locker) {
	if a == nil || b == nil {
		return
	}
	a.Lock()
	defer a.Unlock()
	b.Lock() // failed
	b.Unlock()
}

// None has no lock.
func None() {
	var s *spinLock
	var l sync.Locker = s // failed
	l.Lock()
	l.Unlock()
}

// Nil has none either.
func (q *Queue) Nil() {
	q.lock.Lock() // failed
	q.n++
	q.lock.Unlock()
}

// Replaced has another lock afterwards.
func (q *Queue) Replaced() {
	if q.lock == nil {
		return
	}
	q.lock.Lock()
	q.lock = newLock() // failed
	q.n++
	q.lock.Unlock()
}

// Callee may lock what its caller holds.
//
//calvin:atomic
//calvin:ensures true
func Callee(l sync.Locker) {
	if l == nil {
		return
	}
	l.Lock()
	l.Unlock()
}

// Calls holds it.
func (q *Queue) Calls() {
	if q.lock == nil {
		return
	}
	q.lock.Lock()
	defer q.lock.Unlock()
	Callee(q.lock) // failed
}

// Started lets a goroutine use what it guards itself.
func (q *Queue) Started() {
	if q.lock == nil {
		return
	}
	q.lock.Lock()
	defer q.lock.Unlock()
	go func() {
		q.n++ // failed
	}()
}

// The rest is right.

// Put adds an item.
func (q *Queue) Put(x int) {
	if q.lock == nil {
		return
	}
	q.lock.Lock()
	defer q.lock.Unlock()
	q.items = append(q.items, x)
	q.n++
}

// Take takes the last item.
func (q *Queue) Take() (int, bool) {
	l := q.lock
	if l == nil {
		return 0, false
	}
	l.Lock()
	defer l.Unlock()
	if len(q.items) == 0 {
		return 0, false
	}
	x := q.items[len(q.items)-1]
	q.items = q.items[:len(q.items)-1]
	return x, true
}

// Use makes a queue and puts something into it.
func Use() {
	q := NewQueue()
	go q.Put(1)
	q.Put(2)
}
