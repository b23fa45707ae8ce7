// Package freshlocks overwrites and copies locks of objects that nobody else knows yet: that is right.
package freshlocks

import "sync"

type Counter struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// New writes the lock out in a literal.
func New() *Counter {
	return &Counter{mu: sync.Mutex{}, n: 1}
}

// Renewed overwrites the lock of a new object.
func Renewed() *Counter {
	c := &Counter{}
	c.mu = sync.Mutex{}
	c.n = 1
	return c
}

// Cleared overwrites a new object as a whole, after it was used.
func Cleared() *Counter {
	c := New()
	c.Inc()
	d := &Counter{}
	d.mu.Lock()
	d.n++
	d.mu.Unlock()
	*d = Counter{}
	return d
}

func (c *Counter) Inc() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

// Value returns a counter by value, whose lock is free.
func Value(n int) Counter {
	return Counter{n: n}
}

// FromValue copies a counter that nobody else knows.
func FromValue() *Counter {
	c := Value(3)
	c.Inc()
	return &c
}

// Copied copies a new counter with its lock.
func Copied() (*Counter, *Counter) {
	a := &Counter{n: 2}
	a.mu.Lock()
	a.n++
	a.mu.Unlock()
	b := *a
	//calvin:assert b.n == 3
	return a, &b
}

// Reset sets what the lock guards, and leaves the lock alone.
func (c *Counter) Reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n = 0
}

// Striped has a lock for each of its parts.
type Striped struct {
	locks [4]sync.Mutex
	parts [2]Counter
}

// NewStriped overwrites all locks of a new object.
func NewStriped() *Striped {
	s := &Striped{}
	s.locks = [4]sync.Mutex{}
	s.locks[2] = sync.Mutex{}
	s.parts[1] = Counter{n: 4}
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
