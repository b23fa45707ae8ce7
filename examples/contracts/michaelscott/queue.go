// Package michaelscott is Michael and Scott's queue without locks, with contracts that speak of what has been put into it and
// how much of that has been taken, whatever it is made of.
package michaelscott

import "sync/atomic"

// A node's link is written once. The nodes of a queue are numbered: number 0 is the first sentinel, and of the others number
// i holds what was put in as the i-th value.
//
//calvin:ghost      queue *Queue
//calvin:ghost      pos   integer
//calvin:invariant  queue != nil ==> queue.last != nil && 0 <= pos && pos <= queue.last.pos
//calvin:invariant  queue != nil && pos > 0 ==> value == queue.put[pos-1]
//calvin:invariant  queue != nil && next == nil ==> queue.last == this
//calvin:invariant  queue != nil && next != nil ==> next.pos == pos+1
//calvin:transition queue != nil && next != nil ==> next.queue == queue
//calvin:transition old(next) != nil ==> next == old(next)
//calvin:transition old(queue) != nil ==> queue == old(queue) && pos == old(pos)
type node struct {
	value int
	next  atomic.Pointer[node]
}

// A Queue grows without bound. Its first node is a sentinel, whose value has been taken. The tail may lag behind.
//
//calvin:ghost      put   seq[int]
//calvin:ghost      taken integer
//calvin:ghost      last  *node
//calvin:invariant  head.pos == taken
//calvin:invariant  last != nil && last.queue == this && last.next == nil && last.pos == integer(len(put))
//calvin:transition head != nil && head.queue == this && tail != nil && tail.queue == this
//calvin:transition old(taken) <= taken
type Queue struct{ head, tail atomic.Pointer[node] }

// New returns an empty queue.
//
//calvin:atomic
//calvin:ensures local(result) && result.put == seq[int]{} && result.taken == 0
func New() *Queue {
	q, n := &Queue{}, &node{}
	q.head.Store(n)
	q.tail.Store(n)
	//calvin:set q.last = n
	//calvin:set n.queue = q
	return q
}

// try tries to put v at the end, and reports whether it did. Besides, it may move the tail.
//
//calvin:performs Lost [] Put ; Moved*
//calvin:action   Lost
//calvin:modifies q.tail
//calvin:ensures  !result
//calvin:action   Put
//calvin:modifies q.put, q.last, q.last.next
//calvin:ensures  result && q.put == old(q.put) + seq[int]{v}
//calvin:action   Moved
//calvin:modifies q.tail
func (q *Queue) try(v int) bool {
	n := &node{value: v}
	tail := q.tail.Load()
	if next := tail.next.Load(); next != nil { // who put it there has not moved the tail yet
		q.tail.CompareAndSwap(tail, next)
		return false
	}
	if !tail.next.CompareAndSwap(nil, n) {
		return false
	}
	//calvin:set n.queue = q
	//calvin:set n.pos = tail.pos + 1
	//calvin:set q.put = q.put + seq[int]{v}
	//calvin:set q.last = n
	q.tail.CompareAndSwap(tail, n)
	return true
}

// Enqueue puts v at the end. Besides, it may move the tail.
//
//calvin:performs Moved* ; Put ; Moved*
//calvin:action   Moved
//calvin:modifies q.tail
//calvin:action   Put
//calvin:modifies q.put, q.last, q.last.next
//calvin:ensures  q.put == old(q.put) + seq[int]{v}
func (q *Queue) Enqueue(v int) {
	for !q.try(v) {
	}
}

// Dequeue takes the first value; it reports false if there is none. Besides, it may move the tail.
//
//calvin:performs Moved* ; (Empty [] Taken)
//calvin:action   Moved
//calvin:modifies q.tail
//calvin:action   Empty
//calvin:ensures  !ok && q.taken == integer(len(q.put))
//calvin:action   Taken
//calvin:modifies q.taken, q.head
//calvin:ensures  ok && v == q.put[old(q.taken)] && q.taken == old(q.taken)+1
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
			//calvin:set q.taken = q.taken + 1
			return next.value, true
		}
	}
}
