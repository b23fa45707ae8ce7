// Package deferloops defers calls in loops.
package deferloops

import "sync"

// A T counts.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

func (t *T) set(n int) {
	t.mu.Lock()
	t.n = n
	t.mu.Unlock()
}

func (t *T) inc() {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
}

// Set sets it again and again, when it returns.
func (t *T) Set(k int) {
	for i := range k {
		defer t.set(i)
	}
}

// Before defers in a loop, and gives a lock back before that.
func (t *T) Before(k int) {
	t.mu.Lock()
	for range k {
		defer t.inc()
	}
	defer t.mu.Unlock()
}

// Held counts while it holds the lock, as the calls in the loop are made first.
func (t *T) Held(k int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for range k {
		defer func() { t.n++ }()
	}
}

// Sum counts in its result.
func Sum(k int) (n int) {
	for range k {
		defer func() { n++ }()
	}
	return n
}
