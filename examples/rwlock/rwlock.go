// Package rwlock is a lock that either one writer holds or any number of readers. A writer that waits keeps new readers
// out.
package rwlock

import (
	"runtime"
	"sync/atomic"
)

// A Lock has a word for who writes, or wants to, and counts readers. The zero value is free.
//
//calvin:ghost writer tid accessible_if word == 0 || writer == tid
//calvin:invariant word == 0 <==> writer == free
type Lock struct {
	//calvin:writable_if word == 0 || writer == tid
	word    atomic.Uint32
	readers atomic.Int32
}

// Lock takes the lock for writing: no reader comes in any more, and it waits for those that are there.
//
//calvin:performs Claim ; Drain
//calvin:action   Claim
//calvin:when     l.writer == free
//calvin:modifies l.word, l.writer
//calvin:ensures  l.word == 1 && l.writer == tid
//calvin:action   Drain
//calvin:when     l.readers == 0
func (l *Lock) Lock() {
	for !l.word.CompareAndSwap(0, 1) {
		runtime.Gosched()
	}
	//calvin:set l.writer = tid
	for l.readers.Load() != 0 {
		runtime.Gosched()
	}
}

// Unlock gives the lock back that the goroutine holds for writing.
//
//calvin:requires l.word == 1 && l.writer == tid
//calvin:atomic
//calvin:modifies l.word, l.writer
//calvin:ensures  l.word == 0
func (l *Lock) Unlock() {
	l.word.Store(0)
	//calvin:set l.writer = free
}

// RLock takes the lock for reading: it is a reader from the start, but goes back as long as somebody writes.
//
//calvin:performs (Enter ; Leave)* ; Enter ; Pass
//calvin:action   Enter
//calvin:modifies l.readers
//calvin:ensures  l.readers == old(l.readers)+1
//calvin:action   Leave
//calvin:modifies l.readers
//calvin:ensures  l.readers == old(l.readers)-1
//calvin:action   Pass
//calvin:when     l.word == 0
func (l *Lock) RLock() {
	for {
		l.readers.Add(1)
		if l.word.Load() == 0 {
			return
		}
		l.readers.Add(-1)
		runtime.Gosched()
	}
}

// RUnlock gives the lock back that the goroutine holds for reading.
//
//calvin:atomic
//calvin:modifies l.readers
//calvin:ensures  l.readers == old(l.readers)-1
func (l *Lock) RUnlock() { l.readers.Add(-1) }
