// Package timers has no annotations. Its heaps are arranged by package container/heap, with the lock of their owner held.
package timers

import (
	"container/heap"
	"sync"
)

type item struct{ at, moved int }

type queue []*item

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].at < q[j].at }
func (q queue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].moved++
}
func (q *queue) Push(x any) { *q = append(*q, x.(*item)) }
func (q *queue) Pop() any {
	old := *q
	it := old[len(old)-1]
	*q = old[:len(old)-1]
	return it
}

// Timers guards a heap.
type Timers struct {
	mu sync.Mutex
	q  queue
}

// Add holds the lock.
func (t *Timers) Add(at int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	heap.Push(&t.q, &item{at: at})
}

// Init does, too.
func (t *Timers) Init() {
	t.mu.Lock()
	defer t.mu.Unlock()
	heap.Init(&t.q)
}

// Sneak does not.
func (t *Timers) Sneak() {
	heap.Init(&t.q) // failed
}

// First reads the heap without it.
func (t *Timers) First() int {
	return t.q[0].at // failed
}

// Kept lets the lock go before it writes what the heap has.
func (t *Timers) Kept(at int) {
	it := &item{at: at}
	t.mu.Lock()
	t.q = append(t.q, it)
	t.mu.Unlock()
	it.at++ // failed
}

// Pairs has a lock for each of two heaps.
type Pairs struct {
	left, right sync.Mutex
	l, r        ints
}

type ints []int

func (x ints) Len() int           { return len(x) }
func (x ints) Less(i, j int) bool { return x[i] < x[j] }
func (x ints) Swap(i, j int)      { x[i], x[j] = x[j], x[i] }
func (x *ints) Push(v any)        { *x = append(*x, v.(int)) }
func (x *ints) Pop() any {
	old := *x
	v := old[len(old)-1]
	*x = old[:len(old)-1]
	return v
}

// Left holds the lock of the left heap.
func (p *Pairs) Left(v int) {
	p.left.Lock()
	defer p.left.Unlock()
	heap.Push(&p.l, v)
}

// Right holds that of the right one.
func (p *Pairs) Right(v int) {
	p.right.Lock()
	defer p.right.Unlock()
	heap.Push(&p.r, v)
}

// Both holds one of them.
func (p *Pairs) Both() {
	p.left.Lock()
	defer p.left.Unlock()
	p.l = nil
	heap.Init(&p.r) // failed
}

// Least holds the lock of the right heap.
func (p *Pairs) Least() int {
	p.right.Lock()
	defer p.right.Unlock()
	return p.r[0]
}
