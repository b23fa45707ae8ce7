// Package bodiless calls and starts functions that are written in assembly, and says nothing of them.
package bodiless

import "sync"

// A T is guarded.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

func add(a, b int) int // unknown

func (t *T) inc() // unknown

// Calls calls one.
func (t *T) Calls() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n++
	return add(t.n, 1) // unknown
}

// Goes starts one.
func (t *T) Goes() {
	go t.inc() // unknown
}

// Defers calls one at its end.
func (t *T) Defers() {
	defer t.inc() // unknown
}

// Value has one as a value.
func (t *T) Value() func() { return t.inc }

// Group has a WaitGroup start one.
func (t *T) Group() {
	var wg sync.WaitGroup
	wg.Go(t.inc)
	wg.Wait()
}
