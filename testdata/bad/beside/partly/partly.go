// Package partly has annotations of some of its variables and functions. The others are taken to be what the code suggests, and proved beside them.
package partly

import (
	"sync"
	"sync/atomic"
)

// A Stats has one field that says who may access it.
type Stats struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	hits   int
	misses int
	last   string
	name   string
	served atomic.Int64
}

// New returns statistics of that name, which stays.
func New(name string) *Stats { return &Stats{name: name} }

// Hit counts under the lock.
func (s *Stats) Hit(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hits++
	s.note(key)
}

// Miss counts under the lock, too.
func (s *Stats) Miss(key string) {
	s.served.Add(1)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.misses++
	s.note(key)
}

func (s *Stats) note(key string) { s.last = s.name + key }

// Misses reads without the lock.
func (s *Stats) Misses() int {
	return s.misses // failed
}

// Hits does so with the field of which the lock is written.
func (s *Stats) Hits() int {
	return s.hits // failed
}

// Reset calls the helper without the lock.
func (s *Stats) Reset() {
	s.note("") // failed
}

// A Pair has a field whose annotation names another lock than the code takes: what is written counts.
type Pair struct {
	a, b sync.Mutex
	//calvin:guarded_by a
	n int
	m int
}

func (p *Pair) Add() {
	p.b.Lock()
	defer p.b.Unlock()
	p.n++ // failed
}

func (p *Pair) More() {
	p.b.Lock()
	defer p.b.Unlock()
	p.m++
}

// A Fixed says of a field that nobody writes it: what the code does counts for nothing.
type Fixed struct {
	mu sync.Mutex
	//calvin:immutable
	n int
}

func (f *Fixed) Set(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n = n // failed
}

// A List has a contract on a helper, which is all that is said of it: nothing is inferred that it lacks.
type List struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

func (l *List) Grow() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.grow()
}

//calvin:atomic
//calvin:modifies l.n
func (l *List) grow() {
	l.n++ // failed
}

// A node points back to its queue, whose lock nobody takes by way of it: the queue's lock guards it as what the queue leads to.
type node struct {
	queue *Queue
	next  *node
}

type Queue struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	head *node
	size int
}

func (q *Queue) Push() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.head = &node{queue: q, next: q.head}
	q.size++
}

func (q *Queue) Skip() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.head != nil && q.head.next != nil {
		q.head.next = q.head.next.next
		q.size--
	}
}

func (q *Queue) Cut() {
	q.mu.Lock()
	h := q.head
	q.mu.Unlock()
	if h != nil {
		h.next = nil // failed
	}
}

// depth calls itself under the lock of its receiver.
func (q *Queue) Depth() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.depth(q.head)
}

func (q *Queue) depth(n *node) int {
	if n == nil {
		return q.size
	}
	n.queue = q
	return q.depth(n.next) + 1
}

// Unlocked calls the same without the lock.
func (q *Queue) Unlocked() int {
	return q.depth(nil) // failed
}
