// Package heldatcalls has functions that go by it that their callers hold no locks, and callers that hold some.
package heldatcalls

import "sync"

// A T has a lock of each kind.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n  int
	rw sync.RWMutex
	//calvin:guarded_by rw
	m    int
	once sync.Once
	//calvin:guarded_by once
	value int
	fixed int
}

// free says of a lock that it does not take that nobody here has it.
//
//calvin:atomic
//calvin:ensures t.mu != tid
func (t *T) free() {} // failed

// Contradicted believes that while it has it: what comes after the call would be dead code.
func (t *T) Contradicted(b bool) {
	t.mu.Lock()
	if b {
		t.free()
		t.fixed = 1
	}
	t.mu.Unlock()
}

// asked knows that its callers do not have the lock.
//
//calvin:atomic
//calvin:ensures result == (t.mu == tid)
func (t *T) asked() bool {
	//calvin:assert t.mu != tid // failed
	return false
}

// Asked has it.
func (t *T) Asked() {
	t.mu.Lock()
	if !t.asked() {
		t.fixed = 1
	}
	t.mu.Unlock()
}

// other takes one lock and speaks of that of another object.
//
//calvin:atomic
//calvin:ensures result == held(u.mu)
func (t *T) other(u *T) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return false // failed
}

// Other has that.
func (t *T) Other(u *T) {
	if t != u {
		u.mu.Lock()
		if !t.other(u) { // failed
			t.fixed = 1
		}
		u.mu.Unlock()
	}
}

// reads says it of reading.
//
//calvin:atomic
//calvin:ensures result == rheld(t.rw)
func (t *T) reads() bool { return false } // failed

// inside says it of a Once.
//
//calvin:atomic
//calvin:ensures result == held(t.once)
func (t *T) inside() bool { return false } // failed

// Do calls it in the function that the Once runs.
func (t *T) Do() {
	t.once.Do(func() {
		if !t.inside() {
			t.fixed = 1
		}
	})
}

// Leak gives back one of two read locks.
func (t *T) Leak() {
	t.rw.RLock()
	if t.rw.TryRLock() { // failed
		t.rw.RUnlock()
		return
	}
	t.rw.RUnlock()
}

// try reads for a moment.
//
//calvin:performs skip
func (t *T) try() {
	if t.rw.TryRLock() {
		t.rw.RUnlock()
	}
}

// Try reads already.
func (t *T) Try() {
	t.rw.RLock()
	t.try() // failed
	t.rw.RUnlock()
}

// add is passed on by name.
func (t *T) add() {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
}

func call(f func()) { f() }

func callOf(f func(*T), t *T) { f(t) }

// through calls what takes the lock.
//
//calvin:performs Added*
//calvin:action   Added
//calvin:modifies t.n
func (t *T) through() { call(t.add) }

// named calls it by another name.
//
//calvin:performs Added*
//calvin:action   Added
//calvin:modifies t.n
func (t *T) named() { callOf((*T).add, t) }

// Through has the lock.
func (t *T) Through() {
	t.mu.Lock()
	t.through() // failed
	t.mu.Unlock()
}

// Named has it, too.
func (t *T) Named() {
	t.mu.Lock()
	t.named() // failed
	t.mu.Unlock()
}

// run calls it knows not what.
//
//calvin:performs skip
func run(f func()) { f() }

// Given passes the lock's own method to it.
func (t *T) Given() {
	t.mu.Lock()
	run(t.mu.Unlock) // failed
	t.fixed = 1
	t.mu.Unlock()
}

// Once keeps the method for later.
func (t *T) Once() {
	f := sync.OnceFunc(t.mu.Unlock) // failed
	t.mu.Lock()
	f()
	t.n = 1
	t.mu.Unlock()
}
