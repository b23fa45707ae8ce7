// Package ticketlock is a fair lock: goroutines are served in the order in which they came.
package ticketlock

import "sync/atomic"

// A Lock is held by the goroutine whose ticket is serving. The zero value is free.
type Lock struct {
	next    atomic.Uint32
	serving atomic.Uint32
}

// Lock draws a ticket, waits until it is served, and returns it.
//
//calvin:performs Draw ; Enter
//calvin:action   Draw
//calvin:modifies l.next
//calvin:ensures  result == old(l.next) && l.next == old(l.next)+1
//calvin:action   Enter
//calvin:when     l.serving == result
func (l *Lock) Lock() uint32 {
	ticket := l.next.Add(1) - 1
	for l.serving.Load() != ticket {
	}
	return ticket
}

// LockBySteps is Lock, put together from what it consists of.
//
//calvin:performs Draw ; Enter
//calvin:action   Draw
//calvin:modifies l.next
//calvin:ensures  result == old(l.next) && l.next == old(l.next)+1
//calvin:action   Enter
//calvin:when     l.serving == result
func (l *Lock) LockBySteps() uint32 {
	ticket := l.draw()
	l.await(ticket)
	return ticket
}

// draw returns a new ticket.
//
//calvin:atomic
//calvin:modifies l.next
//calvin:ensures  result == old(l.next) && l.next == old(l.next)+1
func (l *Lock) draw() uint32 {
	return l.next.Add(1) - 1
}

// await waits until the ticket is served.
//
//calvin:atomic
//calvin:when l.serving == ticket
func (l *Lock) await(ticket uint32) {
	for l.serving.Load() != ticket {
	}
}

// TryLock takes the lock if no ticket is out, and reports whether it did.
//
//calvin:performs Busy [] Draw
//calvin:action   Busy
//calvin:ensures  !result
//calvin:action   Draw
//calvin:modifies l.next
//calvin:ensures  l.next == old(l.next)+1 && result
func (l *Lock) TryLock() bool {
	ticket := l.serving.Load()
	return l.next.CompareAndSwap(ticket, ticket+1)
}

// Unlock serves the next ticket.
//
//calvin:atomic
//calvin:modifies l.serving
//calvin:ensures  l.serving == old(l.serving)+1
func (l *Lock) Unlock() {
	l.serving.Add(1)
}
