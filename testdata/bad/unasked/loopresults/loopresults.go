// Package loopresults has methods behind interfaces that make in a loop what they return, which callers take for new.
package loopresults

import "slices"

// A Set has its elements in a new slice.
type Set[T comparable] interface {
	ToSlice() []T
}

// Stopped is closed when the goroutines that use a Set are to end.
type Stopped chan struct{}

// A counted set asks a method with a pointer receiver how large it is.
type counted[T comparable] map[T]bool

func (s *counted[T]) size() int { return len(*s) }

// ToSlice makes the slice in a loop.
func (s counted[T]) ToSlice() []T {
	keys := make([]T, 0, s.size())
	for x := range s {
		keys = append(keys, x)
	}
	return keys
}

// NewCounted makes one.
func NewCounted[T comparable](m map[T]bool) Set[T] { return counted[T](m) }

// Reversed changes what it gets.
func Reversed[T comparable](s Set[T]) []T {
	all := s.ToSlice()
	slices.Reverse(all)
	return all
}

// A List has its elements in a new slice, but for one of its methods.
type List interface {
	All() []string
}

// A stored list keeps the slice that it returns.
type stored struct {
	m    map[string]bool
	last []string
}

// All stores it in the loop.
func (s *stored) All() []string {
	keys := make([]string, 0, len(s.m))
	for x := range s.m {
		keys = append(keys, x)
		s.last = keys
	}
	return keys // failed
}

// Last is what All has returned.
func (s *stored) Last() string { return s.last[0] }

// NewStored makes one.
func NewStored() List { return &stored{m: map[string]bool{"a": true}} }

// Change changes what others may have.
func Change(l List) {
	l.All()[0] = ""
}
