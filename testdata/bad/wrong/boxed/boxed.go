// Package boxed guards variables that hold values of generic types.
package boxed

import "sync"

// A Box is generic, and says nothing of its fields.
type Box[P any] struct {
	v  P
	n  int
	in struct{ w P }
}

// A Store guards boxes.
type Store struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	one Box[int]
	//calvin:guarded_by mu
	list []Box[string]
	//calvin:guarded_by mu
	pair [2]Box[string]
}

// Good has the lock.
func (s *Store) Good() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.one.v = 1
	s.one.n = 2
	s.one.in.w = 3
	s.pair[1].v = "a"
	if len(s.list) > 0 {
		s.list[0].n = 4
	}
}

// Value has no lock.
func (s *Store) Value() int { return s.one.v } // failed

// Number has no lock.
func (s *Store) Number() int { return s.one.n } // failed

// Within has no lock.
func (s *Store) Within() int { return s.one.in.w } // failed

// Pair has no lock.
func (s *Store) Pair() string { return s.pair[1].v } // failed

// Listed has the lock for the slice alone.
func (s *Store) Listed() int {
	s.mu.Lock()
	l := s.list
	s.mu.Unlock()
	if len(l) == 0 {
		return 0
	}
	return l[0].n // failed
}
