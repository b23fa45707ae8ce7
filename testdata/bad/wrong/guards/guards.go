// Package guards has guards that do not guard.
package guards

import (
	"sync"
	"sync/atomic"
)

// Moving is guarded by a lock that may be exchanged for another.
type Moving struct {
	outer sync.Mutex
	//calvin:guarded_by outer
	mu *sync.Mutex
	//calvin:guarded_by mu
	n int // failed
}

// Parented is guarded by the lock of an object that may change.
type Parented struct {
	parent atomic.Pointer[Parent]
	//calvin:accessible_if parent != nil && parent.mu == tid
	n int // failed
}

// A Parent has a lock.
type Parent struct{ mu sync.Mutex }

// Indexed is guarded by a lock that others choose.
type Indexed struct {
	which atomic.Uint32
	locks [4]sync.Mutex
	//calvin:accessible_if which < 4 && locks[which] == tid
	n int // failed
}

// Nested has a lock that may be taken only under another.
type Nested struct {
	outer sync.Mutex
	//calvin:guarded_by outer
	inner sync.Mutex
	//calvin:guarded_by inner
	n int
}

func (t *Nested) Right() {
	t.outer.Lock()
	t.inner.Lock()
	t.n++
	t.inner.Unlock()
	t.outer.Unlock()
}

func (t *Nested) Inner() {
	t.inner.Lock() // failed
	t.n++
	t.inner.Unlock()
}

// Released gives up the outer lock too early: the inner one may be released only under it, too.
func (t *Nested) Released() {
	t.outer.Lock()
	t.inner.Lock()
	t.outer.Unlock()
	t.inner.Unlock() // failed
}

func (t *Nested) Tried() {
	if t.inner.TryLock() { // failed
		t.n++
		t.inner.Unlock()
	}
}

// Shelf is Nested with readers.
type Shelf struct {
	outer sync.Mutex
	//calvin:guarded_by outer
	inner sync.RWMutex
	//calvin:guarded_by inner
	n int
}

func (s *Shelf) Right() int {
	s.outer.Lock()
	defer s.outer.Unlock()
	s.inner.RLock()
	defer s.inner.RUnlock()
	return s.n
}

func (s *Shelf) Reader() int {
	s.inner.RLock() // failed
	defer s.inner.RUnlock()
	return s.n
}

func (s *Shelf) Writer() {
	s.inner.Lock() // failed
	s.n++
	s.inner.Unlock()
}

// Lone has a lock with the predicate that any lock has.
type Lone struct {
	//calvin:accessible_if mu == 0 || mu == tid
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

func (l *Lone) Right() {
	l.mu.Lock()
	l.n++
	l.mu.Unlock()
}

// Mixed is accessed with and without sync/atomic.
type Mixed struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int64
	//calvin:atomic_only
	a int64
	//calvin:readable_if true
	//calvin:writable_if mu == tid
	p int
}

func (m *Mixed) AtomicUnguarded() {
	atomic.AddInt64(&m.n, 1) // failed
}

func (m *Mixed) PlainRead() int64 {
	return m.a // failed
}

func (m *Mixed) PlainWrite() {
	m.a = 1 // failed
}

// DirtyRead is allowed by the annotation, and a data race.
func (m *Mixed) DirtyRead() int {
	return m.p // failed
}

func (m *Mixed) CleanRead() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.p
}

// Drifting has transitions that do not describe many steps.
//
//calvin:transition n <= old(n)+1 // failed
type Drifting struct{ n atomic.Int64 }

// Look sees at most one step, if the transition is to be believed.
func (d *Drifting) Look() { // unfounded
	x := d.n.Load()
	y := d.n.Load()
	//calvin:assert y <= x+1
	_, _ = x, y
}

// Restless has a transition that a step which does nothing violates.
//
//calvin:transition old(n) < n // failed
type Restless struct{ n atomic.Int64 }

// Idle sees a step in any case.
func (r *Restless) Idle() { // unfounded
	x := r.n.Load()
	y := r.n.Load()
	//calvin:assert x < y
	_, _ = x, y
}

// Unpublished has an invariant that its maker breaks.
//
//calvin:invariant limit > 0
type Unpublished struct{ limit int }

var made atomic.Pointer[Unpublished]

func Make() {
	made.Store(&Unpublished{}) // failed
}

// Use believes it.
func Use() int {
	if u := made.Load(); u != nil {
		return 100 / u.limit
	}
	return 0
}

// Recursive promises what it never does, but it never returns either.
//
//calvin:atomic
//calvin:modifies x.n
//calvin:ensures  x.n == 7
func Recursive(x *Drifting) { // unfounded
	Recursive(x)
}
