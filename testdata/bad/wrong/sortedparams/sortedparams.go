// Package sortedparams sorts slices that functions are passed.
package sortedparams

import (
	"sort"
	"sync"
)

// Sort is right: its callers have the elements to themselves.
func Sort(xs []int) {
	sort.Slice(xs, func(i, j int) bool { return i < j })
}

// Own is right.
func Own() []int {
	xs := []int{3, 1}
	Sort(xs)
	return xs
}

// A List has elements of its own.
type List struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	xs []int
}

// Held is right: the lock is held.
func (l *List) Held() {
	l.mu.Lock()
	defer l.mu.Unlock()
	Sort(l.xs)
}

func sorted(xs []int) {
	sort.Slice(xs, func(i, j int) bool { return i < j })
}

// Late sorts after the lock.
func (l *List) Late() {
	l.mu.Lock()
	xs := l.xs
	l.mu.Unlock()
	sorted(xs) // failed
}

func spawned(xs []int) {
	sort.Slice(xs, func(i, j int) bool { return i < j }) // failed
}

// Go has a goroutine sort what it sorts as well.
func Go(xs []int) {
	go spawned(xs) // failed
	Sort(xs)
}

// Plain writes an element.
func Plain(xs []int) {
	if len(xs) > 0 {
		xs[0] = 1
	}
}

// Ints sorts by a function that says what it sorts.
func Ints(xs []int) { sort.Ints(xs) }
