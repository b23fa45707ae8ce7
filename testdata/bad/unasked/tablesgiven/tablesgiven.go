// Package tablesgiven has no annotations. It has tables that guarded variables get as they are initialised.
package tablesgiven

import "sync"

// A Store has its names under a lock.
type Store struct {
	mu    sync.Mutex
	names []string // failed
}

// Set is right.
func (s *Store) Set(i int, name string) { // unfounded
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names[i] = name
}

var shared = []string{"a"}

var first = &Store{names: shared}

// Shared is a part of a store.
func Shared() string { return shared[0] } // failed

var passed = []string{"a"}

var second = newStore(passed)

func newStore(names []string) *Store { return &Store{names: names} } // unfounded

// Passed is a part of a store.
func Passed() string { return passed[0] } // failed
