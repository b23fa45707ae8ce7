// Package wrappers has types that never change themselves and lead to what does, and parts of objects that are only read.
package wrappers

import "sync"

type node struct {
	val  int
	next *node
}

// A List is its caller's.
type List struct{ front, back *node }

// Push adds a value.
func (l *List) Push(v int) {
	n := &node{val: v}
	if l.back == nil {
		l.front = n
	} else {
		l.back.next = n
	}
	l.back = n
}

// Pop takes one out.
func (l *List) Pop() int {
	n := l.front
	l.front = n.next
	return n.val
}

// A Queue has a list, always the same.
type Queue struct{ list *List }

// NewQueue makes one.
func NewQueue() *Queue { return &Queue{list: &List{}} }

// Push adds.
func (q *Queue) Push(v int) { q.list.Push(v) }

// Pop takes out.
func (q *Queue) Pop() int {
	l := q.list
	if l.front == nil {
		return 0
	}
	return l.Pop()
}

// A Set is a copy that leads to a map.
type Set struct{ m map[int]bool }

// Of makes one.
func Of() Set { return Set{m: map[int]bool{}} }

// Put adds.
func (s Set) Put(x int) { s.m[x] = true }

// Has looks.
func (s Set) Has(x int) bool { return s.m[x] }

// A Broker has a queue, and a lock.
type Broker struct {
	mu    sync.Mutex
	queue *Queue
}

// New makes one.
func New() *Broker { return &Broker{queue: NewQueue()} }

// Add adds.
func (b *Broker) Add(v int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.queue.Push(v)
}

// Unlocked does not lock.
func (b *Broker) Unlocked() int {
	return b.queue.Pop() // failed
}

// Late uses the queue after the unlock.
func (b *Broker) Late() int {
	b.mu.Lock()
	q := b.queue
	b.mu.Unlock()
	return q.Pop() // failed
}

// Each has a set of its own.
func Each(xs []int) int {
	s := Of()
	for _, x := range xs {
		s.Put(x)
	}
	n := 0
	for _, x := range xs {
		if s.Has(x + 1) {
			n++
		}
	}
	return n
}

// Copied lets a goroutine have a copy that leads to the same map.
func Copied() {
	s := Of()
	t := s
	go func() {
		t.Put(1) // failed
	}()
	s.Put(2) // failed
}

// Both lets two goroutines have a queue.
func Both() {
	q := NewQueue()
	go func() {
		q.Push(1) // failed
	}()
	q.Push(2) // failed
}

// A report is made once, and its parts are only read.
type report struct {
	text  string
	lines []string
}

func (r *report) String() string { return r.text }

type failure struct{ report }

func (f *failure) Error() string { return f.String() }

func (r report) failure() error { return &failure{r} }

// A Log keeps the last error.
type Log struct {
	mu   sync.Mutex
	last error
}

// Fail sets it.
func (l *Log) Fail(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = report{text: text}.failure()
}

// Last returns it.
func (l *Log) Last() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last
}

// A note is made once, and changed later by a method of its part.
type note struct{ body }

type body struct{ n int }

func (b *body) bump() { b.n++ }

func (n *note) Error() string { n.bump(); return "" } // failed

// A Pad keeps notes.
type Pad struct {
	mu   sync.Mutex
	last *note
}

// Set sets one.
func (p *Pad) Set(b body) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last = &note{b}
}

// Bump changes it under the lock.
func (p *Pad) Bump() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last.bump()
}

// Later changes it after the unlock.
func (p *Pad) Later() {
	p.mu.Lock()
	n := p.last
	p.mu.Unlock()
	n.bump() // failed
}
