// Package genericstarts has no annotations. Its generic functions start goroutines, and are called by other generic functions.
package genericstarts

import (
	"sync"
	"sync/atomic"
)

// A Queue counts what goes through it.
type Queue[T any] struct {
	n       int64
	in, out chan T
}

// New makes a queue of that size.
func New[T any](size int) *Queue[T] { return NewSizes[T](size, size) }

// NewSizes makes a queue, and starts what passes on its items.
func NewSizes[T any](in, out int) *Queue[T] {
	q := &Queue[T]{in: make(chan T, in), out: make(chan T, out)}
	go pass(q)
	return q
}

func pass[T any](q *Queue[T]) {
	for v := range q.in {
		atomic.AddInt64(&q.n, 1)
		q.out <- v
	}
}

// Close ends the goroutine when all has gone through.
func (q *Queue[T]) Close() { close(q.in) }

// Len is right.
func (q *Queue[T]) Len() int64 { return atomic.LoadInt64(&q.n) }

// Clear is right, too.
func (q *Queue[T]) Clear() { atomic.StoreInt64(&q.n, 0) }

// Plain reads the number as if nobody else had it.
func (q *Queue[T]) Plain() int64 {
	return q.n // failed
}

// NewPlain makes a queue, and writes its number when the goroutine may do so.
func NewPlain[T any](size int) *Queue[T] {
	q := New[T](size)
	q.n = 0 // failed
	return q
}

// Sizes counts each part by a goroutine.
func Sizes[K comparable, V any](parts []map[K]V) []int { return sizes(parts) }

func sizes[K comparable, V any](parts []map[K]V) []int {
	out := make([]int, len(parts))
	var wg sync.WaitGroup
	wg.Add(len(parts))
	for i, part := range parts {
		go func() {
			out[i] = len(part)
			wg.Done()
		}()
	}
	wg.Wait()
	return out
}

func start[V any](v V, done chan struct{}) *V {
	var got V
	go func() {
		got = v
		close(done)
	}()
	return &got
}

// TakeEarly does not wait for the goroutine that start has started.
func TakeEarly[V any](v V) V {
	done := make(chan struct{})
	p := start(v, done)
	return *p // failed
}

// begin has a goroutine count each part. Its callers wait for them.
func begin[K comparable, V any](parts []map[K]V, wg *sync.WaitGroup) []int {
	out := make([]int, len(parts))
	wg.Add(len(parts))
	for i, part := range parts {
		go func() {
			out[i] = len(part)
			wg.Done()
		}()
	}
	return out
}

// Late waits, and then has all counts.
func Late[K comparable, V any](parts []map[K]V) []int {
	var wg sync.WaitGroup
	out := begin(parts, &wg)
	wg.Wait()
	return out
}

// Early reads a count before it waits.
func Early[K comparable, V any](parts []map[K]V) int {
	var wg sync.WaitGroup
	out := begin(parts, &wg)
	first := out[0] // failed
	wg.Wait()
	return first
}

// EarlyWrite sets a count that a goroutine is to set.
func EarlyWrite[K comparable, V any](parts []map[K]V) int {
	var wg sync.WaitGroup
	out := begin(parts, &wg)
	out[0] = 1 // failed
	wg.Wait()
	return out[0]
}

func one[T any](v T, wg *sync.WaitGroup) *T {
	var got T
	wg.Add(1)
	go func() {
		got = v
		wg.Done()
	}()
	return &got
}

// One reads what a goroutine has written, after the wait.
func One[T any](v T) T {
	var wg sync.WaitGroup
	p := one(v, &wg)
	wg.Wait()
	return *p
}

// OneEarly reads it before the wait.
func OneEarly[T any](v T) T {
	var wg sync.WaitGroup
	p := one(v, &wg)
	x := *p // failed
	wg.Wait()
	return x
}
