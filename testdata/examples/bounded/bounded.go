// Package bounded has a queue of bounded size: who finds it full, or empty, waits.
package bounded

import "sync"

// A Queue holds up to as many items as it has room for.
//
//calvin:invariant notEmpty != nil && notFull != nil
//calvin:invariant 0 <= count && count <= len(items)
//calvin:invariant 0 <= first && (first < len(items) || first == 0)
type Queue struct {
	mu sync.Mutex
	//calvin:condition_of mu
	notEmpty *sync.Cond
	//calvin:condition_of mu
	notFull *sync.Cond
	//calvin:guarded_by mu
	items []int
	//calvin:guarded_by mu
	first int
	//calvin:guarded_by mu
	count int
}

// New returns a queue with room for n items.
//
//calvin:requires 0 < n && n <= 1<<40
func New(n int) *Queue {
	q := &Queue{items: make([]int, n)}
	q.notEmpty = sync.NewCond(&q.mu)
	q.notFull = sync.NewCond(&q.mu)
	return q
}

// Put adds an item, once there is room for it.
func (q *Queue) Put(item int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.count == len(q.items) {
		q.notFull.Wait()
	}
	i := q.first - (len(q.items) - q.count)
	if i < 0 {
		i += len(q.items)
	}
	q.items[i] = item
	q.count++
	q.notEmpty.Signal()
}

// Get removes the item that came first, once there is one.
func (q *Queue) Get() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.count == 0 {
		q.notEmpty.Wait()
	}
	item := q.items[q.first]
	q.first++
	if q.first == len(q.items) {
		q.first = 0
	}
	q.count--
	q.notFull.Signal()
	return item
}
