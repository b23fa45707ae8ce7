// Package stripedhash is a hash set of integers with a lock for each of its buckets.
package stripedhash

import "sync"

const stripes = 16

// An entry never changes.
type entry struct {
	key  uint
	next *entry
}

// A Set has a list of entries for each remainder of a key.
type Set struct {
	locks [stripes]sync.Mutex
	//calvin:accessible_if[i] locks[i] == tid
	buckets [stripes]*entry
}

// contains reports whether key is in the list.
func contains(e *entry, key uint) bool {
	for ; e != nil; e = e.next {
		if e.key == key {
			return true
		}
	}
	return false
}

// without returns the list without key, in another order.
func without(e *entry, key uint) *entry {
	var rest *entry
	for ; e != nil; e = e.next {
		if e.key != key {
			rest = &entry{key: e.key, next: rest}
		}
	}
	return rest
}

// Add puts key in, and reports whether it was not there.
//
//calvin:performs Present [] Added
//calvin:action   Present
//calvin:when     s.locks[key%stripes] == free
//calvin:ensures  !result
//calvin:action   Added
//calvin:when     s.locks[key%stripes] == free
//calvin:modifies s.buckets[key%stripes]
//calvin:ensures  result && s.buckets[key%stripes] != nil && s.buckets[key%stripes].key == key
//calvin:ensures  s.buckets[key%stripes].next == old(s.buckets[key%stripes])
func (s *Set) Add(key uint) bool {
	i := key % stripes
	s.locks[i].Lock()
	defer s.locks[i].Unlock()
	if contains(s.buckets[i], key) {
		return false
	}
	s.buckets[i] = &entry{key: key, next: s.buckets[i]}
	return true
}

// Remove takes key out, and reports whether it was there.
//
//calvin:performs Absent [] Removed
//calvin:action   Absent
//calvin:when     s.locks[key%stripes] == free
//calvin:ensures  !result
//calvin:action   Removed
//calvin:when     s.locks[key%stripes] == free
//calvin:modifies s.buckets[key%stripes]
//calvin:ensures  result
func (s *Set) Remove(key uint) bool {
	i := key % stripes
	s.locks[i].Lock()
	defer s.locks[i].Unlock()
	if !contains(s.buckets[i], key) {
		return false
	}
	s.buckets[i] = without(s.buckets[i], key)
	return true
}

// Contains reports whether key is in the set.
//
//calvin:atomic
//calvin:when s.locks[key%stripes] == free
func (s *Set) Contains(key uint) bool {
	i := key % stripes
	s.locks[i].Lock()
	defer s.locks[i].Unlock()
	return contains(s.buckets[i], key)
}
