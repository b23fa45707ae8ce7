// Package wholes hands over, and makes known, objects of which only a part has been looked at.
package wholes

import "sync/atomic"

// An Inner is part of an outer object.
type Inner struct{ n int }

// An outer object has a part.
type outer struct {
	in Inner
	n  int
}

// A Pool hands parts around.
type Pool struct {
	//calvin:transfers
	//calvin:closable_if false
	free chan *Inner
}

// SendPart gives away a part of its object.
func (p *Pool) SendPart() {
	o := &outer{}
	p.free <- &o.in // failed
}

// Nothing takes nothing, twice.
func (p *Pool) Nothing() {
	if a, b := <-p.free, <-p.free; a == nil && b == nil {
		panic("nothing") // failed
	}
}

//calvin:atomic
//calvin:requires local(b)
func keep(b *Inner) {}

// PassPart passes a part of its object where a whole one is asked for.
func PassPart() {
	o := &outer{}
	keep(&o.in) // failed
}

// A Rank is never negative.
//
//calvin:invariant n > 0
type Rank struct{ n int }

// A pair has two ranks.
type pair struct{ a, b Rank }

var (
	known     atomic.Pointer[pair]
	knownRank atomic.Pointer[Rank]
)

// First makes a pair known of which the first rank is wrong.
func First() {
	p := &pair{}
	p.b.n = 1
	known.Store(p) // failed
}

// Second makes a pair known of which the second rank is wrong.
func Second() {
	p := &pair{}
	p.a.n = 1
	known.Store(p) // failed
}

//calvin:closable_if false
var out chan []Rank

// Slice makes ranks known that it has been given.
//
//calvin:requires local(s)
func Slice(s []Rank) {
	out <- s // failed
}

// Object makes a rank known that it has been given.
//
//calvin:requires local(r)
func Object(r *Rank) {
	knownRank.Store(r) // failed
}

var ready atomic.Bool

// A Late value is there only when all is ready.
//
//calvin:invariant ready
type Late struct{ n int }

var late atomic.Pointer[[]Late]

// Early makes them before.
func Early() {
	s := make([]Late, 3)
	late.Store(&s) // failed
}
