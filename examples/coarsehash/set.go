// Package coarsehash is a hash set of integers under one lock.
package coarsehash

import "sync"

// An entry never changes.
type entry struct {
	key  uint
	next *entry
}

// A Set has a list of entries for each remainder of a key.
//
//calvin:invariant len(buckets) > 0
type Set struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	buckets []*entry
	//calvin:guarded_by mu
	size int
}

// New returns an empty set with n buckets.
//
//calvin:requires 0 < n && n <= 1<<40
func New(n int) *Set { return &Set{buckets: make([]*entry, n)} }

// has reports whether key is in the list.
func has(e *entry, key uint) bool {
	for ; e != nil; e = e.next {
		if e.key == key {
			return true
		}
	}
	return false
}

// Add puts key in, and reports whether it was not there.
//
//calvin:performs Present [] Added
//calvin:action   Present
//calvin:when     s.mu == free
//calvin:ensures  !result
//calvin:action   Added
//calvin:when     s.mu == free
//calvin:modifies s.buckets[key%uint(len(s.buckets))], s.size
//calvin:ensures  result && s.size == old(s.size)+1
//calvin:ensures  s.buckets[key%uint(len(s.buckets))] != nil && s.buckets[key%uint(len(s.buckets))].key == key
//calvin:ensures  s.buckets[key%uint(len(s.buckets))].next == old(s.buckets[key%uint(len(s.buckets))])
func (s *Set) Add(key uint) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := key % uint(len(s.buckets))
	if has(s.buckets[i], key) {
		return false
	}
	s.buckets[i] = &entry{key: key, next: s.buckets[i]}
	s.size++
	return true
}

// Contains reports whether key is in the set.
func (s *Set) Contains(key uint) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return has(s.buckets[key%uint(len(s.buckets))], key)
}

// Len returns how many keys there are.
//
//calvin:atomic
//calvin:when    s.mu == free
//calvin:ensures result == s.size
func (s *Set) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.size
}
