// Package linknames calls functions of other packages by names of its own.
package linknames

import (
	"sync"
	_ "unsafe" // for go:linkname
)

//go:linkname fastrand runtime.fastrand
func fastrand() uint32

//go:linkname nanotime runtime.nanotime
func nanotime() int64

// A T is guarded.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	counts [8]int
}

// Beyond takes any number for an index.
func (t *T) Beyond() {
	t.mu.Lock()
	t.counts[fastrand()]++ // failed
	t.mu.Unlock()
}

// Same takes two numbers for one.
func Same() {
	a, b := fastrand(), fastrand()
	//calvin:assert a == b // failed
	_, _ = a, b
}

// Late takes the clock for one that never goes back.
func Late() int64 {
	before := nanotime()
	d := nanotime() - before
	//calvin:assert d >= 0 // failed
	return d
}

// Unlocked has no lock.
func (t *T) Unlocked() {
	t.n = int(nanotime()) // failed
}

// Between gives the lock back meanwhile, and is no single step.
//
//calvin:atomic
//calvin:modifies t.n
//calvin:ensures  t.n == old(t.n)+1
func (t *T) Between() {
	t.mu.Lock()
	n := t.n
	t.mu.Unlock()
	nanotime()
	t.mu.Lock()
	t.n = n + 1
	t.mu.Unlock()
} // failed

// Divided divides by what may be nothing.
func Divided() uint32 {
	return 1 / fastrand() // failed
}

// The rest is right.

// Count counts in one of several places.
func (t *T) Count() {
	i := fastrand() & 7
	t.mu.Lock()
	defer t.mu.Unlock()
	t.counts[i]++
	t.n = int(nanotime())
}
