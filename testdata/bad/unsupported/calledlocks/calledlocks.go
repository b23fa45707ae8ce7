// Package calledlocks has a lock behind a sync.Locker that is also unlocked by its own name, where nobody checks that it is held.
package calledlocks

import (
	"sync"
	"sync/atomic"
)

type spinLock struct{ held atomic.Bool }

func (l *spinLock) Lock() {
	for !l.held.CompareAndSwap(false, true) {
	}
}

func (l *spinLock) Unlock() { l.held.Store(false) }

type counter struct {
	lock sync.Locker
	//calvin:guarded_by lock
	n int
}

func newCounter(l *spinLock) *counter { return &counter{lock: l} }

func (c *counter) inc() {
	if c.lock == nil {
		return
	}
	c.lock.Lock() // unknown
	c.n++
	c.lock.Unlock() // unknown
}

// breaks opens a lock that somebody holds.
func breaks(l *spinLock) { l.Unlock() }
