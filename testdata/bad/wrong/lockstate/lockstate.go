// Package lockstate says of locks, channels and the like, and of what they guard, what others may change before anybody could
// look.
package lockstate

import (
	"sync"
	"sync/atomic"
)

// A C has a counter behind a lock.
//
//calvin:invariant n >= 0
type C struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Held may rely on what it holds.
func (c *C) Held() {
	c.mu.Lock()
	c.n = 1
	//calvin:assert c.mu == tid && c.n == 1
	c.mu.Unlock()
	//calvin:assert c.mu != tid
}

// Free has given the lock back, and another goroutine may have it.
func (c *C) Free() {
	c.mu.Lock()
	c.n = 6
	c.mu.Unlock()
	//calvin:assert c.mu == free // failed
}

// Deferred asserts it in a deferred function, which runs after the lock is given back.
func (c *C) Deferred() {
	defer func(c *C) {
		//calvin:assert c.mu == free // failed
		println(c)
	}(c)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n = 2
}

// Before has not taken it.
func (c *C) Before() {
	//calvin:assert c.mu == free // failed
	c.mu.Lock()
	c.n = 6
	c.mu.Unlock()
}

// Content asserts what is in the counter after it has given back the lock.
func (c *C) Content() {
	c.mu.Lock()
	c.n = 1
	c.mu.Unlock()
	//calvin:assert c.n == 1 // failed
}

// Sign asserts what is true whenever nobody holds the lock. Somebody may.
func (c *C) Sign() int {
	//calvin:assert c.n >= 0 // failed
	return 0
}

// Drop breaks for a moment what Sign asserts.
func (c *C) Drop() {
	c.mu.Lock()
	c.n = -1
	c.n = 0
	c.mu.Unlock()
}

// Refused did not get the lock. Whoever had it may have given it back.
func (c *C) Refused() bool {
	if c.mu.TryLock() {
		c.mu.Unlock()
		return true
	}
	//calvin:assert c.mu != free // failed
	return false
}

// Loop says it of each round.
func (c *C) Loop() {
	c.mu.Lock()
	c.n = 0
	c.mu.Unlock()
	//calvin:invariant c.mu == free // failed
	for range 3 {
	}
}

// Rounds says it of what the lock guards.
func (c *C) Rounds() {
	c.mu.Lock()
	c.n = 3
	c.mu.Unlock()
	//calvin:invariant c.n == 3 // failed
	for range 3 {
	}
}

// RoundsHeld holds the lock while it says so.
func (c *C) RoundsHeld() {
	c.mu.Lock()
	c.n = 3
	//calvin:invariant c.n == 3 && c.mu == tid
	for range 3 {
	}
	c.mu.Unlock()
}

// idle wants the lock to be free.
//
//calvin:requires c.mu == free
func (c *C) idle() {}

// Passed calls it after it has given the lock back.
func (c *C) Passed() {
	c.mu.Lock()
	c.n = 6
	c.mu.Unlock()
	c.idle() // failed
}

// three wants the counter to be three.
//
//calvin:requires c.n == 3
func (c *C) three() {}

// Three calls it after it has given the lock back.
func (c *C) Three() {
	c.mu.Lock()
	c.n = 3
	c.mu.Unlock()
	c.three() // failed
}

// ThreeHeld calls it while it holds the lock.
func (c *C) ThreeHeld() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n = 3
	c.three()
}

// Both gives back one of two.
func Both(c, d *C) {
	if c == d {
		return
	}
	c.mu.Lock()
	d.mu.Lock() // failed
	d.n = 4
	c.mu.Unlock()
	//calvin:assert d.mu == tid && d.n == 4
	//calvin:assert c.mu == free // failed
	d.mu.Unlock()
}

// A U is unlocked at the end of each block.
//
//calvin:invariant mu == free
type U struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Add holds the lock for a while.
func (u *U) Add() {
	u.mu.Lock()
	u.n++
	u.mu.Unlock()
}

// Always takes what holds between blocks to hold always.
func (u *U) Always() {
	//calvin:assert u.mu == free // failed
}

// An RW has readers, too.
type RW struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	n int
}

// Read holds it for reading.
func (r *RW) Read() int {
	r.mu.RLock()
	n := r.n
	//calvin:assert rheld(r.mu) && r.mu == free && r.n == n
	r.mu.RUnlock()
	//calvin:assert !rheld(r.mu) && !held(r.mu)
	return n
}

// After has stopped reading, and another goroutine may write.
func (r *RW) After() int {
	r.mu.RLock()
	n := r.n
	r.mu.RUnlock()
	//calvin:assert r.mu == free // failed
	return n
}

// Written has stopped writing.
func (r *RW) Written() {
	r.mu.Lock()
	r.n = 5
	r.mu.Unlock()
	//calvin:assert r.mu == free // failed
}

// An O is set up once.
type O struct {
	once sync.Once
	//calvin:guarded_by once
	n int
}

// Do may rely on what was done.
func (o *O) Do() int {
	o.once.Do(func() { o.n = 1 })
	//calvin:assert done(o.once)
	return o.n
}

// Undone looks too early to see whether it was.
func (o *O) Undone() {
	//calvin:assert !done(o.once) // failed
	o.once.Do(func() { o.n = 1 })
}

// Runs says that nobody is at it.
func (o *O) Runs() {
	o.once.Do(func() { o.n = 1 })
	//calvin:assert !held(o.once)
	//calvin:assert done(o.once) ==> o.n == 1 // failed
}

// Idle says that nobody is at it yet.
func (o *O) Idle() {
	//calvin:assert o.once == free // failed
}

// A D is done some day.
type D struct {
	mu sync.Mutex
	//calvin:closable_if mu == tid
	done chan struct{}
	x    atomic.Int32
}

// Open looks whether it is closed, and then it may be.
func (d *D) Open() {
	//calvin:assert !closed(d.done) // failed
}

// Store sets a variable that others may set as well.
func (d *D) Store() {
	d.x.Store(1)
	//calvin:assert d.x == 1 // failed
}

// Load looks at it twice.
func (d *D) Load() int32 {
	n := d.x.Load()
	//calvin:assert d.x == n // failed
	return n
}

// Swap knows what it was.
func (d *D) Swap() {
	if d.x.CompareAndSwap(0, 1) {
		//calvin:assert d.x != 0 // failed
		d.x.Store(0)
	}
}

// Spawned tells nothing of others' locks.
func (c *C) Spawned() {
	go c.Held()
	//calvin:assert c.mu == free || c.mu == tid // failed
}

// Fresh has an object of its own.
func Fresh() *C {
	c := &C{}
	c.mu.Lock()
	c.mu.Unlock()
	//calvin:assert c.mu == free && c.n == 0
	return c
}

// Closed has closed a channel, which nobody opens again.
func Closed() chan int {
	ch := make(chan int)
	close(ch)
	//calvin:assert closed(ch)
	return ch
}
