// Package lockplaces overwrites and copies locks, wherever they are.
package lockplaces

import (
	"sync"
	"sync/atomic"
)

type C struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

var mu sync.Mutex

//calvin:guarded_by mu
var count int

// ResetVar replaces a package variable's lock.
func ResetVar() {
	mu = sync.Mutex{} // failed
}

// CopyVar copies it.
func CopyVar() {
	m := mu // failed
	m.Lock()
	count++
	m.Unlock()
}

type Striped struct {
	locks [4]sync.Mutex
	n     [4]int
}

// One replaces one of several.
func (s *Striped) One(i int) {
	if i >= 0 && i < len(s.locks) {
		s.locks[i] = sync.Mutex{} // failed
	}
}

// All replaces them all.
func (s *Striped) All() {
	s.locks = [4]sync.Mutex{} // failed
}

// Both exchanges two.
func (s *Striped) Both() {
	s.locks[0], s.locks[1] = s.locks[1], s.locks[0] // failed
}

// From copies another's.
func (s *Striped) From(o *Striped) {
	s.locks = o.locks // failed
}

// Range copies them one by one.
func (s *Striped) Range() {
	for _, m := range s.locks { // failed
		_ = m
	}
}

// Local copies them as a whole.
func (s *Striped) Local() int {
	all := s.locks // failed
	return len(all)
}

type Embedded struct {
	sync.Mutex
	//calvin:guarded_by Mutex
	n int
}

// Reset replaces an embedded lock.
func (e *Embedded) Reset() {
	e.Mutex = sync.Mutex{} // failed
}

// Outer has the lock two levels down.
type Outer struct {
	Embedded
	inner Embedded
}

// Reset replaces a promoted one.
func (o *Outer) Reset() {
	o.Mutex = sync.Mutex{} // failed
}

// ResetInner replaces one of a part.
func (o *Outer) ResetInner() {
	o.inner.Mutex = sync.Mutex{} // failed
}

// Slice replaces one in a slice.
func Slice(ms []sync.Mutex) {
	if len(ms) > 0 {
		ms[0] = sync.Mutex{} // failed
	}
}

// Elements replaces one in an element.
func Elements(cs []C) {
	for i := range cs {
		cs[i].mu = sync.Mutex{} // failed
	}
}

// Pointers replaces one behind a pointer in a slice.
func Pointers(cs []*C) {
	for _, c := range cs {
		if c != nil {
			c.mu = sync.Mutex{} // failed
		}
	}
}

var lastLock atomic.Pointer[sync.Mutex]

// Cell replaces one that has no object around it.
func Cell() {
	m := new(sync.Mutex)
	lastLock.Store(m)
	*m = sync.Mutex{} // failed
}

// Guarded has a lock that is guarded by another. That does not keep those away who hold a pointer to it.
type Guarded struct {
	outer sync.Mutex
	//calvin:guarded_by outer
	inner sync.Mutex
}

// Reset replaces it.
func (g *Guarded) Reset() {
	g.outer.Lock()
	g.inner = sync.Mutex{} // failed
	g.outer.Unlock()
}

type Generic[T any] struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	v T
}

// Reset replaces the lock of a generic type.
func (g *Generic[T]) Reset() {
	g.mu = sync.Mutex{} // failed
}

// ResetInt replaces that of an instance.
func ResetInt(g *Generic[int]) {
	g.mu = sync.Mutex{} // failed
}

func set[T any](p *T, v T) { *p = v } // failed

// BySetter replaces it by a function for any type.
func (c *C) BySetter() {
	set(&c.mu, sync.Mutex{}) // unfounded
}
