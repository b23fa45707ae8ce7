// Package boundedqueue is a first-in first-out queue of bounded size: who finds it full, or empty, waits.
package boundedqueue

import "sync"

// A Queue holds up to room values.
//
//calvin:invariant notEmpty != nil && notFull != nil
//calvin:invariant len(items) <= room
type Queue struct {
	room int
	mu   sync.Mutex
	//calvin:condition_of mu
	notEmpty *sync.Cond
	//calvin:condition_of mu
	notFull *sync.Cond
	//calvin:guarded_by mu
	items []int
	//calvin:guarded_by mu
	closed bool
}

// New returns an empty queue.
//
//calvin:requires room > 0
//calvin:atomic
//calvin:ensures  local(result) && result.room == room && len(result.items) == 0 && !result.closed
func New(room int) *Queue {
	q := &Queue{room: room}
	q.notEmpty = sync.NewCond(&q.mu)
	q.notFull = sync.NewCond(&q.mu)
	return q
}

// Put adds a value at the end once there is room for it. It reports false, and does nothing, if the queue is closed.
//
//calvin:atomic
//calvin:when     q.mu == free && (q.closed || len(q.items) < q.room)
//calvin:modifies q.items
//calvin:ensures  result == !q.closed
//calvin:ensures  result ==> len(q.items) == len(old(q.items))+1 && q.items[len(old(q.items))] == v
//calvin:ensures  !result ==> len(q.items) == len(old(q.items))
//calvin:ensures  forall i int :: 0 <= i && i < len(old(q.items)) ==> q.items[i] == old(q.items[i])
func (q *Queue) Put(v int) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) >= q.room && !q.closed {
		q.notFull.Wait()
	}
	if q.closed {
		return false
	}
	q.items = append(q.items, v)
	q.notEmpty.Signal()
	return true
}

// Take removes the first value once there is one. It reports false if there is none and the queue is closed.
//
//calvin:performs Closed [] Taken
//calvin:action   Closed
//calvin:when     q.mu == free
//calvin:ensures  !ok && q.closed && len(q.items) == 0
//calvin:action   Taken
//calvin:when     q.mu == free && len(q.items) > 0
//calvin:modifies q.items
//calvin:ensures  ok && v == old(q.items[0]) && len(q.items) == len(old(q.items))-1
//calvin:ensures  forall i int :: 0 <= i && i < len(q.items) ==> q.items[i] == old(q.items[i+1])
func (q *Queue) Take() (v int, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && !q.closed {
		q.notEmpty.Wait()
	}
	if len(q.items) == 0 {
		return 0, false
	}
	v = q.items[0]
	q.items = q.items[1:]
	q.notFull.Signal()
	return v, true
}

// Close lets nothing more in. What is there can still be taken.
//
//calvin:atomic
//calvin:when     q.mu == free
//calvin:modifies q.closed
//calvin:ensures  q.closed
func (q *Queue) Close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.notEmpty.Broadcast()
	q.notFull.Broadcast()
}
