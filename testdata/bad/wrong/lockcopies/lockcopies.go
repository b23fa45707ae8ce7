// Package lockcopies overwrites locks that others may be using, and copies them.
package lockcopies

import (
	"sync"
	"sync/atomic"
)

type C struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Reset makes a new lock of one that somebody may hold: both are then inside.
func (c *C) Reset() {
	c.mu = sync.Mutex{} // failed
}

// Held replaces the lock that it holds: Unlock panics.
func (c *C) Held() {
	c.mu.Lock()
	c.n++
	c.mu = sync.Mutex{} // failed
	c.mu.Unlock()
}

// Deferred replaces the lock on the way out.
func (c *C) Deferred() {
	c.mu.Lock()
	defer func() {
		c.mu = sync.Mutex{} // failed
		c.mu.Unlock()
	}()
	c.n++
}

// Free replaces a lock that was free a moment ago.
func (c *C) Free() {
	if c.mu.TryLock() {
		c.mu.Unlock()
		c.mu = sync.Mutex{} // failed
	}
}

// Through replaces it by its address.
func Through(p *sync.Mutex) {
	*p = sync.Mutex{} // failed
}

// ThroughLocal replaces it by its address in a variable.
func (c *C) ThroughLocal() {
	p := &c.mu
	*p = sync.Mutex{} // failed
}

// Zero replaces it by a variable's zero value.
func (c *C) Zero() {
	var none sync.Mutex
	c.mu = none // failed
}

// New replaces it by what new gives.
func (c *C) New() {
	c.mu = *new(sync.Mutex) // failed
}

// Swap exchanges two locks.
func Swap(a, b *C) {
	a.mu, b.mu = b.mu, a.mu // failed
}

// Copy copies a lock that somebody may hold into an object of its own.
func (c *C) Copy() *C {
	d := &C{}
	d.mu = c.mu // failed
	return d
}

// Literal does the same in a literal.
func (c *C) Literal() *C {
	return &C{mu: c.mu} // failed
}

// CopyHeld copies the lock while it is held: nobody ever unlocks the copy.
func (c *C) CopyHeld() *C {
	c.mu.Lock()
	defer c.mu.Unlock()
	return &C{mu: c.mu} // failed
}

// OwnHeld copies a lock of its own that it holds.
func OwnHeld() *C {
	c := &C{}
	c.mu.Lock()
	d := &C{mu: c.mu} // failed
	c.mu.Unlock()
	return d
}

// OwnReset replaces a lock of its own that it holds.
func OwnReset() *C {
	c := &C{}
	c.mu.Lock()
	c.mu = sync.Mutex{} // failed
	c.mu.Unlock()
	return c
}

// Published replaces the lock when others know the object.
func Published(to *Box) {
	c := &C{}
	to.mu.Lock()
	to.c = c
	to.mu.Unlock()
	c.mu = sync.Mutex{} // failed
}

type Box struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	c *C
}

// Started replaces the lock when a goroutine has the object.
func Started() {
	c := &C{}
	go c.Inc()
	c.mu = sync.Mutex{} // failed
}

func (c *C) Inc() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

var last atomic.Pointer[C]

// Stored replaces the lock of what others find in an atomic variable.
func Stored() {
	c := &C{}
	last.Store(c)
	c.mu = sync.Mutex{} // failed
}

// Boxed copies the lock into an interface.
func (c *C) Boxed() any {
	return c.mu // failed
}

// Passed passes it by value.
func (c *C) Passed() {
	take(c.mu) // failed
}

func take(sync.Mutex) {}

// Returned returns it by value.
func (c *C) Returned() sync.Mutex {
	return c.mu // failed
}

// SentByValue sends it by value.
func (c *C) SentByValue(ch chan sync.Mutex) {
	select {
	case ch <- c.mu: // failed
	default:
	}
}

// Mapped stores it in a map.
func (c *C) Mapped() {
	m := map[int]sync.Mutex{}
	m[1] = c.mu // failed
}

// Captured replaces a lock that a goroutine uses.
func Captured() {
	var mu sync.Mutex
	n := 0
	go func() {
		mu.Lock()
		mu.Unlock()
	}()
	mu = sync.Mutex{} // failed
	_ = n
}

// Inside replaces a lock from a goroutine.
func Inside() {
	var mu sync.Mutex
	go func() {
		mu = sync.Mutex{} // failed
	}()
	mu.Lock()
	mu.Unlock()
}

// Later replaces it in a function that is called at the end.
func (c *C) Later() func() {
	return func() {
		c.mu = sync.Mutex{} // failed
	}
}

// Compared reads a lock that others may be using.
func (c *C) Compared() bool {
	return c.mu == sync.Mutex{} // failed
}

// Restore copies a free lock and puts it back later.
func (c *C) Restore() {
	var old sync.Mutex
	c.mu.Lock()
	old, c.mu = c.mu, old // failed
	c.n++
	c.mu = old
}

// What follows is right: nobody else knows these objects yet.

// Written writes the lock out in a literal.
func Written() *C {
	return &C{mu: sync.Mutex{}, n: 1}
}

// Renewed overwrites the lock of a new object.
func Renewed() *C {
	c := &C{}
	c.mu = sync.Mutex{}
	c.n = 1
	return c
}

// Cleared overwrites a new object as a whole, after it was used.
func Cleared() *C {
	c := Written()
	c.Inc()
	d := &C{}
	d.mu.Lock()
	d.n++
	d.mu.Unlock()
	*d = C{}
	return d
}

// Value returns a counter by value, whose lock is free.
func Value(n int) C {
	return C{n: n}
}

// FromCall copies a counter that nobody else knows.
func FromCall() *C {
	c := Value(3)
	c.Inc()
	return &c
}

// Copied copies a new counter with its lock.
func Copied() (*C, *C) {
	a := &C{n: 2}
	a.mu.Lock()
	a.n++
	a.mu.Unlock()
	b := *a
	//calvin:assert b.n == 3
	return a, &b
}

// SetZero sets what the lock guards, and leaves the lock alone.
func (c *C) SetZero() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n = 0
}

// Striped has a lock for each of its parts.
type Striped struct {
	locks [4]sync.Mutex
	parts [2]C
}

// NewStriped overwrites all locks of a new object.
func NewStriped() *Striped {
	s := &Striped{}
	s.locks = [4]sync.Mutex{}
	s.locks[2] = sync.Mutex{}
	s.parts[1] = C{n: 4}
	return s
}

// Lock takes one.
func (s *Striped) Lock(i int) {
	if i < 0 || i >= len(s.locks) {
		return
	}
	s.locks[i].Lock()
	s.locks[i].Unlock()
	s.parts[1].Inc()
}

var global = sync.Mutex{}

//calvin:guarded_by global
var count int

// Count uses a lock that was written out where it was declared.
func Count() int {
	global.Lock()
	defer global.Unlock()
	count++
	return count
}
