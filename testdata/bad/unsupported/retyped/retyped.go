// Package retyped makes pointers to a type with invariants of pointers to a type without, and the other way round: who comes by one
// of the first counts on what nobody has promised.
package retyped

import (
	"sync"
	"sync/atomic"
)

// A Rank is positive.
//
//calvin:invariant n > 0
type Rank struct{ n int }

// A raw rank is any.
type raw Rank

// A Grown rank does not shrink.
//
//calvin:transition old(n) <= n
type Grown Rank

var (
	ranks atomic.Pointer[Rank]
	raws  atomic.Pointer[raw]
)

// Hide makes known what no invariant holds of.
func Hide() {
	raws.Store(&raw{})
}

// Find makes a rank of it, of which all think that it is positive.
func Find() {
	ranks.Store((*Rank)(raws.Load())) // unknown
}

// Use counts on it.
func Use() {
	if r := ranks.Load(); r != nil && r.n <= 0 {
		panic("no rank")
	}
}

//calvin:atomic
//calvin:requires local(r)
//calvin:modifies raws
func keep(r *raw) {
	raws.Store(r)
}

// Keep has a rank made known as one that may be anything.
func Keep() {
	keep((*raw)(&Rank{})) // unknown
}

// Nameless makes a rank of what has a type without a name.
func Nameless(r *struct{ n int }) *Rank {
	return (*Rank)(r) // unknown
}

// Grow makes one of a rank that may shrink.
func Grow(r *Rank) *Grown {
	return (*Grown)(r) // unknown
}

// A Box is full of ranks that are handed on.
type Box struct {
	//calvin:transfers
	//calvin:closable_if false
	full chan *raw
	mu   sync.Mutex
	//calvin:guarded_by mu
	last *Rank
}

// Send sends one on as another type.
func (b *Box) Send() {
	b.full <- (*raw)(&Rank{}) // unknown
}

// Take keeps what comes.
func (b *Box) Take() {
	r := <-b.full
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last = (*Rank)(r) // unknown
}

// A Gen is positive, whatever it is of.
//
//calvin:invariant n > 0
type Gen[T any] struct{ n int }

// Of makes one of a rank.
func Of(r *Rank) *Gen[int] {
	return (*Gen[int])(r) // unknown
}
