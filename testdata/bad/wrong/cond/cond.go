// Package cond uses conditions in ways that are easy to get wrong.
package cond

import "sync"

//calvin:invariant ready != nil && other != nil
type Box struct {
	mu, mu2 sync.Mutex
	//calvin:condition_of mu
	ready *sync.Cond
	//calvin:condition_of mu2
	other *sync.Cond
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	items []int
}

// Unlocked waits without the lock.
func (b *Box) Unlocked() {
	b.ready.Wait() // failed
}

// Wrong waits with another lock.
func (b *Box) Wrong() {
	b.mu.Lock()
	b.other.Wait() // failed
	b.mu.Unlock()
}

// If does not look again after it has waited.
func (b *Box) If() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.items) == 0 {
		b.ready.Wait()
	}
	return b.items[0] // failed
}

// Stale believes that nothing has changed.
func (b *Box) Stale() {
	b.mu.Lock()
	n := b.n
	b.ready.Wait()
	//calvin:assert b.n == n // failed
	_ = n
	b.mu.Unlock()
}

// Twice locks what Wait has locked again.
func (b *Box) Twice() {
	b.mu.Lock()
	b.ready.Wait()
	b.mu.Lock() // failed
	b.mu.Unlock()
}

// One believes that it is one step.
//
//calvin:atomic
//calvin:when     b.mu == free
//calvin:modifies b.n
//calvin:ensures  b.n == old(b.n)+2
func (b *Box) One() {
	b.mu.Lock()
	b.n++
	b.ready.Wait() // failed
	b.n++
	b.mu.Unlock()
}

// Crossed makes a condition of another object's lock.
func Crossed(a *Box) *Box {
	b := &Box{}
	b.ready = sync.NewCond(&a.mu) // failed
	b.other = sync.NewCond(&b.mu2)
	return b
}

// Swapped makes conditions of the wrong locks.
func Swapped() *Box {
	b := &Box{}
	b.ready = sync.NewCond(&b.mu2) // failed
	b.other = sync.NewCond(&b.mu2)
	return b
}
