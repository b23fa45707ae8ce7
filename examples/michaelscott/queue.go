// Package michaelscott is Michael and Scott's queue without locks.
package michaelscott

import "sync/atomic"

// A node's link is written once.
//
//calvin:transition old(next) != nil ==> next == old(next)
type node struct {
	value int
	next  atomic.Pointer[node]
}

// A Queue grows without bound. Its first node is a sentinel, whose value has been taken.
//
//calvin:invariant head != nil && tail != nil
type Queue struct{ head, tail atomic.Pointer[node] }

// New returns an empty queue.
func New() *Queue {
	q, n := &Queue{}, &node{}
	q.head.Store(n)
	q.tail.Store(n)
	return q
}

// Enqueue puts v at the end.
func (q *Queue) Enqueue(v int) {
	n := &node{value: v}
	for {
		tail := q.tail.Load()
		next := tail.next.Load()
		if next != nil { // who put it there has not moved the tail yet
			q.tail.CompareAndSwap(tail, next)
			continue
		}
		if tail.next.CompareAndSwap(nil, n) {
			q.tail.CompareAndSwap(tail, n)
			return
		}
	}
}

// Dequeue takes the first value; it reports false if there is none.
func (q *Queue) Dequeue() (v int, ok bool) {
	for {
		head, tail := q.head.Load(), q.tail.Load()
		next := head.next.Load()
		if next == nil {
			return 0, false
		}
		if head == tail {
			q.tail.CompareAndSwap(tail, next)
		}
		if q.head.CompareAndSwap(head, next) {
			return next.value, true
		}
	}
}
