// Package anyway has helpers that some callers call without the lock. For whoever checks it half of the calls decide.
package anyway

import "sync"

// A Breaker is used by helpers.
type Breaker struct {
	mu    sync.Mutex
	state int // want "guarded_by mu" 2
	n     int // want "guarded_by mu" 2
}

// Set holds it.
func (b *Breaker) Set(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.set(n)
}

// Clear does, too.
func (b *Breaker) Clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.set(0)
	b.n = 0
}

// Sneak does not.
func (b *Breaker) Sneak() { b.set(1) }

func (b *Breaker) set(n int) { // want "requires held(b.mu)" 2
	b.state = n
	if n > 0 {
		b.state++
	}
	b.count()
}

// count is called by a helper alone.
func (b *Breaker) count() { b.n++ } // want "requires held(b.mu)" 1

// A Queue has a helper that a goroutine runs, too.
type Queue struct {
	mu    sync.Mutex
	items []int // want "guarded_by mu" 2
}

// Push holds it.
func (q *Queue) Push(i int) {
	q.mu.Lock()
	q.items = append(q.items, i)
	q.trim()
	q.mu.Unlock()
}

// Start has a goroutine do so.
func (q *Queue) Start() { go q.trim() }

func (q *Queue) trim() { q.items = nil } // bug

// A Cell has a helper that takes the lock for callers that do not hold it: they are right.
type Cell struct {
	mu sync.Mutex
	n  int // want "guarded_by mu" 1
}

// Get does not hold it.
func (c *Cell) Get() int { return c.get(false) }

// Put does.
func (c *Cell) Put(n int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n = n
	return c.get(true)
}

func (c *Cell) get(locked bool) int {
	if !locked {
		c.mu.Lock()
		defer c.mu.Unlock()
	}
	return c.n // bug
}

// A Table has helpers of helpers of a constructor, which has the table to itself.
type Table struct {
	mu sync.Mutex
	n  int // want "guarded_by mu" 1
}

// New makes one.
func New() *Table {
	t := &Table{}
	t.add()
	return t
}

// Add holds the lock.
func (t *Table) Add() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.add()
}

func (t *Table) add() { t.step() }

func (t *Table) step() { t.n++ }

// A Strategy has a Once that is about the one variable that its function writes.
type Strategy struct {
	once  sync.Once
	table map[int]int // want "guarded_by once" 2
	base  int
}

// Delay reads the other beside it.
func (s *Strategy) Delay(n int) int {
	s.once.Do(func() { s.table = map[int]int{0: 1} })
	return s.base + s.table[n]
}

// SetBase writes that at any time.
func (s *Strategy) SetBase(n int) { s.base = n }
