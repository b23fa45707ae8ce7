// Package exits ends goroutines with what they hold, and with what is half done.
package exits

import (
	"runtime"
	"sync"
	"testing"
)

// A Range has two ends.
//
//calvin:invariant low <= high
type Range struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	low, high int
}

// Half gives the lock back while the invariant does not hold.
func (r *Range) Half(t *testing.T) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.low = r.high + 1
	if r.low > 100 {
		t.FailNow() // failed
	}
	r.high = r.low
}

// Kept never gives it back.
func (r *Range) Kept(t *testing.T) {
	r.mu.Lock()
	if r.low < 0 {
		t.Fatal("below zero") // failed
	}
	r.mu.Unlock()
}

// Skipped is the same with a benchmark.
func (r *Range) Skipped(b *testing.B) {
	r.mu.Lock()
	if r.low == r.high {
		b.Skipf("nothing between %d and %d", r.low, r.high) // failed
	}
	r.mu.Unlock()
}

// Valued does it by a function value.
func (r *Range) Valued(t *testing.T) {
	stop := t.SkipNow
	r.mu.Lock()
	stop() // failed
	r.mu.Unlock()
}

// Goexit gives it back by what is deferred.
func (r *Range) Goexit() {
	r.mu.Lock()
	defer r.mu.Unlock()
	runtime.Goexit()
}

// Caller holds the lock meanwhile.
func (r *Range) Caller(t *testing.T) {
	check := func(ok bool) {
		if !ok {
			t.Fatal("not so") // failed
		}
	}
	r.mu.Lock()
	check(r.low < 5)
	r.mu.Unlock()
}

// Twice gives the lock back when it has none.
func (r *Range) Twice(t *testing.T) {
	r.mu.Lock()
	defer r.mu.Unlock() // failed
	low := r.low
	r.mu.Unlock()
	checked(t, low < 5)
	r.mu.Lock()
}

func checked(t *testing.T, ok bool) {
	if !ok {
		t.Fatal("not so")
	}
}

// Deferred reads without the lock, in a call that is deferred before the lock is taken.
func (r *Range) Deferred(t *testing.T, ok bool) (n int) {
	defer func() {
		n = r.low // failed
		if ok {
			r.mu.Unlock()
		}
	}()
	checked(t, ok)
	r.mu.Lock()
	n = r.high
	return n
}

// Right has all that is deferred in order.
func (r *Range) Right(t *testing.T, ok bool) {
	checked(t, ok)
	r.mu.Lock()
	defer r.mu.Unlock()
	checked(t, r.low < 100)
	r.low = r.high
}
