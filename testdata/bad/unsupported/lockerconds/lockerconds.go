// Package lockerconds has conditions of locks that are behind a sync.Locker, and names a lock as the Cond does.
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

// New makes one.
func New() *Queue {
	q := &Queue{lock: newLock()}
	q.cond = sync.NewCond(q.lock)
	return q
}

// Locked takes the lock by the name that the Cond has for it: what type it has nobody knows.
func (q *Queue) Locked() {
	q.cond.L.Lock() // unknown
	q.n++
}
