// Package coarsequeue is a first-in first-out queue of integers under one lock.
package coarsequeue

import "sync"

// A node waits in a queue, whose lock guards it.
type node struct {
	queue *Queue
	value int
	next  *node
}

// A Queue grows without bound. The zero value is empty.
//
//calvin:invariant (head == nil) == (tail == nil)
type Queue struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	head *node
	//calvin:guarded_by mu
	tail *node
}

// Enqueue puts v at the end.
func (q *Queue) Enqueue(v int) {
	n := &node{queue: q, value: v}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.tail == nil {
		q.head, q.tail = n, n
		return
	}
	q.tail.next = n
	q.tail = n
}

// Dequeue takes the first value; it reports false if there is none.
func (q *Queue) Dequeue() (v int, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := q.head
	if n == nil {
		return 0, false
	}
	q.head = n.next
	if q.head == nil {
		q.tail = nil
	}
	return n.value, true
}
