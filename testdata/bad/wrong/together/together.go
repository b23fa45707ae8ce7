// Package together has transitions that are not transitive, with or without those next to them.
package together

import "sync"

// A Cycle's second transition does not help the first: the phase may come back to what it was.
//
//calvin:transition old(this.open) != this.open ==> this.n == old(this.n)+1 // failed
//calvin:transition this.n >= old(this.n)
type Cycle struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	open bool
	//calvin:guarded_by mu
	n int
}

// Once closed, a Gate stays closed while it is not opened by force: which it may be.
//
//calvin:transition this.n >= old(this.n) || this.closed // failed
//calvin:transition old(this.closed) ==> this.closed || this.forced // failed
type Gate struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	closed, forced bool
}

// A Flag stays set.
//
//calvin:transition old(this.set) ==> this.set
type Flag struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	set bool
}

// A Holder says what it may do by another object's flag, which may be another flag each time.
//
//calvin:transition this.n >= old(this.n) || this.flag == nil // failed
type Holder struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	flag *Flag
	//calvin:guarded_by mu
	n int
}

// A Jump goes up by one or by two, which the other says as well; neither is transitive.
//
//calvin:transition this.n <= old(this.n)+2 // failed
//calvin:transition this.n >= old(this.n) && this.n <= old(this.n)+2 // failed
type Jump struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// A Strict demands a change with each step, with which the other would be transitive.
//
//calvin:transition this.m > old(this.m) // failed
//calvin:transition this.n == old(this.n) || this.m >= old(this.m)
type Strict struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n, m int
}

// A Latch is transitive with both, and Reopen breaks the one that the other needs.
//
//calvin:transition old(this.closed) ==> this.closed
//calvin:transition this.n >= old(this.n) || this.closed
type Latch struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	closed bool
}

// Reopen opens what was closed.
func (l *Latch) Reopen() {
	l.mu.Lock()
	l.closed = false // failed
	l.mu.Unlock()
}

// Down goes down without closing.
func (l *Latch) Down() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.n > 0 {
		l.n-- // failed
	}
}
