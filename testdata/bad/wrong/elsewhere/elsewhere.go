// Package elsewhere touches memory that variables own which the function does not name.
package elsewhere

import (
	"encoding/json"
	"sort"
	"sync"
)

type Store struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	items []int
	//calvin:guarded_by mu
	byName map[string]int
}

type Other struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	items []int
	//calvin:guarded_by mu
	byName map[string]int
	//calvin:guarded_by mu
	n int
}

// Items gives away the slice itself.
//
//calvin:performs action "Got": () { true }
func (s *Store) Items() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.items
}

// Table gives away the map itself.
//
//calvin:performs action "Got": () { true }
func (s *Store) Table() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.byName
}

func First(s *Store) int {
	items := s.Items()
	if len(items) == 0 {
		return 0
	}
	return items[0] // failed
}

func Clear(s *Store) {
	items := s.Items()
	for i := range items {
		items[i] = 0 // failed
	}
}

// Locked has a lock that guards such a slice, of another type.
func Locked(s *Store, o *Other) {
	items := s.Items()
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(items) > 0 {
		items[0]++ // failed
	}
}

// Both names the slice of the other type, and knows nothing of this one.
func Both(s *Store, o *Other) {
	items := s.Items()
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.items) > 0 {
		o.items[0]++
	}
	if len(items) > 0 {
		items[0]++ // failed
	}
}

func Pointer(s *Store) {
	items := s.Items()
	if len(items) > 0 {
		p := &items[0]
		*p = 1 // failed
	}
}

func Appended(s *Store) []int {
	return append(s.Items(), 1) // failed
}

func Copied(s *Store) int {
	var few [4]int
	return copy(few[:], s.Items()) // failed
}

func Sorted(s *Store) {
	sort.Ints(s.Items()) // failed
}

func Encoded(s *Store) ([]byte, error) {
	return json.Marshal(s.Items()) // failed
}

func EncodedTable(s *Store) ([]byte, error) {
	return json.Marshal(s.Table()) // failed
}

func Zeroed(s *Store) {
	zero := func(items []int) {
		for i := range items {
			items[i] = 0 // failed
		}
	}
	zero(s.Items())
}

func Lookup(s *Store) int {
	return s.Table()["a"] // failed
}

func Count(s *Store, o *Other) int {
	t := s.Table()
	o.mu.Lock()
	defer o.mu.Unlock()
	o.n++
	return len(t) // failed
}

func Entered(s *Store, o *Other) {
	t := s.Table()
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.byName != nil {
		o.byName["a"] = 1
	}
	if t != nil {
		t["a"] = 1 // failed
	}
}

// Apart is right: what it writes is its own and the other's.
func Apart(s *Store, o *Other) int {
	items := s.Items()
	mine := make([]int, len(items))
	if len(mine) == 0 {
		return 0
	}
	mine[0] = 1
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.items) > 0 {
		o.items[0] = 2
	}
	return mine[0]
}
