// Package collections uses functions of packages slices and maps on what a guard owns, and believes too much of them.
package collections

import (
	"bytes"
	"maps"
	"slices"
	"sync"
)

type item struct{ n int }

// A Store has items in several collections.
type Store struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	nums []int
	//calvin:guarded_by mu
	items []*item
	//calvin:guarded_by mu
	byKey map[int]*item
	//calvin:guarded_by mu
	sums  map[int]int
	other sync.Mutex
	//calvin:guarded_by other
	rest []*item
	//calvin:guarded_by other
	spare []int
}

// Clipped is wrong: it is the same array.
func (s *Store) Clipped(n int) {
	s.mu.Lock()
	c := slices.Clip(s.nums)
	s.mu.Unlock()
	if len(c) > 0 {
		c[0] = n // failed
	}
}

// Grown is wrong: it is the same array if that has the room.
func (s *Store) Grown() {
	s.mu.Lock()
	c := slices.Grow(s.nums, 1)
	s.mu.Unlock()
	if len(c) > 0 {
		c[0] = 1 // failed
	}
}

// Deleted is wrong: it is the same array.
func (s *Store) Deleted() {
	s.mu.Lock()
	c := s.nums
	if len(c) > 1 {
		c = slices.Delete(c, 0, 1)
	}
	s.mu.Unlock()
	if len(c) > 0 {
		c[0] = 1 // failed
	}
}

// Lent is wrong: the array that the other lock guards may be it.
func (s *Store) Lent() {
	s.mu.Lock()
	c := slices.Clip(s.nums)
	s.mu.Unlock()
	s.other.Lock()
	s.spare = c // failed
	s.other.Unlock()
}

// Shared is wrong: the clone has items of the other lock.
func (s *Store) Shared() {
	s.mu.Lock()
	c := slices.Clone(s.items)
	s.mu.Unlock()
	s.other.Lock()
	s.rest = c // failed
	s.other.Unlock()
}

// Touched is wrong: the clone has the same items.
func (s *Store) Touched() {
	s.mu.Lock()
	c := slices.Clone(s.items)
	s.mu.Unlock()
	for _, it := range c {
		if it != nil {
			it.n++ // failed
		}
	}
}

// TouchedByKey is wrong: the clone has the same items.
func (s *Store) TouchedByKey() {
	s.mu.Lock()
	c := maps.Clone(s.byKey)
	s.mu.Unlock()
	for _, it := range c {
		if it != nil {
			it.n++ // failed
		}
	}
}

// Inserted is wrong: the item is the lock's once it is in.
func (s *Store) Inserted() {
	it := &item{}
	s.mu.Lock()
	s.items = slices.Insert(s.items, 0, it)
	s.mu.Unlock()
	it.n = 1 // failed
}

// Moved is wrong: items of one lock come into the other's slice.
func (s *Store) Moved() {
	s.mu.Lock()
	s.other.Lock()
	s.rest = slices.Insert(s.rest, 0, s.items...) // failed
	s.other.Unlock()
	s.mu.Unlock()
}

// Copied is wrong: entries come into the map without the lock.
func (s *Store) Copied(more map[int]int) {
	s.mu.Lock()
	sums := s.sums
	s.mu.Unlock()
	if sums != nil {
		maps.Copy(sums, more) // failed
	}
}

// CopiedOut is wrong: the caller's map gets items of the lock.
func (s *Store) CopiedOut(into map[int]*item) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if into != nil {
		maps.Copy(into, s.byKey) // failed
	}
}

// Filtered is wrong: the function writes what another lock guards.
func (s *Store) Filtered() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nums = slices.DeleteFunc(s.nums, func(n int) bool {
		s.spare = nil // failed
		return n == 0
	})
}

// FilteredMap is wrong: entries go without the lock.
func (s *Store) FilteredMap() {
	s.mu.Lock()
	sums := s.sums
	s.mu.Unlock()
	maps.DeleteFunc(sums, func(_, n int) bool { return n == 0 }) // failed
}

// Lengths is wrong about what is left.
func Lengths(a []int, m map[int]int, text []byte) {
	c := slices.Clone(a)
	//calvin:assert len(c) == len(a)
	d := slices.DeleteFunc(c, func(n int) bool { return n < 0 })
	//calvin:assert len(d) <= len(a)
	//calvin:assert len(d) == len(a) // failed
	b := bytes.Clone(text)
	//calvin:assert len(b) == len(text)
	k := maps.Clone(m)
	//calvin:assert m != nil || k == nil
	//calvin:assert k != nil // failed
	_, _, _ = b, d, k
}

// Contents is wrong about an element that has moved.
func Contents(a []int) {
	c := slices.Clone(a)
	if len(c) > 2 {
		//calvin:assert c[1] == a[1]
		first := c[0]
		c = slices.Delete(c, 1, 2)
		//calvin:assert c[0] == first // failed
		_ = first
	}
}

// Rest is wrong about what is behind the end.
func Rest(a []int) {
	c := slices.Clone(a)
	if len(c) > 2 {
		last := c[len(c)-1]
		d := slices.Delete(c, 0, 1)
		d = d[:len(c)]
		//calvin:assert d[len(d)-1] == 0
		//calvin:assert d[len(d)-1] == last // failed
		_ = last
	}
}

// Behind is wrong about what is behind the end of a slice that grows.
func Behind(n int) {
	a := []int{1, 2}
	d := slices.Grow(a[:1], 100)
	d = d[:2]
	//calvin:assert d[0] == 1
	//calvin:assert d[1] == 0 // failed
	_ = d
}
