// Package movers takes several steps for one.
package movers

import (
	"sync"
	"sync/atomic"
)

type T struct {
	mu sync.Mutex
	rw sync.RWMutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by rw
	m int
	a atomic.Int64
	b atomic.Int64
}

// Same looks twice.
//
//calvin:atomic
//calvin:ensures result
func (t *T) Same() bool {
	x := t.a.Load()
	y := t.a.Load()
	return x == y // failed
}

// Both reads two variables that are not read at one moment.
//
//calvin:atomic
//calvin:ensures x == t.a && y == t.b
func (t *T) Both() (x, y int64) {
	x = t.a.Load()
	y = t.b.Load()
	return x, y // failed
}

// Stale looks under two read locks.
//
//calvin:atomic
//calvin:when    t.rw == free
//calvin:ensures result == t.m+t.m
func (t *T) Stale() int {
	t.rw.RLock()
	x := t.m
	t.rw.RUnlock()
	t.rw.RLock()
	x += t.m
	t.rw.RUnlock()
	return x // failed
}

// Open changes two atomic variables one after the other under a lock that does not guard them.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.a, t.b
//calvin:ensures  t.a == 1 && t.b == 1
func (t *T) Open() {
	t.mu.Lock()
	t.a.Store(1)
	t.b.Store(1) // failed
	t.mu.Unlock()
}

// Reversed lets go of one lock before it takes the other.
//
//calvin:atomic
//calvin:when     t.mu == free && t.rw == free
//calvin:modifies t.n, t.m
//calvin:ensures  t.n == 1 && t.m == 1
func (t *T) Reversed() {
	t.mu.Lock()
	t.n = 1
	t.mu.Unlock()
	t.rw.Lock() // failed
	t.m = 1
	t.rw.Unlock()
}

// Endless commits and then does not return: its effect is there for all to see.
//
//calvin:performs skip
func (t *T) Endless(stop bool) {
	t.a.Add(1)
	for !stop { // failed
	}
}

// EndlessUnderLock leaves a half-done block for ever.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.n, t.a
//calvin:ensures  t.n == old(t.n)+1 && t.a == old(t.a)+1
func (t *T) EndlessUnderLock(stop bool) {
	t.mu.Lock()
	t.a.Add(1)
	for !stop { // failed
	}
	t.n++
	t.mu.Unlock()
}

// Handoff waits for another goroutine once it has done what it promises, which is right: nothing is said of whether it
// returns.
//
//calvin:atomic
//calvin:modifies t.a
//calvin:ensures  t.a == old(t.a)+1
func (t *T) Handoff() {
	t.a.Add(1)
	for t.b.Load() == 0 {
	}
}

// CheckThenAct acts on what it saw before it took the lock.
//
//calvin:performs No [] Yes
//calvin:action   No
//calvin:ensures  !result
//calvin:action   Yes
//calvin:when     t.mu == free
//calvin:modifies t.n
//calvin:ensures  result && old(t.n) == 0 && t.n == 1
func (t *T) CheckThenAct() bool {
	t.mu.Lock()
	zero := t.n == 0
	t.mu.Unlock()
	if !zero {
		return false
	}
	t.mu.Lock()
	t.n = 1
	t.mu.Unlock()
	return true // failed
}

// Unstable relies on a condition that others may change.
//
//calvin:requires t.a == 0
//calvin:atomic
//calvin:ensures  result == 0
func (t *T) Unstable() int64 {
	return t.a.Load() // failed
}

// Twice does a thing twice that it promises to do once.
//
//calvin:performs Add
//calvin:action   Add
//calvin:modifies t.a
//calvin:ensures  t.a == old(t.a)+1
func (t *T) Twice() {
	t.a.Add(1)
	t.a.Add(1)
} // failed

// Sometimes does what it promises only in some cases.
//
//calvin:performs Add
//calvin:action   Add
//calvin:modifies t.a
//calvin:ensures  t.a == old(t.a)+1
func (t *T) Sometimes(b bool) {
	if b {
		t.a.Add(1)
	}
} // failed

// Backwards does two things in the wrong order.
//
//calvin:performs A ; B
//calvin:action   A
//calvin:modifies t.a
//calvin:ensures  t.a == 1
//calvin:action   B
//calvin:modifies t.b
//calvin:ensures  t.b == 1
func (t *T) Backwards() {
	t.b.Store(1)
	t.a.Store(1)
} // failed

// LyingWitness names an action that it does not perform.
//
//calvin:performs A [] B
//calvin:action   A
//calvin:modifies t.a
//calvin:ensures  t.a == 1
//calvin:action   B
//calvin:modifies t.b
//calvin:ensures  t.b == 1
func (t *T) LyingWitness() {
	t.a.Store(1)
	//calvin:witness B
} // failed

// TryAnyway goes on without the lock.
func (t *T) TryAnyway() {
	t.mu.TryLock()
	t.n = 1 // failed
}

// TryWrong has the outcomes mixed up.
func (t *T) TryWrong() {
	if t.mu.TryLock() {
		return // failed
	}
	t.n = 1 // failed
	t.mu.Unlock()
}

// Callee is atomic, two calls of it are not.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.n
//calvin:ensures  t.n == old(t.n)+1
func (t *T) Callee() {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
}

// TwoCalls calls twice.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.n
//calvin:ensures  t.n == old(t.n)+2
func (t *T) TwoCalls() {
	t.Callee()
	t.Callee() // failed
}
