// Package twolockqueue is Michael and Scott's queue with a lock for each end, with contracts that speak of what has been
// put into it and how much of that has been taken, whatever it is made of.
package twolockqueue

import (
	"sync"
	"sync/atomic"
)

// A node's link is written once, by who holds the lock of the queue's tail. The nodes of a queue are numbered: number 0 is
// the first sentinel, and of the others number i holds what was put in as the i-th value.
//
//calvin:ghost      queue *Queue
//calvin:ghost      pos   integer
//calvin:invariant  queue != nil ==> 0 <= pos && pos <= integer(len(queue.put)) && (pos > 0 ==> value == queue.put[pos-1])
//calvin:invariant  queue != nil && next == nil ==> queue.last == this
//calvin:invariant  queue != nil && next != nil ==> next.queue == queue && next.pos == pos+1
//calvin:transition old(next) != nil ==> next == old(next)
//calvin:transition old(queue) != nil ==> queue == old(queue) && pos == old(pos)
type node struct {
	value int
	//calvin:readable_if true
	//calvin:writable_if next == nil && (queue == nil || queue.tailMu == tid)
	next atomic.Pointer[node]
}

// A Queue grows without bound. Its first node is a sentinel, whose value has been taken.
//
//calvin:ghost      put   seq[int]
//calvin:ghost      taken integer
//calvin:ghost      last  *node
//calvin:invariant  head != nil && head.queue == this && head.pos == taken
//calvin:invariant  tail == last && last.next == nil && last.pos == integer(len(put))
//calvin:transition tail != nil && tail.queue == this
type Queue struct {
	headMu sync.Mutex
	//calvin:guarded_by headMu
	head *node

	tailMu sync.Mutex
	//calvin:guarded_by tailMu
	tail *node
}

// New returns an empty queue.
//
//calvin:atomic
//calvin:ensures local(result) && result.put == seq[int]{} && result.taken == 0
func New() *Queue {
	n := &node{}
	q := &Queue{head: n, tail: n}
	//calvin:set q.last = n
	//calvin:set n.queue = q
	return q
}

// Enqueue puts v at the end.
//
//calvin:atomic
//calvin:when     q.tailMu == free
//calvin:modifies q.put, q.last, q.tail, q.last.next
//calvin:ensures  q.put == old(q.put) + seq[int]{v}
func (q *Queue) Enqueue(v int) {
	n := &node{value: v}
	q.tailMu.Lock()
	defer q.tailMu.Unlock()
	q.tail.next.CompareAndSwap(nil, n)
	//calvin:set n.queue = q
	//calvin:set n.pos = q.tail.pos + 1
	//calvin:set q.put = q.put + seq[int]{v}
	//calvin:set q.last = n
	q.tail = n
}

// Dequeue takes the first value; it reports false if there is none.
//
//calvin:performs Empty [] Taken
//calvin:action   Empty
//calvin:when     q.headMu == free
//calvin:ensures  !ok && q.taken == integer(len(q.put))
//calvin:action   Taken
//calvin:when     q.headMu == free
//calvin:modifies q.taken, q.head
//calvin:ensures  ok && v == q.put[old(q.taken)] && q.taken == old(q.taken)+1
func (q *Queue) Dequeue() (v int, ok bool) {
	q.headMu.Lock()
	defer q.headMu.Unlock()
	first := q.head.next.Load()
	if first == nil {
		return 0, false
	}
	q.head = first
	//calvin:set q.taken = q.taken + 1
	return first.value, true
}
