// Package idiompriorities has priority queues over container/heap, and code that uses them wrongly.
package idiompriorities

import (
	"container/heap"
	"sync"
)

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
	*q = old[:n-1]
	return it
}

type PQ struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	q queue
	//calvin:guarded_by mu
	byValue map[string]*item
	//calvin:guarded_by mu
	total int
	other sync.Mutex
	//calvin:guarded_by other
	first *item
}

func New() *PQ { return &PQ{byValue: make(map[string]*item)} }

func (p *PQ) Unlocked() bool {
	return p.q.Len() > 0 // failed
}

func (p *PQ) UnderReadLock() {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if len(p.q) > 0 {
		p.q = p.q[:len(p.q)-1] // failed
	}
}

func (p *PQ) UnderOthersLock(o *PQ) {
	o.mu.Lock()
	defer o.mu.Unlock()
	p.q = nil // failed
}

func (p *PQ) Kept() {
	p.mu.Lock()
	var it *item
	if len(p.q) > 0 {
		it, _ = heap.Pop(&p.q).(*item)
	}
	p.mu.Unlock()
	if it != nil {
		it.priority++ // failed
	}
}

func (p *PQ) Updated(v string, prio int) {
	p.mu.RLock()
	it, ok := p.byValue[v]
	p.mu.RUnlock()
	if ok {
		it.priority = prio // failed
	}
}

func (p *PQ) InTwoRegions(v string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.other.Lock()
	defer p.other.Unlock()
	if it, ok := p.byValue[v]; ok {
		p.first = it // failed
	}
}

func (p *PQ) Sent(v string, ch chan *item) {
	p.mu.Lock()
	defer p.mu.Unlock()
	ch <- p.byValue[v] // failed
}

// Counts orders rightly, and then counts without the lock.
func (p *PQ) Counts() {
	p.mu.Lock()
	heap.Init(&p.q)
	p.mu.Unlock()
	p.total++ // failed
}

type pairs []int

func (q pairs) Len() int           { return len(q) }
func (q pairs) Less(i, j int) bool { return q[i] < q[j+1] }      // failed
func (q pairs) Swap(i, j int)      { q[i], q[j-1] = q[j], q[i] } // failed
func (q *pairs) Push(x any)        {}
func (q *pairs) Pop() any          { return nil }

func Initial() {
	var p pairs
	heap.Init(&p)
}
