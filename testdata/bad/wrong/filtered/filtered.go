// Package filtered builds slices and maps in loops, and stores them where they are owned.
package filtered

import "sync"

// A Handle is somebody's.
type Handle struct{ n int }

// A Queue has handles.
type Queue struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	list []*Handle
	//calvin:guarded_by mu
	byNumber map[int]*Handle
}

// Remove copies all but one, into what was made with room for all.
func (q *Queue) Remove(h *Handle) {
	q.mu.Lock()
	defer q.mu.Unlock()
	rest := make([]*Handle, 0, len(q.list))
	for _, x := range q.list {
		if x != h {
			rest = append(rest, x)
		}
	}
	q.list = rest
}

// Forget does the same with a map.
func (q *Queue) Forget(h *Handle) {
	q.mu.Lock()
	defer q.mu.Unlock()
	rest := make(map[int]*Handle)
	for n, x := range q.byNumber {
		if x != h {
			rest[n] = x
		}
	}
	q.byNumber = rest
}

// Collect begins with nil.
func (q *Queue) Collect() {
	q.mu.Lock()
	defer q.mu.Unlock()
	var all []*Handle
	for _, x := range q.byNumber {
		all = append(all, x)
	}
	q.list = all
}

// Steal may end up with another queue's list.
func (q *Queue) Steal(o *Queue, h *Handle) {
	q.mu.Lock()
	var rest []*Handle
	for _, x := range q.list {
		if x == h {
			rest = q.list
		}
	}
	q.mu.Unlock()
	o.mu.Lock()
	defer o.mu.Unlock()
	o.list = rest // failed
}

// Both gives one list to two queues.
func (q *Queue) Both(o *Queue, n int) {
	var all []*Handle
	for range n {
		all = append(all, &Handle{})
	}
	q.mu.Lock()
	q.list = all
	q.mu.Unlock()
	o.mu.Lock()
	defer o.mu.Unlock()
	o.list = all // failed
}
