// Package orderedtypes has type parameters of which the constraints list numbers and strings.
package orderedtypes

import (
	"cmp"
	"slices"
	"sync"
)

type number interface {
	~int | ~int8 | ~int64 | ~float64
}

type integer interface{ ~int | ~uint8 }

type text interface{ ~string }

// A Heap is ordered.
type Heap[T cmp.Ordered] struct {
	mu sync.Mutex
	a  []T
}

func (h *Heap[T]) less(i, j int) bool { return h.a[i] < h.a[j] }

func (h *Heap[T]) up(i int) {
	for i > 0 {
		p := (i - 1) / 2
		if !h.less(i, p) {
			return
		}
		h.a[i], h.a[p] = h.a[p], h.a[i]
		i = p
	}
}

// Push adds a value under the lock.
func (h *Heap[T]) Push(v T) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.a = append(h.a, v)
	h.up(len(h.a) - 1)
}

// Sort sorts a copy under the lock.
func (h *Heap[T]) Sort() []T {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := slices.Clone(h.a)
	slices.Sort(c)
	return c
}

// Len reads without the lock.
func (h *Heap[T]) Len() int {
	return len(h.a) // failed
}

// A Sum has numbers.
type Sum[K comparable, V number] struct {
	mu sync.Mutex
	m  map[K]V
	n  V
}

// New makes one.
func New[K comparable, V number]() *Sum[K, V] { return &Sum[K, V]{m: map[K]V{}} }

// Add adds under the lock.
func (s *Sum[K, V]) Add(k K, v V) V {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.m[k] += v
	s.m[k]++
	s.n = max(s.n, v, 3) / 2
	return -s.m[k] * V(2)
}

// Mean reads without the lock.
func (s *Sum[K, V]) Mean() float64 {
	return float64(s.n) / 2 // failed
}

// Same counts on two calls to give one value.
func Same[V number](v V) {
	if v+1 != v+1 {
		var m map[int]int
		m[1] = 2
	}
}

var shared = map[int]int{}

// Smaller counts on an order that no type argument need have.
func Smaller[V number](v V) {
	if v > v+1 { // the greatest of its type
		shared[1] = 2 // failed
	}
}

// Converted counts on a value to stay what it is.
func Converted[V number](n int) {
	if int(V(n)) != n { // too large for int8
		shared[1] = 3 // failed
	}
}

// Zero counts on a constant to be what no other value is.
func Zero[V number](v V) {
	var zero V
	if zero == 0 {
		shared[1] = 4 // failed
	}
}

// Divide may divide by zero.
func Divide[V integer](v, w V) V {
	return v / w // failed
}

// Shift may shift by less than zero.
func Shift[V integer](v, n V) V {
	return v << n // failed
}

// Element has an index of the type.
func Element[V integer](s []int, i V) int {
	return s[i] // failed
}

// Sliced has indices of the type.
func Sliced[V integer](s []int, i V) []int {
	return s[:i] // failed
}

// Made has a length of the type.
func Made[V integer](n V) []int {
	return make([]int, n) // failed
}

// Letter has a string of the type.
func Letter[S text](s S) byte {
	return s[0] // failed
}

// Length has the length of one.
func Length[S text](s S) int {
	return len(s) // failed
}

// Letters ranges over one.
func Letters[S text](s S) (n int) {
	for range s { // failed
		n++
	}
	return n
}

// Bytes converts one to what is no basic type.
func Bytes[S text](s S) []byte {
	return []byte(s) // failed
}

// Appended appends one.
func Appended[S text](b []byte, s S) []byte {
	return append(b, s...) // failed
}

// Part slices one.
func Part[S text](s S) S {
	return s[1:] // failed
}

// Count ranges over a number of the type.
func Count[V ~int](n V) (m V) {
	for i := range n {
		m += i
	}
	return m
}

// Joined joins strings.
func Joined[S text](s, t S) S {
	if s < t {
		return s + t + "x"
	}
	return t + S("y") + s
}

// Largest calls functions of the standard library.
func Largest[T cmp.Ordered](s []T, v T) (T, int, bool) {
	i, ok := slices.BinarySearch(s, v)
	if len(s) == 0 || cmp.Less(v, s[0]) || !slices.Contains(s, v) {
		return v, cmp.Compare(v, v), ok
	}
	return slices.Max(s), i + slices.Index(s, v), ok
}

type bytesOrText interface{ ~string | ~[]byte }

// Text converts bytes, which somebody may write meanwhile.
func Text[S bytesOrText](s S) string { return string(s) } // failed
