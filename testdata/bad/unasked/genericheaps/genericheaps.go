// Package genericheaps has heaps with type parameters, in generic types whose methods are used as values.
package genericheaps

import (
	"container/heap"
	"context"
	"sync"
)

type item[K comparable] struct {
	key       K
	at, index int
}

type queue[K comparable] []*item[K]

var _ heap.Interface = (*queue[any])(nil)

func (q queue[K]) Len() int { return len(q) }

func (q queue[K]) Less(i, j int) bool { return q[i].at < q[j].at }

func (q queue[K]) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].index = i
	q[j].index = j
}

func (q *queue[K]) Push(x any) {
	it := x.(*item[K])
	it.index = len(*q)
	*q = append(*q, it)
}

func (q *queue[K]) Pop() any {
	old := *q
	n := len(old)
	it := old[n-1]
	it.index = -1
	*q = old[:n-1]
	return it
}

// A Cache has a heap.
type Cache[K comparable] struct {
	mu    sync.Mutex
	q     queue[K]
	items map[K]*item[K]
}

// New starts a goroutine that expires items.
func New[K comparable](ctx context.Context) *Cache[K] {
	c := &Cache[K]{items: map[K]*item[K]{}}
	run(ctx, c.Expire)
	return c
}

func run(ctx context.Context, cleanup func()) {
	go func() {
		<-ctx.Done()
		cleanup()
	}()
}

// Set adds, or changes when it expires.
func (c *Cache[K]) Set(k K, at int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if it, ok := c.items[k]; ok {
		it.at = at
		heap.Fix(&c.q, it.index)
		return
	}
	it := &item[K]{key: k, at: at}
	heap.Push(&c.q, it)
	c.items[k] = it
}

// Expire takes out the first.
func (c *Cache[K]) Expire() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.q) > 0 {
		it := heap.Pop(&c.q).(*item[K])
		delete(c.items, it.key)
	}
}

// Unlocked does so without the lock.
func (c *Cache[K]) Unlocked() {
	it := heap.Pop(&c.q).(*item[K]) // failed
	delete(c.items, it.key)
}

type kept[K comparable] []K

func (q kept[K]) Len() int { return len(q) }

func (q kept[K]) Less(i, j int) bool { return i < j }

func (q kept[K]) Swap(i, j int) {
	q[i], q[j] = q[j], q[i] // failed
}

func (q *kept[K]) Push(x any) {
	*q = append(*q, x.(K)) // failed
}

func (q *kept[K]) Pop() any {
	*q = nil // failed
	return nil
}

var common heap.Interface = &kept[int]{}

// Push may be called by anybody.
func Push(n int) {
	heap.Push(common, n)
}

// Forget looks like an assertion, and keeps the heap.
func Forget(q *kept[string]) {
	all := []heap.Interface{q}
	last = all[0] // failed
}

var last heap.Interface
