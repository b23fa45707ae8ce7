// Package lockerconds has no annotations. It has conditions of locks that are behind a sync.Locker, and is right but for what says so.
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
	lock  sync.Locker
	cond  *sync.Cond
	items []int
	n     int
}

// New is right.
func New() *Queue {
	q := &Queue{lock: newLock()}
	q.cond = sync.NewCond(q.lock)
	return q
}

// Put is right.
func (q *Queue) Put(x int) {
	q.lock.Lock()
	q.items = append(q.items, x)
	q.n++
	q.lock.Unlock()
	q.cond.Signal()
}

// Get is right.
func (q *Queue) Get() int {
	q.lock.Lock()
	defer q.lock.Unlock()
	for len(q.items) == 0 {
		q.cond.Wait()
	}
	x := q.items[0]
	q.items = q.items[1:]
	q.n--
	return x
}

// After goes on when it has unlocked.
func (q *Queue) After() int {
	q.lock.Lock()
	q.cond.Wait()
	q.lock.Unlock()
	return q.n // failed
}

// Bare waits without the lock.
func (q *Queue) Bare() {
	q.cond.Wait() // failed
}

// Keeps returns with the lock.
func (q *Queue) Keeps() {
	q.lock.Lock()
	q.cond.Wait()
} // failed

// Other waits for another queue.
func (q *Queue) Other(o *Queue) {
	q.lock.Lock()
	o.cond.Wait() // failed
	q.n++
	q.lock.Unlock()
}
