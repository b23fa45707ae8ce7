// Package insideatomic has no annotations, and counters in structs that lie in others, or in slices, which are accessed atomically, or should be.
package insideatomic

import (
	"sync"
	"sync/atomic"
)

type counter struct{ count uint64 }

// Stats has two counters.
type Stats struct{ a, b counter }

// A increments one.
func (s *Stats) A() { atomic.AddUint64(&s.a.count, 1) }

// B increments the other.
func (s *Stats) B() { atomic.AddUint64(&s.b.count, 1) }

// Get reads it.
func (s *Stats) Get() uint64 { return atomic.LoadUint64(&s.a.count) }

// Plain reads it as if nobody wrote it.
func (s *Stats) Plain() uint64 {
	return s.b.count // failed
}

// Reset writes it so.
func (s *Stats) Reset() {
	s.a.count = 0 // failed
}

// Copy copies both.
func (s *Stats) Copy() Stats {
	return *s // failed
}

type cell struct {
	n     int64
	limit int
}

// Cells has counters in a slice.
type Cells struct {
	mu    sync.Mutex
	cells []cell
}

// NewCells makes some.
func NewCells() *Cells { return &Cells{cells: make([]cell, 8)} }

// Add increments one.
func (c *Cells) Add(i int) { atomic.AddInt64(&c.cells[i].n, 1) }

// Load reads it.
func (c *Cells) Load(i int) int64 { return atomic.LoadInt64(&c.cells[i].n) }

// Locked holds a lock that the others do not.
func (c *Cells) Locked(i int) int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.cells[i].n // failed
}

type usage struct {
	hits int64
	last string
}

// A Shard has its usage inside: one part is atomic, its lock guards the other.
type Shard struct {
	mu    sync.Mutex
	usage usage
}

// Hit counts, and takes the lock for the name.
func (s *Shard) Hit(name string) {
	atomic.AddInt64(&s.usage.hits, 1)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.usage.last = name
}

// Hits takes no lock.
func (s *Shard) Hits() int64 { return atomic.LoadInt64(&s.usage.hits) }

// Last takes it.
func (s *Shard) Last() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.usage.last
}

// Bare takes no lock, and should.
func (s *Shard) Bare() string {
	return s.usage.last // failed
}

// Under has the lock, which is not what guards hits.
func (s *Shard) Under() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.usage.hits++ // failed
}
