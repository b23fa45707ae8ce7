// Package halves calls two things that are steps of their own in what is to be one step.
package halves

import (
	"sync"
	"sync/atomic"
)

// A T has a lock and two channels.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n    int
	rw   sync.RWMutex
	once sync.Once
	c, d chan int
	a, b atomic.Int64
	cond *sync.Cond
	pool sync.Pool
	m    sync.Map
}

// Calls calls what is not at hand twice.
//
//calvin:atomic
func Calls(f func()) {
	f()
	f() // failed
}

// Between does something between.
//
//calvin:atomic
func (t *T) Between(f func()) int {
	f()
	t.mu.Lock()
	n := t.n
	t.mu.Unlock()
	f() // failed
	return n
}

// Sends sends twice.
//
//calvin:atomic
func (t *T) Sends() {
	t.c <- 1 // failed
	t.d <- 2 // failed
}

// Receives receives twice.
//
//calvin:atomic
func (t *T) Receives() int {
	return <-t.c + <-t.d // failed
}

// SendsReceives does one of each.
//
//calvin:atomic
func (t *T) SendsReceives() int {
	t.c <- 1     // failed
	return <-t.d // failed
}

// Locks takes the lock twice.
//
//calvin:atomic
func (t *T) Locks() {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
	t.mu.Lock()
	t.n-- // failed
	t.mu.Unlock()
}

// ThenOnce runs a function once after it has given the lock back.
//
//calvin:atomic
func (t *T) ThenOnce() {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
	t.once.Do(func() {
		t.mu.Lock()
		t.n-- // failed
		t.mu.Unlock()
	})
}

// Tries tries twice.
//
//calvin:atomic
func (t *T) Tries() bool {
	if t.mu.TryLock() {
		t.n++
		t.mu.Unlock()
		if t.mu.TryLock() {
			t.n-- // failed
			t.mu.Unlock()
		}
		return true
	}
	return false
}

// Counters changes two counters.
//
//calvin:atomic
func (t *T) Counters() {
	t.a.Add(1)
	t.b.Add(1) // failed
}

// Maps changes a map twice.
//
//calvin:atomic
func (t *T) Maps() {
	t.m.Store(1, 2)
	t.m.Store(2, 3) // failed
}

// Puts puts what it has taken out, and takes again.
//
//calvin:atomic
func (t *T) Puts() {
	x := t.pool.Get()
	t.a.Add(1)
	t.pool.Put(x)
	t.b.Add(1) // failed
}

// Swaps swaps twice.
//
//calvin:atomic
func (t *T) Swaps() {
	t.a.CompareAndSwap(0, 1)
	t.b.CompareAndSwap(0, 1) // failed
}

// Waits gives the lock back in between.
//
//calvin:atomic
func (t *T) Waits() {
	t.mu.Lock()
	t.n++
	t.cond.Wait() // failed
	t.n--
	t.mu.Unlock()
}

// linger may never return.
//
//calvin:trusted
//calvin:atomic
//calvin:modifies t.a
func (t *T) linger() {}

// ThenLingers makes its change, and then waits for what may never come.
//
//calvin:atomic
func (t *T) ThenLingers() {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
	t.linger() // failed
}

// OnceThen runs a function once before it takes the lock.
//
//calvin:atomic
func (t *T) OnceThen() {
	t.once.Do(func() {})
	t.mu.Lock()
	t.n++ // failed
	t.mu.Unlock()
}

// Twice runs two functions once.
//
//calvin:atomic
func (t *T) Twice(o *T) {
	t.once.Do(func() {})
	o.once.Do(func() {})
} // failed

// Stops counts, and then waits for a goroutine.
//
//calvin:atomic
func (t *T) Stops(done chan struct{}) {
	t.a.Add(1)
	<-done
	t.b.Add(1) // failed
}
