// Package p is annotated for gVisor's checklocks analyzer.
package p

import "sync"

var globalMu sync.Mutex

// +checklocks:globalMu
var global int

type inner struct {
	mu sync.Mutex
}

type T struct {
	mu    sync.Mutex
	rw    sync.RWMutex
	inner inner
	ptr   *inner

	// +checklocks:mu
	a int
	b int // +checklocks:inner.mu
	// Both must be held.
	// +checklocks:rw
	// +checklocks:mu
	both int
	// +checklocksread:rw
	c int
	// +checkatomic
	d int32
	// +checklocks:ptr.mu
	e int
	// +checklocks:globalMu
	f int
	// +checklocks:mu
	// +checkatomic
	mixed int32
	// +checkatomic
	// +checklocks:mu
	mixed2 int32
	// +checklocks:mu
	// +checklocksreadany
	any int
	g   int32 // +checklocksignore: mu is inferred as requisite.
}

// +checklocks:t.mu
// +checklocksread:t.rw
func (t *T) locked() {}

// lock takes the lock.
//
// +checklocksacquire:t.mu
func (t *T) lock() { t.mu.Lock() }

// +checklocksrelease:t.mu
// +checklocksignore
func (t *T) unlock() {
	t.mu.Unlock() // +checklocksforce: it is held
}

// +checklocksacquire:result.mu
func lockedT() (result *T) { return nil }

func force(t *T) {
	t.a = 1 // +checklocksforce
}
