// Package exits ends goroutines where what is deferred elsewhere is not at hand.
package exits

import (
	"slices"
	"sync"
	"testing"
)

// A Range has two ends.
type Range struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	low, high int
}

// Deferred does it in a deferred call.
func (r *Range) Deferred(t *testing.T) {
	defer func() {
		t.FailNow() // unknown
	}()
	r.mu.Lock()
	r.low++
	r.mu.Unlock()
}

// Sorted does it in a function that another one calls.
func Sorted(t *testing.T, list []int) {
	slices.SortFunc(list, func(a, b int) int {
		if a == b {
			t.Fatal("twice") // unknown
		}
		return a - b
	})
}

// Once does it in what is to be done once.
func Once(t *testing.T, o *sync.Once) {
	o.Do(func() {
		t.Fatal("no") // unknown
	})
}

// Started does it in another goroutine.
func Started(t *testing.T) {
	go fail(t)
}

func fail(t *testing.T) {
	t.Fatal("no") // unknown
}

// stop may be called without its name.
func stop(t *testing.T) {
	t.SkipNow() // unknown
}

// Stop returns it.
func Stop() func(*testing.T) { return stop }

// Literal returns a function that does it.
func Literal(t *testing.T) func() {
	return func() {
		t.Fatal("no") // unknown
	}
}

// walk calls itself, so each call is a step of its own.
func walk(t *testing.T, n int) {
	if n == 0 {
		t.Fatal("the end") // unknown
	}
	walk(t, n-1)
}
