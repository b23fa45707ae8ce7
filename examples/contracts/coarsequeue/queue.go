// Package coarsequeue is a first-in first-out queue of integers under one lock, with contracts that speak of what has been
// put into it and how much of that has been taken, whatever it is made of.
package coarsequeue

import "sync"

// A node waits in a queue, whose lock guards its link. Number pos holds what was put in as the value with that index.
//
//calvin:ghost      pos integer guarded_by queue.mu
//calvin:invariant  queue != nil && 0 <= pos && pos < integer(len(queue.put)) && value == queue.put[pos]
//calvin:invariant  pos >= queue.taken && next == nil ==> queue.tail == this
//calvin:invariant  next != nil ==> next.pos == pos+1
//calvin:transition next != nil ==> next.queue == queue
type node struct {
	queue *Queue
	value int
	//calvin:guarded_by queue.mu
	next *node
}

// A Queue grows without bound. The zero value is empty.
//
//calvin:ghost      put   seq[int] guarded_by mu
//calvin:ghost      taken integer  guarded_by mu
//calvin:invariant  head == nil ==> tail == nil && taken == integer(len(put))
//calvin:invariant  head != nil ==> head.pos == taken && tail != nil && tail.next == nil && tail.pos == integer(len(put)-1)
//calvin:transition (head != nil ==> head.queue == this) && (tail != nil ==> tail.queue == this)
type Queue struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	head *node
	//calvin:guarded_by mu
	tail *node
}

// Enqueue puts v at the end.
//
//calvin:atomic
//calvin:when     q.mu == free
//calvin:modifies q.put, q.head, q.tail, q.tail.next
//calvin:ensures  q.put == old(q.put) + seq[int]{v}
func (q *Queue) Enqueue(v int) {
	n := &node{queue: q, value: v}
	q.mu.Lock()
	defer q.mu.Unlock()
	last := q.tail
	//calvin:set n.pos = integer(len(q.put))
	//calvin:set q.put = q.put + seq[int]{v}
	q.tail = n
	if last == nil {
		q.head = n
		return
	}
	last.next = n
}

// Dequeue takes the first value; it reports false if there is none.
//
//calvin:performs Empty [] Taken
//calvin:action   Empty
//calvin:when     q.mu == free
//calvin:ensures  !ok && q.taken == integer(len(q.put))
//calvin:action   Taken
//calvin:when     q.mu == free
//calvin:modifies q.taken, q.head, q.tail
//calvin:ensures  ok && v == q.put[old(q.taken)] && q.taken == old(q.taken)+1
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
	//calvin:set q.taken = q.taken + 1
	return n.value, true
}
