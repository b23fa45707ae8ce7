// Package mixed goes through sync/atomic without its types, by itself and under locks.
package mixed

import (
	"sync"
	"sync/atomic"
)

// A Phase is what a Conn is about.
type Phase uint32

// The phases of a Conn.
const (
	Idle Phase = iota
	Active
	Closed
)

// A Conn is in a phase. The zero value is idle.
type Conn struct {
	//calvin:atomic_only
	phase Phase
}

// Phase returns the phase.
//
//calvin:atomic
//calvin:ensures result == c.phase
func (c *Conn) Phase() Phase { return Phase(atomic.LoadUint32((*uint32)(&c.phase))) }

// Begin makes an idle connection active, and reports whether it did.
//
//calvin:atomic
//calvin:modifies c.phase
//calvin:ensures result == (old(c.phase) == Idle)
//calvin:ensures result ==> c.phase == Active
//calvin:ensures !result ==> c.phase == old(c.phase)
func (c *Conn) Begin() bool {
	return atomic.CompareAndSwapUint32((*uint32)(&c.phase), uint32(Idle), uint32(Active))
}

// Close closes the connection.
//
//calvin:atomic
//calvin:modifies c.phase
//calvin:ensures c.phase == Closed
func (c *Conn) Close() { atomic.StoreUint32((*uint32)(&c.phase), uint32(Closed)) }

// A Total is changed under a lock, and read at any time.
type Total struct {
	mu sync.Mutex
	//calvin:atomic_only
	//calvin:writable_if held(mu)
	sum int64
}

// Double doubles the sum: whoever holds the lock reads it as it stands, for nobody else may change it.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.sum
//calvin:ensures  t.sum == old(t.sum) + old(t.sum)
func (t *Total) Double() {
	t.mu.Lock()
	atomic.StoreInt64(&t.sum, t.sum+t.sum)
	t.mu.Unlock()
}

// Sum returns the sum. It waits for nobody.
//
//calvin:atomic
//calvin:ensures result == t.sum
func (t *Total) Sum() int64 { return atomic.LoadInt64(&t.sum) }

// A Table is annotated for gVisor's analyzer, and says the same of its generation.
type Table struct {
	mu sync.RWMutex
	// +checklocks:mu
	// +checkatomic
	generation uint32
}

// Advance begins a new generation.
func (t *Table) Advance() {
	t.mu.Lock()
	defer t.mu.Unlock()
	atomic.StoreUint32(&t.generation, t.generation+1)
}

// Same reports whether the table is still of that generation.
func (t *Table) Same(generation uint32) bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.generation == generation
}

// Generation returns the generation.
func (t *Table) Generation() uint32 { return atomic.LoadUint32(&t.generation) }

// counts are a server's.
type counts struct {
	hits atomic.Int64
	//calvin:atomic_only
	errors int64
}

// A Server counts in a struct of its own.
type Server struct{ counts counts }

// Hit counts a request.
func (s *Server) Hit(ok bool) {
	s.counts.hits.Add(1)
	if !ok {
		atomic.AddInt64(&s.counts.errors, 1)
	}
}

// Hits returns how many there were.
//
//calvin:atomic
//calvin:ensures result == s.counts.hits
func (s *Server) Hits() int64 { return s.counts.hits.Load() }

// Errors returns how many of them failed.
//
//calvin:atomic
//calvin:ensures result == s.counts.errors
func (s *Server) Errors() int64 { return atomic.LoadInt64(&s.counts.errors) }
