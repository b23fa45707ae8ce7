// Package mixed goes through sync/atomic where it should not, and past it where it must not.
package mixed

import (
	"sync"
	"sync/atomic"
)

type phase uint32

// A Total is written under its lock, through sync/atomic.
type Total struct {
	mu, other sync.Mutex
	//calvin:atomic_only
	//calvin:writable_if held(mu)
	n int64
	//calvin:writable_if held(mu)
	//calvin:atomic_only
	phase phase
}

func (t *Total) PlainWrite() {
	t.mu.Lock()
	t.n++ // failed
	t.mu.Unlock()
}

func (t *Total) PlainWriteOfANamedType() {
	t.mu.Lock()
	t.phase = 3 // failed
	t.mu.Unlock()
}

func (t *Total) WriteWithoutLock() {
	atomic.AddInt64(&t.n, 1) // failed
}

func (t *Total) SwapWithoutLock() bool {
	return atomic.CompareAndSwapInt64(&t.n, 0, 1) // failed
}

func (t *Total) WriteUnderTheOtherLock() {
	t.other.Lock()
	defer t.other.Unlock()
	atomic.StoreUint32((*uint32)(&t.phase), 1) // failed
}

func (t *Total) PlainReadWithoutLock() int64 {
	return t.n // failed
}

func (t *Total) PlainReadUnderTheOtherLock() int64 {
	t.other.Lock()
	defer t.other.Unlock()
	return t.n // failed
}

func (t *Total) PlainReadAfterwards() int64 {
	t.mu.Lock()
	atomic.AddInt64(&t.n, 1)
	t.mu.Unlock()
	return t.n // failed
}

func (t *Total) TwoReads() {
	a := atomic.LoadInt64(&t.n)
	b := atomic.LoadInt64(&t.n)
	//calvin:assert a == b // failed
	_, _ = a, b
}

// Twice is two steps: others may look in between.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.n
//calvin:ensures  t.n == old(t.n) + 2
func (t *Total) Twice() {
	t.mu.Lock()
	atomic.AddInt64(&t.n, 1)
	atomic.AddInt64(&t.n, 1) // failed
	t.mu.Unlock()
}

// A Table is annotated for gVisor's analyzer.
type Table struct {
	mu sync.RWMutex
	// +checklocks:mu
	// +checkatomic
	generation uint32
}

func (t *Table) Write() {
	atomic.AddUint32(&t.generation, 1) // failed
}

func (t *Table) WriteForReading() {
	t.mu.RLock()
	atomic.AddUint32(&t.generation, 1) // failed
	t.mu.RUnlock()
}

func (t *Table) PlainRead() uint32 {
	return t.generation // failed
}

func Captured() int64 {
	var mu sync.Mutex
	//calvin:atomic_only
	//calvin:writable_if held(mu)
	var n int64
	go func() { atomic.AddInt64(&n, 1) }() // failed
	go func() {
		mu.Lock()
		n++ // failed
		mu.Unlock()
	}()
	return n // failed
}
