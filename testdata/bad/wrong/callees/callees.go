// Package callees has functions with contracts that wait for ever, or count on what is not so where they are called.
package callees

import (
	"sync"
	"sync/atomic"
)

// A T has two numbers that are equal, and others that are set together.
//
//calvin:invariant a == b
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	a, b int
	//calvin:guarded_by mu
	y    int
	x    atomic.Int64
	flag atomic.Bool
}

// equal panics unless the invariant holds, and does nothing that others can see.
//
//calvin:requires held(t.mu)
//calvin:performs skip
func (t *T) equal() {
	if t.a != t.b {
		panic("not equal")
	}
}

// Between calls it when the invariant does not hold.
func (t *T) Between() {
	t.mu.Lock()
	t.a++
	t.equal() // failed
	t.b++
	t.mu.Unlock()
} // failed

// perhaps does something, or nothing.
//
//calvin:requires held(t.mu)
//calvin:performs Changed*
//calvin:action   Changed
//calvin:when     false
//calvin:modifies t.y
func (t *T) perhaps() {
	if t.a != t.b {
		panic("not equal")
	}
}

// Perhaps calls it when the invariant does not hold.
func (t *T) Perhaps() {
	t.mu.Lock()
	t.a++
	t.perhaps() // failed
	t.b++
	t.mu.Unlock()
} // failed

// await changes nothing, and may never return.
//
//calvin:performs skip
func (t *T) await() {
	for !t.flag.Load() {
	}
}

// Half waits when it is half done: others may see the one number without the other for ever.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.x, t.y
//calvin:ensures  t.x == 1 && t.y == 1
func (t *T) Half() {
	t.mu.Lock()
	t.x.Store(1)
	t.await() // failed
	t.y = 1
	t.mu.Unlock()
}

// one changes something, and then may never return.
//
//calvin:atomic
//calvin:modifies t.x
//calvin:ensures  t.x == 1
func (t *T) one() {
	t.x.Store(1)
	for !t.flag.Load() {
	}
}

// Rest does the rest when that has returned.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.x, t.y
//calvin:ensures  t.x == 1 && t.y == 1
func (t *T) Rest() {
	t.mu.Lock()
	t.one() // failed
	t.y = 1
	t.mu.Unlock()
}

// release unlocks for its caller before it waits.
//
//calvin:requires held(t.mu)
//calvin:atomic
//calvin:modifies t.mu
//calvin:ensures  t.mu == free
func (t *T) release() {
	t.mu.Unlock()
	t.await()
}

// Released goes on after that.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.x, t.y
//calvin:ensures  t.x == 2 && t.y == 1
func (t *T) Released() {
	t.mu.Lock()
	t.y = 1
	t.release() // failed
	t.x.Store(2)
} // failed

// Right waits before it does anything.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.x, t.y
//calvin:ensures  t.x == 1 && t.y == 1
func (t *T) Right() {
	t.mu.Lock()
	t.await()
	t.x.Store(1)
	t.y = 1
	t.mu.Unlock()
}
