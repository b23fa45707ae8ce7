// Package corners has what a rule says of one thing, and functions that take it for said of another.
package corners

import (
	"sync"
	"sync/atomic"
)

// A gauge cannot be: of its two locks it is believed that they are one.
//
// +checklocksalias:a.mu=b.mu
type gauge struct{ a, b half }

type half struct {
	mu sync.Mutex
	n  int
}

// A box has a half that is in no gauge.
type box struct{ h half }

// touch looks what the half holds.
func (h *half) touch() { _ = h.n }

// Half divides by what may be nothing.
func (b *box) Half(n int) int {
	if n > 0 {
		return 10 / n
	}
	b.h.touch()
	return 10 / n // failed
}

// An Owner has a slice of which it gives away the address.
type Owner struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	s []int
}

// Address gives it away.
func (o *Owner) Address() *[]int { return &o.s } // failed

// A Plain has one that nobody owns.
type Plain struct{ s []int }

// Address gives it away.
func (p *Plain) Address() *[]int { return &p.s }

// An Other has a slice of its own as well.
type Other struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	s []int
}

// Address gives it away.
func (o *Other) Address() *[]int { return &o.s } // failed

// Length reads a slice that may be anyone's.
func Length(p *[]int) {
	q := *p
	//calvin:assert len(q) == 0 // failed
	_ = q
}

// A W is waited for.
type W struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n     int
	k     int
	begun atomic.Bool
}

// search may never come back.
//
//calvin:requires held(w.mu)
//calvin:atomic
//calvin:modifies w.n
//calvin:ensures w.n == 1
func (w *W) search() {
	for i := 0; i != w.k; i += 2 {
	}
	w.n = 1
}

// Begin is not done at once, if it is done at all.
//
//calvin:atomic
//calvin:modifies w.n, w.begun
//calvin:ensures w.n == 1 && w.begun
func (w *W) Begin() {
	w.mu.Lock()
	w.begun.Store(true)
	w.search() // failed
	w.mu.Unlock()
}

// A cell has a number that others read at any time.
type cell struct {
	mu sync.Mutex
	//calvin:atomic_only
	//calvin:writable_if held(mu)
	n int64
}

// An R points to one cell or another.
type R struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	at    *cell
	spare *cell
	begun atomic.Bool
}

// next goes on to the other cell, at which it looks.
//
//calvin:requires held(r.mu) && r.spare != nil
//calvin:atomic
//calvin:modifies r.at
//calvin:ensures r.at == r.spare && result == (r.at.n == 1)
func (r *R) next() bool {
	r.at = r.spare
	return atomic.LoadInt64(&r.spare.n) == 1
}

// Next has the lock of the cell that it was at, and no other.
//
//calvin:requires held(r.mu) && r.spare != nil
//calvin:requires r.at != nil && held(r.at.mu)
//calvin:atomic
//calvin:modifies r.at, r.begun
//calvin:ensures r.begun && r.at == r.spare && result == (r.at.n == 1)
func (r *R) Next() bool {
	ok := r.next()
	r.begun.Store(true)
	return ok // failed
}

// A reader is code that is not at hand.
type reader interface{ read(xs []int16) }

// first gives away the address of an element.
//
//calvin:requires len(xs) > 0
func first(xs []int16) *int16 { return &xs[0] }

// Read takes it that the elements are as they were.
func Read(r reader) int16 {
	xs := make([]int16, 3)
	r.read(xs)
	x := xs[0]
	_ = x
	r.read(xs)
	//calvin:assert xs[0] == x // failed
	return *first(xs)
}

// A pair has two halves.
type pair struct{ a, b int }

// A row of pairs is whose the lock is, but which row it is another lock says.
type row struct {
	mu, which sync.Mutex
	//calvin:writable_if held(which)
	//calvin:readable_if held(which)
	//calvin:accessible_if[i] held(mu)
	pairs []pair
	begun atomic.Bool
}

// clear clears the row.
//
//calvin:trusted
//calvin:requires held(r.mu)
//calvin:atomic
//calvin:modifies r.pairs[*].a
func (r *row) clear() {}

// Clear does not know which row it clears.
//
//calvin:requires held(r.mu)
//calvin:atomic
//calvin:modifies r.begun, r.pairs[*].a
//calvin:ensures r.begun
func (r *row) Clear() {
	r.begun.Store(true)
	r.clear() // failed
}
