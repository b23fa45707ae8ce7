// Package wrong does not always keep to its locks, or has none.
package wrong

import (
	"sync"
	"sync/atomic"
)

// Counter is drained without its lock.
type Counter struct {
	mu sync.Mutex
	n  int // want "guarded_by mu" 4
}

func (c *Counter) Hit() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
}

func (c *Counter) Get() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

func (c *Counter) Drain() int {
	c.mu.Lock()
	n := c.n
	c.mu.Unlock()
	c.n = 0 // bug
	return n
}

func (c *Counter) Twice() {
	c.mu.Lock()
	c.n *= 2
	c.mu.Unlock()
}

// Cell is written under a lock for reading.
type Cell struct {
	mu sync.RWMutex
	v  int // want "guarded_by mu" 2
}

func (c *Cell) Get() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.v
}

func (c *Cell) Set(v int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.v = v
}

func (c *Cell) Clear() {
	c.mu.RLock()
	c.v = 0 // bug
	c.mu.RUnlock()
}

// Split is accessed under one lock and as often under another: there is no telling.
type Split struct {
	a, b sync.Mutex
	n    int
}

func (s *Split) A() {
	s.a.Lock()
	s.n++
	s.a.Unlock()
}

func (s *Split) B() {
	s.b.Lock()
	s.n++
	s.b.Unlock()
}

// Early starts a goroutine before it is complete.
type Early struct {
	mu sync.Mutex
	n  int // want "guarded_by mu" 2
}

func NewEarly() *Early {
	e := &Early{}
	e.n = 1 // before: nobody else can see it
	go e.run()
	e.n = 2 // bug
	return e
}

func (e *Early) run() {
	e.mu.Lock()
	e.n++
	e.mu.Unlock()
}

func (e *Early) Get() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.n
}

// Unlocked has no lock at all.
type Unlocked struct{ n int }

func (u *Unlocked) Inc() { u.n++ }

// Helper is called with the lock held, and once without.
type Helper struct {
	mu sync.Mutex
	n  int // want "guarded_by mu" 2
}

func (h *Helper) A() {
	h.mu.Lock()
	h.n = 0
	h.inc()
	h.mu.Unlock()
}

func (h *Helper) B() {
	h.mu.Lock()
	h.n = 1
	h.mu.Unlock()
	h.inc()
}

func (h *Helper) inc() {
	h.n++ // bug
}

// Other is the lock of another object of the same type.
type Other struct {
	mu sync.Mutex
	n  int
}

func Copy(from, to *Other) {
	from.mu.Lock()
	to.n = 1
	from.mu.Unlock()
}

// Maybe takes its lock on one way only.
type Maybe struct {
	mu sync.Mutex
	n  int // want "guarded_by mu" 2
}

func (m *Maybe) Do(safe bool) {
	if safe {
		m.mu.Lock()
	}
	m.n++ // bug
	if safe {
		m.mu.Unlock()
	}
}

func (m *Maybe) Set(n int) {
	m.mu.Lock()
	m.n = n
	m.mu.Unlock()
}

func (m *Maybe) Get() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.n
}

type tail struct{ n int }

func (t *tail) grow() { t.n++ }

func (t *tail) size() int { return t.n }

// Log has a part whose methods are called without the lock in one place, and by a goroutine of its own in another.
type Log struct {
	mu   sync.RWMutex
	tail tail // want "guarded_by mu" 4
}

func (l *Log) Add() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tail.grow()
	l.tail.grow()
}

func (l *Log) Grow() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tail.grow()
}

func (l *Log) Size() int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.tail.size()
}

func (l *Log) Len() int { return l.tail.size() } // bug

func (l *Log) Later() {
	l.mu.Lock()
	defer l.mu.Unlock()
	go l.tail.grow() // bug
}

type gauge struct{ n int64 } // want "atomic_only" 3

// Gauges are read plainly once, with a lock that nobody else takes.
type Gauges struct {
	mu   sync.Mutex
	a, b gauge
}

func (g *Gauges) A() { atomic.AddInt64(&g.a.n, 1) }

func (g *Gauges) B() { atomic.AddInt64(&g.b.n, 1) }

func (g *Gauges) Get() int64 { return atomic.LoadInt64(&g.a.n) }

func (g *Gauges) Plain() int64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.b.n // bug
}
