// Package twolockqueue is Michael and Scott's queue with a lock for each end.
package twolockqueue

import (
	"sync"
	"sync/atomic"
)

// A node's link is written once, by who holds the lock of the queue's tail.
//
//calvin:transition old(next) != nil ==> next == old(next)
type node struct {
	value int
	next  atomic.Pointer[node]
}

// A Queue grows without bound. Its first node is a sentinel, whose value has been taken.
//
//calvin:invariant head != nil && tail != nil
type Queue struct {
	headMu sync.Mutex
	//calvin:guarded_by headMu
	head *node

	tailMu sync.Mutex
	//calvin:guarded_by tailMu
	tail *node
}

// New returns an empty queue.
func New() *Queue {
	n := &node{}
	return &Queue{head: n, tail: n}
}

// Enqueue puts v at the end.
func (q *Queue) Enqueue(v int) {
	n := &node{value: v}
	q.tailMu.Lock()
	defer q.tailMu.Unlock()
	q.tail.next.CompareAndSwap(nil, n)
	q.tail = n
}

// Dequeue takes the first value; it reports false if there is none.
func (q *Queue) Dequeue() (v int, ok bool) {
	q.headMu.Lock()
	defer q.headMu.Unlock()
	first := q.head.next.Load()
	if first == nil {
		return 0, false
	}
	q.head = first
	return first.value, true
}
