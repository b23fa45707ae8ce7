// Package ticketlock is a fair lock: goroutines are served in the order in which they came.
package ticketlock

import (
	"runtime"
	"sync/atomic"
)

// A Lock is held by the goroutine whose ticket is serving. The zero value is free.
type Lock struct {
	next    atomic.Uint32
	serving atomic.Uint32
}

// Lock waits for its turn.
//
//calvin:performs Draw ; Enter
//calvin:action   Draw
//calvin:modifies l.next
//calvin:ensures  l.next == old(l.next)+1
//calvin:action   Enter
func (l *Lock) Lock() {
	l.await(l.draw())
}

// draw takes the next ticket.
//
//calvin:atomic
//calvin:modifies l.next
//calvin:ensures  result == old(l.next) && l.next == old(l.next)+1
func (l *Lock) draw() uint32 { return l.next.Add(1) - 1 }

// await waits until a ticket is served.
//
//calvin:atomic
//calvin:when l.serving == ticket
func (l *Lock) await(ticket uint32) {
	for l.serving.Load() != ticket {
		runtime.Gosched()
	}
}

// TryLock takes the lock if nobody holds it or waits for it, and reports whether it did.
//
//calvin:performs Busy [] Draw
//calvin:action   Busy
//calvin:ensures  !result
//calvin:action   Draw
//calvin:modifies l.next
//calvin:ensures  result && l.next == old(l.next)+1
func (l *Lock) TryLock() bool {
	ticket := l.serving.Load()
	return l.next.CompareAndSwap(ticket, ticket+1)
}

// Unlock serves the next ticket.
//
//calvin:atomic
//calvin:modifies l.serving
//calvin:ensures  l.serving == old(l.serving)+1
func (l *Lock) Unlock() { l.serving.Add(1) }
