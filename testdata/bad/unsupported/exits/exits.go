// Package exits ends goroutines with what they hold, and with what is half done.
package exits

import (
	"runtime"
	"sync"
	"testing"
)

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
		t.FailNow() // unknown
	}
	r.high = r.low
}

// Kept never gives it back.
func (r *Range) Kept(tb testing.TB) {
	r.mu.Lock()
	if r.low < 0 {
		tb.Fatal("below zero") // unknown
	}
	r.mu.Unlock()
}

// Skipped is the same with a benchmark.
func (r *Range) Skipped(b *testing.B) {
	r.mu.Lock()
	if r.low == r.high {
		b.Skipf("nothing between %d and %d", r.low, r.high) // unknown
	}
	r.mu.Unlock()
}

// Valued does it by a function value.
func (r *Range) Valued(t *testing.T) {
	stop := t.SkipNow
	r.mu.Lock()
	stop() // unknown
	r.mu.Unlock()
}

// Embedded does it by a promoted method.
func (r *Range) Embedded(in struct{ testing.TB }) {
	r.mu.Lock()
	in.Fatalf("no") // unknown
	r.mu.Unlock()
}

// Goexit does it without a test.
func (r *Range) Goexit() {
	r.mu.Lock()
	defer r.mu.Unlock()
	runtime.Goexit() // unknown
}
