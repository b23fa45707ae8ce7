// Package spinlock is a lock made by hand from one atomic variable.
package spinlock

import "sync/atomic"

// A Lock is free as long as held is false. The zero value is free.
type Lock struct{ held atomic.Bool }

// Lock waits until the lock is free and takes it.
//
//calvin:atomic
//calvin:when     !l.held
//calvin:modifies l.held
//calvin:ensures  l.held
func (l *Lock) Lock() {
	for !l.held.CompareAndSwap(false, true) {
	}
}

// LockGently is Lock, but looks before it tries.
//
//calvin:atomic
//calvin:when     !l.held
//calvin:modifies l.held
//calvin:ensures  l.held
func (l *Lock) LockGently() {
	for {
		for l.held.Load() {
		}
		if l.held.CompareAndSwap(false, true) {
			return
		}
	}
}

// TryLock takes the lock if it is free, and reports whether it did.
//
//calvin:performs Busy [] Taken
//calvin:action   Busy
//calvin:ensures  l.held && !result
//calvin:action   Taken
//calvin:when     !l.held
//calvin:modifies l.held
//calvin:ensures  l.held && result
func (l *Lock) TryLock() bool {
	return l.held.CompareAndSwap(false, true)
}

// Unlock releases the lock.
//
//calvin:atomic
//calvin:modifies l.held
//calvin:ensures  !l.held
func (l *Lock) Unlock() {
	l.held.Store(false)
}
