// Package newguard hands on objects whose next owner may say anew under which lock what they own is.
package newguard

import "sync"

// A Queue has a lock.
type Queue struct {
	mu sync.Mutex
}

// A Part has numbers under the lock of its queue.
type Part struct {
	queue *Queue
	//calvin:guarded_by queue.mu
	items []int
}

// A Belt hands parts on.
type Belt struct {
	//calvin:transfers
	//calvin:closable_if false
	parts chan *Part
}

// Move gives a part another queue, and writes what is in it under the lock of that one.
func (b *Belt) Move(to *Queue) {
	p := <-b.parts
	if p == nil {
		return
	}
	p.queue = to
	to.mu.Lock()
	if len(p.items) > 0 {
		p.items[0] = 7
	}
	to.mu.Unlock()
	b.parts <- p
}

// Send takes the numbers for its own, as it has the lock of the queue that the part was in.
func (b *Belt) Send(q *Queue) {
	p := &Part{queue: q, items: make([]int, 4)}
	s := p.items
	q.mu.Lock()
	s[0] = 5
	b.parts <- p
	//calvin:assert s[0] == 5 // failed
	q.mu.Unlock()
}

// Write writes them later.
func (b *Belt) Write(q *Queue) {
	p := &Part{queue: q, items: make([]int, 4)}
	s := p.items
	q.mu.Lock()
	b.parts <- p
	s[0] = 5 // failed
	q.mu.Unlock()
}

// Read reads them later.
func (b *Belt) Read(q *Queue) int {
	p := &Part{queue: q, items: make([]int, 4)}
	s := p.items
	q.mu.Lock()
	defer q.mu.Unlock()
	b.parts <- p
	return s[0] // failed
}

// Twice says that nobody has written them in between.
func (b *Belt) Twice(q *Queue) {
	p := &Part{queue: q, items: make([]int, 4)}
	s := p.items
	q.mu.Lock()
	s[1] = 6
	b.parts <- p
	q.mu.Unlock()
	q.mu.Lock()
	//calvin:assert s[1] == 6 // failed
	q.mu.Unlock()
}
