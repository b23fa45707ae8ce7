// Package genericrepositories has generic interfaces whose methods return new slices, and some that return what others have.
package genericrepositories

import (
	"cmp"
	"slices"
	"sync"
)

// A Set has its elements in a new slice.
type Set[T comparable] interface {
	Add(T)
	ToSlice() []T
}

type plain[T comparable] struct {
	mu sync.Mutex
	m  map[T]bool
}

func (s *plain[T]) Add(x T) {
	s.mu.Lock()
	s.m[x] = true
	s.mu.Unlock()
}

func (s *plain[T]) ToSlice() []T {
	s.mu.Lock()
	defer s.mu.Unlock()
	keys := make([]T, 0, len(s.m))
	for k := range s.m {
		keys = append(keys, k)
	}
	return keys
}

type numbers struct{ m map[int]bool }

func (s *numbers) Add(x int) { s.m[x] = true }

func (s *numbers) ToSlice() []int {
	keys := make([]int, 0, len(s.m))
	for k := range s.m {
		keys = append(keys, k)
	}
	return keys
}

func NewSet[T comparable]() Set[T] { return &plain[T]{m: map[T]bool{}} }

func Numbers() Set[int] { return &numbers{m: map[int]bool{}} }

func Sorted[E cmp.Ordered](set Set[E]) []E {
	s := set.ToSlice()
	slices.Sort(s)
	return s
}

func SortedBy[E comparable](set Set[E], compare func(a, b E) int) []E {
	s := set.ToSlice()
	slices.SortFunc(s, compare)
	return s
}

func SortedInts(set Set[int]) []int {
	s := set.ToSlice()
	slices.Sort(s)
	return s
}

// A Bag has an implementation, of one instance, that returns what it goes on to have.
type Bag[T comparable] interface {
	Put(T)
	All() []T
}

type words struct {
	mu  sync.Mutex
	all []string
}

func (w *words) Put(x string) {
	w.mu.Lock()
	w.all = append(w.all, x)
	w.mu.Unlock()
}

func (w *words) All() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.all
}

func Words() Bag[string] { return &words{} }

func SortedBag[E cmp.Ordered](bag Bag[E]) []E {
	s := bag.All()
	slices.Sort(s) // failed
	return s
}

// A List has a generic implementation that does so.
type List[T any] interface {
	Push(T)
	Items() []T
}

type items[T any] struct {
	mu  sync.Mutex
	all []T
}

func (l *items[T]) Push(x T) {
	l.mu.Lock()
	l.all = append(l.all, x)
	l.mu.Unlock()
}

func (l *items[T]) Items() []T {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all
}

func Items[T any]() List[T] { return &items[T]{} }

func SortedList[E cmp.Ordered](l List[E]) []E {
	s := l.Items()
	slices.Sort(s) // failed
	return s
}

// A Source makes what it returns, it seems, and keeps it.
type Source[T any] interface {
	Fill(T)
	Take(n int) []T
}

type kept[T any] struct {
	mu   sync.Mutex
	last []T
}

func (k *kept[T]) Fill(x T) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.last) > 0 {
		k.last[0] = x
	}
}

func (k *kept[T]) Take(n int) []T {
	s := make([]T, n)
	k.mu.Lock()
	k.last = s
	k.mu.Unlock()
	return s // failed
}

func Kept[T any]() Source[T] { return &kept[T]{} }

func Taken[E cmp.Ordered](src Source[E]) []E {
	s := src.Take(3)
	slices.Sort(s)
	return s
}
