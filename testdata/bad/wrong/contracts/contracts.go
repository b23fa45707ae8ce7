// Package contracts has functions that do not do what they promise.
package contracts

import (
	"sync"
	"sync/atomic"
)

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	m int
	a atomic.Int64
}

// TwoSteps is not atomic: another goroutine may come between.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.n
//calvin:ensures  t.n == old(t.n)+1
func (t *T) TwoSteps() {
	t.mu.Lock()
	n := t.n
	t.mu.Unlock()
	t.mu.Lock()
	t.n = n + 1
	t.mu.Unlock()
} // failed

// LostUpdate is the same without locks.
//
//calvin:atomic
//calvin:modifies t.a
//calvin:ensures  t.a == old(t.a)+1
func (t *T) LostUpdate() {
	t.a.Store(t.a.Load() + 1)
} // failed

// Wrong computes something else.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.n
//calvin:ensures  t.n == old(t.n)+1
func (t *T) Wrong() {
	t.mu.Lock()
	t.n += 2
	t.mu.Unlock()
} // failed

// Frame changes more than it says.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.n
//calvin:ensures  t.n == 0
func (t *T) Frame() {
	t.mu.Lock()
	t.n = 0
	t.m = 0
	t.mu.Unlock()
} // failed

// Overflow forgets that the sum may not fit.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.n
//calvin:ensures  t.n > old(t.n)
func (t *T) Overflow() {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
} // failed

// Half does only half of what it promises.
//
//calvin:performs A ; A
//calvin:action   A
//calvin:modifies t.a
//calvin:ensures  t.a == old(t.a)+1
func (t *T) Half() {
	t.a.Add(1)
} // failed
