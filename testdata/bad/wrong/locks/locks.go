// Package locks misuses locks.
package locks

import "sync"

type T struct {
	mu sync.Mutex
	rw sync.RWMutex
	//calvin:guarded_by mu
	n int
}

func (t *T) Twice() {
	t.mu.Lock()
	t.mu.Lock() // failed
	t.mu.Unlock()
}

func (t *T) NotHeld() {
	t.mu.Unlock() // failed
}

func (t *T) TwoUnlocks() {
	t.mu.Lock()
	t.mu.Unlock()
	t.mu.Unlock() // failed
}

func (t *T) WrongUnlock() {
	t.rw.RLock()
	t.rw.Unlock() // failed
}

func (t *T) Upgrade() {
	t.rw.RLock()
	t.rw.Lock() // failed
	t.rw.Unlock()
}

// Leak keeps the lock.
func (t *T) Leak(b bool) {
	t.mu.Lock()
	if b {
		return // failed
	}
	t.mu.Unlock()
}

// Locked expects the lock.
//
//calvin:requires t.mu == tid
//calvin:atomic
//calvin:modifies t.n
//calvin:ensures  t.n == 0
func (t *T) Locked() { t.n = 0 }

// Unlocked takes the lock.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.n
//calvin:ensures  t.n == 1
func (t *T) Unlocked() {
	t.mu.Lock()
	t.n = 1
	t.mu.Unlock()
}

func (t *T) CallsLocked() {
	t.Locked() // failed
}

func (t *T) CallsUnlocked() {
	t.mu.Lock()
	t.Unlocked() // failed
	t.mu.Unlock()
}

func (t *T) Goes() {
	t.mu.Lock()
	go t.Locked() // failed
	t.mu.Unlock()
}
