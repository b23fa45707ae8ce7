// Package leaving has a spin lock that is taken out of a sync.Locker.
package leaving

import (
	"sync"
	"sync/atomic"
)

type lock struct{ w atomic.Int32 }

func (l *lock) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
	}
}

func (l *lock) Unlock() { l.w.Store(0) }

// New makes one.
func New() sync.Locker { return &lock{} }

// Any gives it away as something else.
func Any(l sync.Locker) any { return l }
