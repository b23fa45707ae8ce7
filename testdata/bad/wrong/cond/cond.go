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

// A gate has a Cond that whoever imports the package makes.
type gate struct {
	mu, other sync.Mutex
	//calvin:guarded_by mu
	open bool
	//calvin:guarded_by other
	count int
	//calvin:condition_of mu
	changed *sync.Cond
}

// Unlocked waits without the lock.
func (g *gate) Unlocked() {
	if g.changed != nil {
		g.changed.Wait() // failed
	}
}

// Other waits with another lock.
func (g *gate) Other() {
	g.other.Lock()
	defer g.other.Unlock()
	if g.changed != nil {
		g.changed.Wait() // failed
	}
}

// Guarded takes the lock of the Cond for that of the count.
func (g *gate) Guarded() {
	if g.changed == nil {
		return
	}
	g.changed.L.Lock()
	g.count++ // failed
	g.changed.L.Unlock()
}

// Twice takes the lock by two names.
func (g *gate) Twice() {
	if g.changed == nil {
		return
	}
	g.mu.Lock()
	g.changed.L.Lock() // failed
	g.changed.L.Unlock()
	g.mu.Unlock()
}

// Kept keeps it.
func (g *gate) Kept() {
	if g.changed != nil {
		g.changed.L.Lock()
	}
} // failed

// Given gives it back twice.
func (g *gate) Given() {
	if g.changed == nil {
		return
	}
	g.changed.L.Lock()
	g.mu.Unlock()
	g.changed.L.Unlock() // failed
}

// Changed believes that nothing happens meanwhile.
func (g *gate) Changed() {
	if g.changed == nil {
		return
	}
	g.changed.L.Lock()
	g.open = true
	g.changed.Wait()
	//calvin:assert g.open // failed
	g.changed.L.Unlock()
}

// A bare one has a Cond of which nobody says what its lock is.
type bare struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	open    bool
	changed *sync.Cond
}

// Wait takes it for granted.
func (b *bare) Wait() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for !b.open {
		if b.changed != nil {
			b.changed.Wait() // failed
		}
	}
}
