// Package genericheaps has heaps of generic types, of which some are used without the lock that guards them.
package genericheaps

import (
	"container/heap"
	"sort"
	"sync"
)

// An item has a rank, and its place in the heap.
type item[V any] struct {
	value V
	rank  int
	index int
}

type queue[V any] []*item[V]

func (q queue[V]) Len() int { return len(q) }

func (q queue[V]) Less(i, j int) bool {
	a, b := q[i], q[j]
	return a != nil && b != nil && a.rank < b.rank
}

func (q queue[V]) Swap(i, j int) {
	a, b := q[i], q[j]
	if a == nil || b == nil {
		return
	}
	q[i], q[j] = b, a
	a.index, b.index = j, i
}

func (q *queue[V]) Push(x any) {
	it, ok := x.(*item[V])
	if !ok || it == nil {
		return
	}
	it.index = len(*q)
	*q = append(*q, it)
}

func (q *queue[V]) Pop() any {
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

// Line guards one.
type Line[V any] struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	q queue[V]
}

// Add is right.
func (l *Line[V]) Add(v V, rank int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	heap.Push(&l.q, &item[V]{value: v, rank: rank})
}

// Init is right.
func (l *Line[V]) Init() {
	l.mu.Lock()
	defer l.mu.Unlock()
	heap.Init(&l.q)
}

// Unlocked has none.
func (l *Line[V]) Unlocked() {
	sort.Sort(l.q) // failed
}

// Taken writes what is in the heap after the unlock.
func (l *Line[V]) Taken() {
	l.mu.Lock()
	if len(l.q) == 0 {
		l.mu.Unlock()
		return
	}
	it := l.q[0]
	l.mu.Unlock()
	if it != nil {
		it.rank++ // failed
	}
}

// Sorted sorts what others sort as well.
func Sorted(l *Line[int]) {
	l.mu.Lock()
	q := l.q
	l.mu.Unlock()
	sort.Sort(q) // failed
}

// kept keeps its heap as an interface, so that nobody tells who calls the methods.
type kept[V any] []V

func (k kept[V]) Len() int           { return len(k) }
func (k kept[V]) Less(i, j int) bool { return i < j }

func (k kept[V]) Swap(i, j int) {
	k[i], k[j] = k[j], k[i] // failed
}

// Keep has a goroutine sort as well.
func Keep(values []int) {
	var s sort.Interface = kept[int](values)
	go func() { sort.Sort(s) }()
	sort.Sort(s) // failed
}
