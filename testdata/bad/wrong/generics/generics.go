// Package generics has faults in what is generic, and in what uses it.
package generics

import "sync"

// A Stack of anything.
type Stack[T any] struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	items []T
	//calvin:guarded_by mu
	last T
	//calvin:guarded_by mu
	byName map[string]T
}

// Push adds an element.
//
//calvin:atomic
//calvin:modifies s.items, s.last
//calvin:ensures  len(s.items) == old(len(s.items))+1
func (s *Stack[T]) Push(x T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items = append(s.items, x)
	s.last = x
}

// Peek reads without the lock.
func (s *Stack[T]) Peek() T {
	return s.last // failed
}

// Frame writes what it does not list.
//
//calvin:atomic
//calvin:modifies s.items
func (s *Stack[T]) Frame(x T) {
	s.mu.Lock()
	s.last = x
	s.mu.Unlock()
} // failed

// All leaks the elements.
func (s *Stack[T]) All() []T {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.items // failed
}

// First reads an element of an instance without the lock.
func First(s *Stack[int]) int {
	if all := s.All(); len(all) > 0 {
		return all[0] // failed
	}
	return 0
}

// Named looks up without the lock.
func Named(s *Stack[string]) string {
	s.mu.Lock()
	m := s.byName
	s.mu.Unlock()
	return m["a"] // failed
}

// Pushed believes that nobody else is there.
func Pushed(s *Stack[int]) {
	s.Push(1)
	s.mu.Lock()
	defer s.mu.Unlock()
	//calvin:assert s.last == 1 // failed
	_ = s
}

// Kept believes that a value stays where it was put.
func Kept() *Stack[int] {
	s := &Stack[int]{}
	s.items = append(s.items, 1)
	x := &s.items[0]
	*x = 2
	//calvin:assert s.items[0] == 1 // failed
	return s
}

type pair[A, B any] struct {
	a A
	b B
}

// Swapped mixes up what instances hold.
func Swapped(x int, y string) pair[string, int] {
	p := pair[int, string]{x, y}
	q := pair[string, int]{p.b, p.a}
	//calvin:assert q.b == 0 // failed
	return q
}

func set[T any](p *T, x T) { *p = x } // failed

// Through a pointer a variable changes.
func Through() int {
	n := 1
	set(&n, 2)
	//calvin:assert n == 1 // failed
	return n
}

// Recovered does not count on a panic, but lets it come.
func Recovered(a []int, i int) (x int) {
	defer func() {
		if recover() != nil {
			x = -1
		}
	}()
	return a[i] // failed
}
