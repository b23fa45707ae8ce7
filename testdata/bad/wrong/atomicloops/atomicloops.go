// Package atomicloops has loops that write atomic variables, and claims of others than those that are written, or of those that
// others write meanwhile.
package atomicloops

import (
	"sync"
	"sync/atomic"
)

// A Row is written by anybody at any time.
type Row struct{ cells [4]atomic.Int64 }

// A Locked is written with the lock, and read by anybody.
type Locked struct {
	mu sync.Mutex
	//calvin:writable_if mu == tid
	cells [4]atomic.Int64
}

// Clear leaves other rows alone, but others do not.
func (r *Row) Clear(other *Row) {
	before := other.cells[0].Load()
	_ = before
	for i := range r.cells {
		r.cells[i].Store(0)
	}
	//calvin:assert r != other ==> other.cells[0] == before // failed
}

// Meanwhile is held up between its writes.
//
//calvin:atomic
//calvin:modifies r.cells[*]
func (r *Row) Meanwhile() {
	for i := range r.cells {
		r.cells[i].Store(1) // failed
	}
}

// Clear does nothing to other objects, if that is what they are.
//
//calvin:atomic
//calvin:modifies l.cells[*]
//calvin:ensures  other.cells[0] == old(other.cells[0])
func (l *Locked) Clear(other *Locked) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range l.cells {
		l.cells[i].Store(0)
	}
} // failed

// Both clears more than it says.
//
//calvin:atomic
//calvin:modifies l.cells[*]
func (l *Locked) Both(other *Locked) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l != other {
		other.mu.Lock() // failed
		defer other.mu.Unlock()
	}
	for i := range l.cells {
		l.cells[i].Store(0)
		other.cells[i].Store(0)
	}
} // failed
