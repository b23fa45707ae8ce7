// Package unsteady has access that others can take away.
//
//calvin:ghost turn tid
//calvin:ghost count int accessible_if turn == tid // failed
package unsteady

import (
	"sync"
	"sync/atomic"
)

// A Struct has a struct. Who holds it everybody may say.
//
//calvin:ghost holder tid
type Struct struct {
	//calvin:accessible_if holder == tid
	at struct {
		x int // failed
		y int // failed
	}
}

// An Array has an array.
//
//calvin:ghost holder tid
type Array struct {
	//calvin:accessible_if holder == tid
	all [2]int // failed
}

// A Row has structs in an array.
//
//calvin:ghost holder tid
type Row struct {
	//calvin:accessible_if holder == tid
	all [2]struct {
		z int // failed
	}
}

// A Slice has elements that others may have.
//
//calvin:ghost holder tid
type Slice struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	//calvin:accessible_if[i] holder == tid
	all []struct {
		w int // failed
	}
}

// A Word is a lock that everybody may reset.
//
//calvin:ghost holder tid accessible_if word == 0 || holder == tid // failed
type Word struct {
	word, hits atomic.Uint32
}

// Hold counts on holding it: somebody may have reset the word, and got it, in between.
//
//calvin:performs Get; Hit
//calvin:action   Get
//calvin:modifies w.word, w.holder
//calvin:action   Hit
//calvin:modifies w.hits
//calvin:ensures  w.holder == tid
func (w *Word) Hold() { // unfounded
	for !w.word.CompareAndSwap(0, 1) {
	}
	//calvin:set w.holder = tid
	w.hits.Add(1)
}

// Reset resets it.
func (w *Word) Reset() { w.word.Store(0) }

// A Pair has a ghost that another one says who has.
//
//calvin:ghost who tid
//calvin:ghost sum int accessible_if who == tid // failed
//calvin:ghost all []int accessible_if who == tid // failed
type Pair[T any] struct {
	a, b T
	hits atomic.Int64
}

// Sum sets the ghost, which somebody else may have by then.
//
//calvin:performs Claim; Set
//calvin:action   Claim
//calvin:modifies p.hits, p.who, p.sum
//calvin:action   Set
//calvin:modifies p.hits
//calvin:ensures  p.sum == 1
func (p *Pair[T]) Sum() {
	p.hits.Add(1)
	//calvin:set p.who = tid
	//calvin:set p.sum = 1 // failed
	p.hits.Add(1)
}

// A Part asks the ghost of another object.
//
//calvin:ghost state int accessible_if of.holder == tid // failed
type Part struct {
	of *Word
}
