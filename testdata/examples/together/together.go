// Package together has transitions of which one is transitive by another.
package together

import "sync"

// A Queue counts what it takes, until it is closed. After that its count may go down.
//
//calvin:transition old(closed) ==> closed
//calvin:transition n >= old(n) || closed
type Queue struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	closed bool
	//calvin:guarded_by mu
	n int
}

// Add counts one more.
func (q *Queue) Add() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.closed && q.n < 1000 {
		q.n++
	}
}

// Close closes the queue and drops what was counted.
func (q *Queue) Close() {
	q.mu.Lock()
	q.closed = true
	q.n = 0
	q.mu.Unlock()
}
