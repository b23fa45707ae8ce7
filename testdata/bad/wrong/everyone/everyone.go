// Package everyone has promises that only the goroutine that makes them can rely on.
package everyone

import (
	"sync"
	"sync/atomic"
)

// A Word's owner is set by who takes it.
//
//calvin:ghost owner tid
//calvin:transition owner == old(owner) || owner == tid
type Word struct{ word atomic.Int32 }

// Take believes that it is left the owner, though anybody else may become it in the same way.
func (w *Word) Take() int32 {
	w.word.Store(1) // failed
	//calvin:set w.owner = tid
	n := w.word.Load()
	//calvin:assert w.owner == tid
	return n
}

// An Idle number is zero, but for who holds the lock.
//
//calvin:invariant n == 0 || held(mu)
type Idle struct {
	mu sync.Mutex
	n  atomic.Int32
}

// Swing lets others see another number while it holds the lock.
func (i *Idle) Swing() int32 {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.n.Store(1)
	n := i.n.Load() // failed
	i.n.Store(0)
	return n
}

// Get rests on the invariant.
func (i *Idle) Get() int32 {
	n := i.n.Load()
	//calvin:assert n == 0
	return n
}

// A Moment is zero at all times, but for who holds the lock.
//
//calvin:transition n == 0 || mu == tid
type Moment struct {
	mu sync.Mutex
	n  atomic.Int32
}

// Swing breaks that for all others.
func (m *Moment) Swing() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.n.Store(1) // failed
	m.n.Store(0)
}

// An Owned number is changed by its owner only, which the others promise.
//
//calvin:ghost owner tid
//calvin:transition word == 0 ==> owner == free
//calvin:transition old(owner) == tid ==> owner == tid && n == old(n)
type Owned struct {
	word atomic.Int32
	n    atomic.Int32
}

// Own takes the number unless somebody has it, and finds it as it was.
func (o *Owned) Own() {
	if !o.word.CompareAndSwap(0, 1) {
		return
	}
	//calvin:set o.owner = tid
}

// Change changes what may be another's.
func (o *Owned) Change() {
	o.n.Add(1) // failed
}

// Twice relies on being the owner.
//
//calvin:requires o.owner == tid
func (o *Owned) Twice() {
	a := o.n.Load()
	b := o.n.Load()
	//calvin:assert a == b && o.owner == tid
	_, _ = a, b
}
