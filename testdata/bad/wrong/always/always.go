// Package always has conditions that are to hold after every step, and steps that break them.
package always // unfounded

import "sync"

// A Queue's nodes are its own, at any time.
//
//calvin:transition head != nil ==> head.queue == this
type Queue struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	head *node
}

//calvin:transition next != nil ==> next.queue == queue
type node struct {
	queue *Queue
	//calvin:guarded_by queue.mu
	next *node
}

// Push puts a node of its own in front.
func (q *Queue) Push() {
	n := &node{queue: q}
	q.mu.Lock()
	n.next = q.head
	q.head = n
	q.mu.Unlock()
}

// PushAnother puts one of another queue in front.
func (q *Queue) PushAnother(other *Queue) {
	n := &node{queue: other}
	q.mu.Lock()
	q.head = n // failed
	q.mu.Unlock()
}

// Move moves a node to another queue for a moment.
func (q *Queue) Move(other *Queue) {
	q.mu.Lock()
	n := q.head
	q.mu.Unlock()
	other.mu.Lock()
	was := other.head
	other.head = n // failed
	other.head = was
	other.mu.Unlock()
}

// Splice publishes a node that leads to another queue's.
func (q *Queue) Splice(next *node) {
	n := &node{queue: q, next: next}
	q.mu.Lock()
	q.head = n // failed
	q.mu.Unlock()
}

// Limits are in order.
//
//calvin:invariant low < high
//calvin:transition low <= high
type Limits struct {
	lowMu, highMu sync.Mutex
	//calvin:guarded_by lowMu
	low int
	//calvin:guarded_by highMu
	high int
}

// Dip lowers one for a moment. With Peak at the same time, low is above high: that low < high at yield points is of no use.
func (l *Limits) Dip() {
	l.highMu.Lock()
	l.high-- // failed
	l.high++
	l.highMu.Unlock()
}

// Peak raises the other for a moment.
func (l *Limits) Peak() {
	l.lowMu.Lock()
	l.low++ // failed
	l.low--
	l.lowMu.Unlock()
}

// NewLimits makes limits that are not in order.
func NewLimits() *Limits { return &Limits{low: 1} } // failed

var none = Limits{low: 2, high: 1} // failed

// None uses them.
func None() { none.lowMu.Lock(); none.lowMu.Unlock() }
