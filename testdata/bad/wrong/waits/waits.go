// Package waits believes that nothing happens while it waits for a condition.
package waits

import "sync"

// A Q is waited for.
//
//calvin:invariant cond != nil
//calvin:invariant a == b
type Q struct {
	mu sync.Mutex
	//calvin:condition_of mu
	cond *sync.Cond
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	a, b int
}

func (q *Q) Same() {
	q.mu.Lock()
	n := q.n
	q.cond.Wait()
	if q.n != n {
		panic("changed") // failed
	}
	q.mu.Unlock()
}

func (q *Q) SameInLoop() {
	q.mu.Lock()
	n := q.n
	for q.n == 0 {
		q.cond.Wait()
	}
	if n == 0 && q.n == 0 || q.n != n {
		panic("changed") // failed
	}
	q.mu.Unlock()
}

// Reached believes that it is there when it is woken.
func (q *Q) Reached() {
	q.mu.Lock()
	if q.n == 0 {
		q.cond.Wait()
	}
	if q.n == 0 {
		panic("not yet") // failed
	}
	q.mu.Unlock()
}

// Halfway waits with an invariant broken.
func (q *Q) Halfway() {
	q.mu.Lock()
	q.a++
	q.cond.Wait() // failed
	q.b++
	q.mu.Unlock()
}

// Unlocked does not hold the lock.
func (q *Q) Unlocked() {
	q.cond.Wait() // failed
}

// Write writes after it.
func (q *Q) Write() {
	q.mu.Lock()
	q.cond.Wait()
	q.mu.Unlock()
	q.n = 1 // failed
}

//calvin:atomic
//calvin:modifies q.n
//calvin:ensures  q.n == old(q.n)+2
func (q *Q) Atomic() {
	q.mu.Lock()
	q.n++
	q.cond.Wait() // failed
	q.n++
	q.mu.Unlock()
}

// New returns one.
func New() *Q {
	q := &Q{}
	q.cond = sync.NewCond(&q.mu)
	return q
}
