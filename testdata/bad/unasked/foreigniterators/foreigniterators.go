// Package foreigniterators has no annotations. It ranges over iterators that functions of other modules return.
package foreigniterators

import (
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/packages"
)

// Names fills a slice of its own.
func Names(s *types.Struct) []string {
	var out []string
	for f := range s.Fields() {
		if f.Embedded() {
			continue
		}
		out = append(out, f.Name())
	}
	slices.Sort(out)
	return out
}

// Has leaves the loop.
func Has(s *types.Struct, name string) bool {
	for f := range s.Fields() {
		if f.Name() == name {
			return true
		}
	}
	return false
}

// A Set has what its lock guards.
type Set struct {
	mu    sync.Mutex
	seen  map[string]bool
	last  string
	roots []*packages.Package
}

// Add holds the lock over the loop.
func (s *Set) Add(t *types.Struct) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for f := range t.Fields() {
		s.seen[f.Name()] = true
	}
}

// AddEach holds it in each round.
func (s *Set) AddEach(t *types.Struct) {
	for f := range t.Fields() {
		s.mu.Lock()
		s.last = f.Name()
		s.mu.Unlock()
	}
}

// Has reads both.
func (s *Set) Has(n string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen[n] || s.last == n
}

// Put writes the roots, which a slice guards.
func (s *Set) Put(p *packages.Package) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.roots = append(s.roots, p)
}

// Count has the iterator read them under the lock.
func (s *Set) Count() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for range packages.Postorder(s.roots) {
		n++
	}
	return n
}

// AddUnlocked holds nothing.
func (s *Set) AddUnlocked(t *types.Struct) {
	for f := range t.Fields() {
		s.last = f.Name() // failed
	}
}

// CountLate has the iterator read the roots when the lock is free.
func (s *Set) CountLate() (n int) {
	s.mu.Lock()
	all := packages.Postorder(s.roots)
	s.mu.Unlock()
	for range all { // failed
		n++
	}
	return n
}

// CountBetween frees the lock in the first round.
func (s *Set) CountBetween() (n int) {
	s.mu.Lock()
	for range packages.Postorder(s.roots) { // failed
		if n++; n == 1 {
			s.mu.Unlock()
		}
	}
	return n
}

// AddKept keeps the slice that another goroutine has.
func AddKept(t *types.Struct, out chan<- []string) {
	var list []string
	for f := range t.Fields() {
		list = append(list, f.Name()) // failed
		out <- list
	}
}
