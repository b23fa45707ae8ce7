// Package latch lets goroutines wait until so many things have happened.
package latch

import (
	"runtime"
	"sync/atomic"
)

// A Latch opens when it has been counted down to zero, and stays open.
//
//calvin:transition 0 <= n
//calvin:transition n <= old(n)
type Latch struct{ n atomic.Int32 }

// New returns a latch that opens after n steps.
//
//calvin:requires n >= 0
//calvin:atomic
//calvin:ensures  local(result) && result.n == n
func New(n int32) *Latch {
	l := new(Latch)
	l.n.Store(n)
	return l
}

// CountDown takes a step, and reports whether that was the one that opened the latch.
//
//calvin:performs Open [] Step
//calvin:action   Open
//calvin:ensures  l.n == 0 && !result
//calvin:action   Step
//calvin:modifies l.n
//calvin:ensures  l.n == old(l.n)-1 && result == (l.n == 0)
func (l *Latch) CountDown() bool {
	for {
		n := l.n.Load()
		if n == 0 {
			return false
		}
		if l.n.CompareAndSwap(n, n-1) {
			return n == 1
		}
	}
}

// Wait waits until the latch is open.
//
//calvin:atomic
//calvin:when l.n == 0
func (l *Latch) Wait() {
	for l.n.Load() != 0 {
		runtime.Gosched()
	}
}
