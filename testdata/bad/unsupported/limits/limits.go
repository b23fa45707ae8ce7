// Package limits calls too deep, has variables that cannot be guarded, and speaks of all sequences.
package limits

import (
	"sync"
	"sync/atomic"
)

var count atomic.Int64

// Deep counts, far below.
//
//calvin:atomic
//calvin:ensures count == old(count)
func Deep() {
	f0 := func() { count.Add(1) }
	f1 := func() { f0() }
	f2 := func() { f1() } // unknown
	f3 := func() { f2() }
	f4 := func() { f3() }
	f5 := func() { f4() }
	f6 := func() { f5() }
	f7 := func() { f6() }
	f8 := func() { f7() }
	f9 := func() { f8() }
	f10 := func() { f9() }
	f11 := func() { f10() }
	f12 := func() { f11() }
	f13 := func() { f12() }
	f13()
}

// Chosen calls one of two functions with results that are not modelled.
func Chosen(b bool) {
	var f func() complex128
	if b {
		f = func() complex128 { return 0 }
	} else {
		f = func() complex128 { return 1 }
	}
	f() // unknown
}

// Guarded has a slice that a lock of its own guards, and of which another variable has the elements, too.
func Guarded() int {
	var mu sync.Mutex
	//calvin:guarded_by mu
	var s []int // unknown
	go func() {
		mu.Lock()
		s = append(s, 1)
		old := s
		mu.Unlock()
		_ = old
	}()
	mu.Lock()
	defer mu.Unlock()
	return len(s)
}

// A T is anything.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Asserts speaks of all sequences.
func (t *T) Asserts() {
	//calvin:assert forall s seq[int] :: len(s) > 0 // unknown
	t.mu.Lock()
	t.mu.Unlock()
}

// Loops does so in each round.
func (t *T) Loops() {
	//calvin:invariant forall s seq[int] :: len(s) > 0 // unknown
	for range 3 {
		t.mu.Lock()
		t.mu.Unlock()
	}
}

// Address gives the address of a parameter away.
//
//calvin:requires &n != nil // unknown
func Address(n int) {}

func use(l *sync.Locker) {}

// Lends lends the address of the lock of a Cond.
func Lends(mu *sync.Mutex) {
	c := sync.NewCond(mu)
	use(&c.L) // unknown
}

// Gives gives it away.
func Gives(c *sync.Cond) *sync.Locker {
	return &c.L // unknown
}

// Sets sets it.
func Sets(c *sync.Cond, mu *sync.Mutex) {
	c.L = mu // unknown
}

// Lock says twice what it does.
//
// +checklocksacquire:t.mu // unknown
//
//calvin:atomic
func (t *T) Lock() { t.mu.Lock() }
