// Package atomiccopies copies and overwrites structs with atomic variables in them, which others may be using.
package atomiccopies

import (
	"sync"
	"sync/atomic"
)

// A Pool counts.
type Pool struct {
	n     atomic.Int64
	first atomic.Pointer[Task]
	limit int //calvin:immutable
}

// A Task is guarded.
type Task struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

var (
	last      atomic.Pointer[Pool]
	lastOuter atomic.Pointer[Outer]
)

// Reset overwrites what others count in.
func (p *Pool) Reset() {
	*p = Pool{} // failed
}

// ResetCount does so with one variable.
func (p *Pool) ResetCount() {
	p.n = atomic.Int64{} // failed
}

// Copy copies what others count in.
func (p *Pool) Copy() *Pool {
	q := *p // failed
	return &q
}

// Published overwrites what others have found meanwhile.
func Published() {
	p := &Pool{}
	last.Store(p)
	*p = Pool{} // failed
}

// Started overwrites what a goroutine counts in.
func Started() {
	p := &Pool{}
	go func() { p.n.Add(1) }()
	*p = Pool{} // failed
}

// Lost counts on what it has overwritten.
func Lost() {
	p := &Pool{}
	p.n.Store(3)
	*p = Pool{}
	n := p.n.Load()
	//calvin:assert n == 3 // failed
	_ = n
}

// Apart takes a copy for the original.
func Apart() {
	p := &Pool{}
	q := *p
	q.n.Add(1)
	n := p.n.Load()
	//calvin:assert n == 1 // failed
	_ = n
}

// Leaked writes what others find by the copy.
func Leaked() {
	t := &Task{}
	p := &Pool{}
	p.first.Store(t)
	q := *p
	last.Store(&q)
	t.n = 1 // failed
}

// LeakedBoxed does the same by a literal.
func LeakedBoxed() {
	t := &Task{}
	p := Pool{}
	p.first.Store(t)
	lastOuter.Store(&Outer{pool: p})
	t.n = 1 // failed
}

// An Outer has a pool by value.
type Outer struct {
	pool Pool
	wg   sync.WaitGroup
	once sync.Once
	more int //calvin:immutable
}

// The rest is right.

// New makes one.
func New(limit int) *Pool { return &Pool{limit: limit} }

// Value makes one by value.
func (p *Pool) Value() Pool { return Pool{limit: p.limit} }

// Wrapped has a copy of a new one inside.
func Wrapped() *Outer { return &Outer{pool: *New(4), more: 1} }

// With has one inside with the same limit.
func (p *Pool) With() *Outer { return &Outer{pool: p.Value()} }

// Renewed begins again with its own.
func Renewed() *Pool {
	p := New(1)
	p.n.Store(3)
	q := *p
	n := q.n.Load()
	//calvin:assert n == 3
	*p = Pool{limit: int(n)}
	return p
}

// Kept writes what nobody else has.
func Kept() *Outer {
	t := &Task{}
	o := &Outer{}
	o.pool.first.Store(t)
	t.n = 1
	return o
}
