// Package deferloops defers calls in loops that should not be made.
package deferloops

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Held makes the calls while it holds the lock.
func (t *T) Held(k int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for range k {
		defer func() {
			t.mu.Lock() // failed
			t.mu.Unlock()
		}()
	}
}

// Locks locks again, in the second round.
func (t *T) Locks(k int) {
	for range k {
		t.mu.Lock() // failed
		defer t.mu.Unlock()
	}
}

// After makes the calls when the lock is given back.
func (t *T) After(k int) {
	for range k {
		defer func() {
			t.n++ // failed
		}()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
}

// Unlocks unlocks once, and then again.
func (t *T) Unlocks(k int) {
	t.mu.Lock()
	for range k {
		defer t.mu.Unlock() // failed
	}
}

// Panics divides by what it was called with.
func Panics(k int) {
	for range 3 {
		defer func() {
			_ = 10 / k // failed
		}()
	}
}

// Last counts on a call that need not have been deferred.
func (t *T) Last(k int) {
	t.mu.Lock()
	for range k {
		if k > 3 {
			defer t.mu.Unlock() // failed
		}
	}
}

// Fell says how often.
func Fell(k int) (n int) {
	defer func() {
		//calvin:assert n == 0 // failed
		n++
	}()
	for range k {
		defer func() { n++ }()
	}
	return 0
}
