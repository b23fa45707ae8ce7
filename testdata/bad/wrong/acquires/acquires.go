// Package acquires does not do to locks what gVisor's annotations say.
package acquires

import "sync"

// A T has two locks.
type T struct {
	mu sync.Mutex
	rw sync.RWMutex
	// +checklocks:mu
	n int
	// +checklocks:rw
	m int
}

// Nothing takes nothing.
//
// +checklocksacquire:t.mu
func (t *T) Nothing() {
} // failed

// Keeps gives nothing back.
//
// +checklocksrelease:t.mu
func (t *T) Keeps() {
	t.n++
} // failed

// Other takes another lock.
//
// +checklocksacquire:t.mu
func (t *T) Other() {
	t.rw.Lock()
} // failed

// Sometimes takes it if there is something to do.
//
// +checklocksacquire:t.mu
func (t *T) Sometimes(n int) {
	if n == 0 {
		return // failed
	}
	t.mu.Lock()
}

// OfOther takes the lock of another.
//
// +checklocksacquire:t.mu
func (t *T) OfOther(o *T) {
	o.mu.Lock()
} // failed

// Reads takes it for reading only.
//
// +checklocksacquire:t.rw
func (t *T) Reads() {
	t.rw.RLock()
} // failed

// takes takes the lock.
//
// +checklocksacquire:t.mu
func (t *T) takes() { t.mu.Lock() }

// Left leaves with it.
func (t *T) Left() {
	t.takes()
	t.n++
} // failed

// Half counts on two locks.
func (t *T) Half() {
	t.takes()
	t.n++
	t.m++ // failed
	t.mu.Unlock()
}

// A Pair has a lock that may be taken under another one alone.
type Pair struct {
	outer sync.RWMutex
	//calvin:guarded_by outer
	inner sync.Mutex
	//calvin:guarded_by outer
	rw sync.RWMutex
}

// Reading takes it where the outer one is held for reading.
func (p *Pair) Reading() {
	p.outer.RLock()
	p.inner.Lock() // failed
	p.inner.Unlock()
	p.outer.RUnlock()
}

// ReadingBoth takes the other one.
func (p *Pair) ReadingBoth() {
	p.outer.RLock()
	p.rw.Lock() // failed
	p.rw.Unlock()
	p.outer.RUnlock()
}

// Without takes it where the outer one is not held.
func (p *Pair) Without() {
	p.rw.RLock() // failed
	p.rw.RUnlock()
}

// Tries tries it where it is held for reading.
func (p *Pair) Tries() {
	p.outer.RLock()
	if p.inner.TryLock() { // failed
		p.inner.Unlock()
	}
	p.outer.RUnlock()
}
