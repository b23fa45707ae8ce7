// Package callbacks trusts code that is not at hand with more than it says it does.
package callbacks

import "sync"

// A Doer does something.
type Doer interface{ Do() }

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Do relies on the lock of whoever calls it through a Doer. There nobody asks for it.
//
//calvin:requires t.mu == tid
func (t *T) Do() { t.n = 5 } // failed

// Method believes that the method leaves its field alone.
func (t *T) Method(d Doer) {
	if d == nil {
		return
	}
	t.mu.Lock()
	t.n = 1
	d.Do()
	//calvin:assert t.n == 1 // failed
	t.mu.Unlock()
}

// Value believes it of a function.
func (t *T) Value(f func()) {
	if f == nil {
		return
	}
	t.mu.Lock()
	t.n = 1
	f()
	//calvin:assert t.n == 1 // failed
	t.mu.Unlock()
}

// Released gives the lock's own method away.
func (t *T) Released(f func(func())) {
	if f == nil {
		return
	}
	t.mu.Lock()
	f(t.mu.Unlock) // failed
	t.n = 1
	t.mu.Unlock()
}

// Unlocked calls it by another name.
func (t *T) Unlocked() {
	t.mu.Lock()
	f := t.mu.Unlock
	f()
	t.n = 1 // failed
}

// An Unlocker unlocks.
type Unlocker interface{ Unlock() }

// Behind releases the lock through an interface.
func (t *T) Behind(u Unlocker) {
	if u == nil {
		return
	}
	t.mu.Lock()
	u.Unlock() // failed
	t.n = 1
	t.mu.Unlock()
}

// Kept is what Value may get.
type Kept struct{ f func() }

// Keep gives the method away as a value.
func Keep(t *T) *Kept { return &Kept{t.Do} }
