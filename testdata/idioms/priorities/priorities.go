// Package priorities has priority queues over container/heap.
package priorities

import (
	"container/heap"
	"sync"
)

// An item knows where it is in the queue.
type item struct {
	value    string
	priority int
	index    int
}

type queue []*item

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	return q[i] != nil && q[j] != nil && q[i].priority > q[j].priority
}
func (q queue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	if q[i] != nil && q[j] != nil {
		q[i].index, q[j].index = i, j
	}
}
func (q *queue) Push(x any) {
	if it, ok := x.(*item); ok && it != nil {
		it.index = len(*q)
		*q = append(*q, it)
	}
}
func (q *queue) Pop() any {
	old := *q
	n := len(old)
	if n == 0 {
		return nil
	}
	it := old[n-1]
	old[n-1] = nil
	*q = old[:n-1]
	return it
}

// A PQ is a queue, and a map to its items.
type PQ struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	q queue
	//calvin:guarded_by mu
	byValue map[string]*item
}

// New returns an empty queue.
func New() *PQ { return &PQ{byValue: make(map[string]*item)} }

// Add adds a value.
func (p *PQ) Add(v string, prio int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	it := &item{value: v, priority: prio}
	p.byValue[v] = it
	heap.Push(&p.q, it)
}

// Next takes out the value with the highest priority.
func (p *PQ) Next() (string, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.q.Len() == 0 {
		return "", false
	}
	it, ok := heap.Pop(&p.q).(*item)
	if !ok || it == nil {
		return "", false
	}
	delete(p.byValue, it.value)
	return it.value, true
}

// Update gives a value another priority.
func (p *PQ) Update(v string, prio int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	it, ok := p.byValue[v]
	if !ok || it.index < 0 || it.index >= len(p.q) {
		return false
	}
	it.priority = prio
	heap.Fix(&p.q, it.index)
	return true
}

// Peek looks at the first.
func (p *PQ) Peek() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.q) == 0 || p.q[0] == nil {
		return ""
	}
	return p.q[0].value
}

type ints []int

func (h ints) Len() int           { return len(h) }
func (h ints) Less(i, j int) bool { return h[i] < h[j] }
func (h ints) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *ints) Push(x any) {
	if n, ok := x.(int); ok {
		*h = append(*h, n)
	}
}
func (h *ints) Pop() any {
	old := *h
	n := len(old)
	if n == 0 {
		return nil
	}
	x := old[n-1]
	*h = old[:n-1]
	return x
}

// Mins is a heap of numbers in a guarded field.
type Mins struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	h ints
}

// Push adds a number.
func (m *Mins) Push(x int) {
	m.mu.Lock()
	heap.Push(&m.h, x)
	m.mu.Unlock()
}

// Pop takes out the smallest.
func (m *Mins) Pop() (int, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.h) == 0 {
		return 0, false
	}
	x, ok := heap.Pop(&m.h).(int)
	return x, ok
}
