// Package condinside signals by a sync.Cond that lies in a struct, and counts on more than that it wakes somebody.
package condinside

import "sync"

// A Box is guarded.
type Box struct {
	mu    sync.Mutex
	ready sync.Cond
	//calvin:guarded_by mu
	n int
}

// Unlocked counts on that Signal takes a lock.
func (b *Box) Unlocked() {
	b.ready.Signal()
	b.n++ // failed
}

// Released counts on that Broadcast keeps the others out.
func (b *Box) Released() {
	b.mu.Lock()
	n := b.n
	b.mu.Unlock()
	b.ready.Broadcast()
	b.mu.Lock()
	//calvin:assert b.n == n // failed
	b.mu.Unlock()
	_ = n
}

// Kept counts on that Signal releases the lock.
func (b *Box) Kept() {
	b.mu.Lock()
	b.n++
	b.ready.Signal()
} // failed

// Nil has no box.
func Nil() {
	var b *Box
	b.ready.Broadcast() // failed
}

// Waits waits by it, where nobody knows of which lock it is.
func (b *Box) Waits() {
	b.mu.Lock()
	for b.n == 0 {
		b.ready.Wait() // failed
	}
	b.mu.Unlock()
}

// Copied copies it, which ends in a panic when the copy is used.
func (b *Box) Copied() {
	c := *b // failed
	c.ready.Signal()
}

// The rest is right.

// Put wakes all after it has released the lock.
func (b *Box) Put() {
	b.mu.Lock()
	b.n++
	b.mu.Unlock()
	b.ready.Broadcast()
}

// PutHeld wakes one while it holds the lock.
func (b *Box) PutHeld() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.n++
	b.ready.Signal()
}
