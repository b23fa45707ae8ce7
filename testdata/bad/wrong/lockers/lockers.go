// Package lockers takes locks by their interface, and the wrong ones.
package lockers

import "sync"

type T struct {
	mu sync.Mutex
	rw sync.RWMutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by rw
	m int
}

// Other has another lock.
func (t *T) Other() {
	var l sync.Locker = &t.rw
	l.Lock()
	t.n++ // failed
	l.Unlock()
}

// Any has any lock.
func (t *T) Any(l sync.Locker) {
	l.Lock()
	t.n++ // failed
	l.Unlock()
}

// After comes too late.
func (t *T) After() {
	var l sync.Locker = &t.mu
	l.Lock()
	l.Unlock()
	t.n++ // failed
}

// Twice waits for itself.
func (t *T) Twice() {
	t.mu.Lock()
	defer t.mu.Unlock()
	var l sync.Locker = &t.mu
	l.Lock() // failed
	l.Unlock()
}

// Unheld unlocks what it has not locked.
func Unheld(l sync.Locker) {
	l.Unlock() // failed
}

// Kept keeps a lock.
func Kept(l sync.Locker) {
	l.Lock()
} // failed

// None has no lock.
func None() {
	var m *sync.Mutex
	var l sync.Locker = m // failed
	l.Lock()
	l.Unlock()
}

// Nil has none either.
func Nil() {
	var l sync.Locker
	l.Lock() // failed
	l.Unlock()
}

// Callee may lock what its caller holds.
//
//calvin:atomic
//calvin:ensures true
func Callee(l sync.Locker) {
	if l == nil {
		return
	}
	l.Lock()
	l.Unlock()
}

// Calls holds it.
func (t *T) Calls() {
	t.mu.Lock()
	defer t.mu.Unlock()
	Callee(&t.mu) // failed
}

// U is guarded by a lock that it is given.
type U struct {
	l sync.Locker
	//calvin:guarded_by l
	n int
}

// Bare has none.
func (u *U) Bare() {
	u.n++ // failed
}

// Its has that of another.
func (u *U) Its(o *U) {
	if o.l == nil {
		return
	}
	o.l.Lock()
	u.n++ // failed
	o.l.Unlock()
}

//calvin:requires held(u.l)
func (u *U) inc() { u.n++ }

// Inc gives it back too early.
func (u *U) Inc() {
	if u.l == nil {
		return
	}
	u.l.Lock()
	u.l.Unlock()
	u.inc() // failed
}
