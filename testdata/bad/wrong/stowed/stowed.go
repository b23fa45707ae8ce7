// Package stowed takes out of pools what it has not put there: what New makes has another type.
package stowed

import (
	"sync"
	"sync/atomic"
)

// An A is put into the pools.
type A struct{ n int }

// A B is what New makes.
type B struct{ n int }

var literal = sync.Pool{New: func() any { return new(B) }}

// PutLiteral puts an A there.
func PutLiteral() { literal.Put(new(A)) }

// GetLiteral takes a B for an A.
func GetLiteral() *A {
	x := literal.Get()
	if x == nil {
		return nil
	}
	return x.(*A) // failed
}

var assigned sync.Pool

func init() { assigned.New = func() any { return new(B) } }

// PutAssigned puts an A there.
func PutAssigned() { assigned.Put(new(A)) }

// GetAssigned takes a B for an A.
func GetAssigned() *A {
	x := assigned.Get()
	if x == nil {
		return nil
	}
	return x.(*A) // failed
}

func anything(b bool) any {
	if b {
		return 1
	}
	return new(B)
}

var called = sync.Pool{New: func() any { return anything(true) }}

// PutCalled puts an A there.
func PutCalled() { called.Put(new(A)) }

// GetCalled takes a number for an A.
func GetCalled() *A {
	return called.Get().(*A) // failed
}

var named = sync.Pool{New: func() (x any) {
	defer noted.Add(1)
	x = new(B)
	return x
}}

var noted atomic.Int64

// PutNamed puts an A there.
func PutNamed() { named.Put(new(A)) }

// GetNamed takes a B for an A.
func GetNamed() *A {
	return named.Get().(*A) // failed
}

// A Shop has a pool of its own.
type Shop struct {
	pool sync.Pool
	mu   sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Open has a pool with its New.
func Open() *Shop {
	s := &Shop{}
	s.pool.New = func() any { return new(B) }
	return s
}

// Put puts an A there.
func (s *Shop) Put() { s.pool.Put(new(A)) }

// Get takes a B for an A.
func (s *Shop) Get() *A {
	return s.pool.Get().(*A) // failed
}

type maker struct{ n int }

func (m maker) make() any { return &B{m.n} }

var bound = sync.Pool{New: maker{1}.make}

// PutBound puts an A there.
func PutBound() { bound.Put(new(A)) }

// GetBound takes a B for an A.
func GetBound() *A {
	x := bound.Get()
	if x == nil {
		return nil
	}
	return x.(*A) // failed
}
