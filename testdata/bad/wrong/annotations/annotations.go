// Package annotations has annotations that are wrong by themselves.
package annotations

import (
	"sync"
	"sync/atomic"
)

// A T has a guard that others may take away.
type T struct {
	mu   sync.Mutex
	open atomic.Bool
	//calvin:accessible_if open && mu == tid
	n int // failed
}

// A U has a transition that is not reflexive and one that is not transitive.
//
//calvin:transition old(n) < n // failed
//calvin:transition n <= old(n)+1 // failed
type U struct {
	n atomic.Int64
}

// Vacuous can never be called; anything follows from that.
//
//calvin:requires n > 0 && n < 0
//calvin:atomic
//calvin:ensures false
func Vacuous(n int) {} // failed

// Invariant is broken by F, and by New on publication.
//
//calvin:invariant n >= 0
type Invariant struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

func (v *Invariant) F() {
	v.mu.Lock()
	v.n = -1
	v.mu.Unlock()
} // failed

var holder atomic.Pointer[Invariant]

func Publish() {
	holder.Store(&Invariant{n: -1}) // failed
}
