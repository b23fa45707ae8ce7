// Package contract has functions that require something, assertions and ghosts.
package contract

import (
	"sync"
	"sync/atomic"
)

// A Store is a list under a lock.
type Store struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	items []int
	//calvin:guarded_by mu
	sum int
	max int
}

// New makes a store for so many items.
//
//calvin:requires max > 0
func New(max int) *Store { return &Store{max: max} }

//calvin:pure
func (s *Store) full() bool { return len(s.items) >= s.max }

// put needs the lock.
//
//calvin:requires s.mu == tid
//calvin:requires !s.full()
func (s *Store) put(v int) {
	s.items = append(s.items, v)
	s.sum += v
}

// Put puts v in if there is room.
func (s *Store) Put(v int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.full() {
		return false
	}
	s.put(v)
	//calvin:assert len(s.items) > 0
	return true
}

// Force does not ask for room.
func (s *Store) Force(v int) {
	s.mu.Lock()
	s.put(v) // want TestForce: requires !s.full()
	s.mu.Unlock()
}

// Hurry does not take the lock.
func (s *Store) Hurry(v int) {
	s.put(v) // want TestHurry: requires s.mu == tid
}

// Background puts v in later, without the lock.
func (s *Store) Background(v int) {
	go s.put(v) // want TestBackground: requires s.mu == tid
}

// Sum adds up.
func (s *Store) Sum() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	//calvin:invariant 0 <= i && i <= len(s.items)
	for i := 0; i < len(s.items); i++ {
		n += s.items[i]
	}
	//calvin:assert n == s.sum
	return n
}

// Miscount forgets an item.
func (s *Store) Miscount() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	//calvin:invariant n < 2 // want TestMiscount: invariant n < 2
	for i := 0; i < len(s.items); i++ {
		n += s.items[i]
	}
	return n
}

// Small is what is believed of the items.
func (s *Store) Small() {
	s.mu.Lock()
	//calvin:assume forall i int :: 0 <= i && i < len(s.items) ==> s.items[i] < 5 // want TestSmall: assume forall
	s.mu.Unlock()
}

// Glance asserts what it cannot know, of a list that others may be in the midst of changing.
func (s *Store) Glance() {
	//calvin:assert len(s.items) == 0 || s.sum != 0
}

// Claims says so in a switch, where a case ends with an assertion.
func (s *Store) Claims(v int) {
	switch {
	case v > 0:
		v--
		//calvin:assert v > 0 // want TestClaims: assert v > 0
	default:
	}
}

// A Spin is a lock made by hand.
//
//calvin:ghost holder tid
//calvin:ghost taken  seq[int]
type Spin struct {
	//calvin:accessible_if word == 0 || holder == tid
	word atomic.Int32
	//calvin:accessible_if word == 1 && holder == tid
	n int
}

// Lock waits.
func (s *Spin) Lock() {
	for !s.word.CompareAndSwap(0, 1) {
	}
	//calvin:set s.holder = tid
	//calvin:set s.taken = s.taken + seq[int]{1}
}

// Unlock lets others in.
func (s *Spin) Unlock() {
	s.word.Store(0)
	//calvin:set s.holder = free
}

// Count counts.
func (s *Spin) Count() int {
	s.Lock()
	defer s.Unlock()
	s.n++
	//calvin:assert len(s.taken) == s.n
	//calvin:assert s.taken != seq[int]{}
	return s.n
}

// Look forgets the lock.
func (s *Spin) Look() int {
	return s.n // want TestLook: accessible_if word == 1 && holder == tid
}

// Twice asserts too much.
func (s *Spin) Twice() {
	s.Lock()
	s.n++
	//calvin:assert s.taken == seq[int]{1} // want TestTwice: assert s.taken == seq[int]{1}
	s.Unlock()
}

// A Pair is generic.
type Pair[T comparable] struct{ a, b T }

// Check asserts that both are the same.
//
//calvin:requires p.a == a
func (p *Pair[T]) Check(a T) {
	//calvin:assert p.a == p.b // want TestPair: assert p.a == p.b
}

// A Box is generic, and nothing of it is evaluated that depends on what it holds.
type Box[T any] struct {
	mu sync.Mutex
	//calvin:guarded_by mu // not evaluated
	items []T
	n     int
}

// Add puts v in.
func (b *Box[T]) Add(v T) {
	b.mu.Lock()
	b.items = append(b.items, v)
	//calvin:assert len(b.items) > 0
	b.mu.Unlock()
}

// A Baton goes from hand to hand, but never from one holder to another without being put down.
//
//calvin:ghost holder tid
//calvin:transition old(holder) == free || holder == free || holder == old(holder)
type Baton struct{ word atomic.Int32 }

// Take waits for the baton.
func (b *Baton) Take() {
	for !b.word.CompareAndSwap(0, 1) {
	}
	//calvin:set b.holder = tid
}

// Drop puts it down.
func (b *Baton) Drop() {
	b.word.Store(0)
	//calvin:set b.holder = free
}

// Snatch takes it from whoever has it.
func (b *Baton) Snatch() {
	b.word.Store(1) // want TestSnatch: transition old(holder) == free
	//calvin:set b.holder = tid
}
