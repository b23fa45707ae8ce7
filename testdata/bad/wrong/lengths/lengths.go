// Package lengths makes what is too long, or counts on lengths that there may be.
package lengths

import (
	"math"
	"sync"
)

// Right makes what there may be.
func Right() ([]int64, chan int, []struct{}) {
	return make([]int64, 1<<30), make(chan int, 1<<20), make([]struct{}, math.MaxInt)
}

// Many asks for as many as it is told to.
func Many(n int) []int64 {
	if n < 0 {
		return nil
	}
	return make([]int64, n) // failed
}

// Few asks for no more than there may be.
func Few(n int) []int64 {
	if n < 0 || n > 1<<32 {
		return nil
	}
	return make([]int64, n)
}

// Huge is more than any memory.
func Huge() []int64 {
	n := 1 << 60
	return make([]int64, n) // failed
}

// Capacity is too large where the length is not.
func Capacity(n uint) []byte {
	return make([]byte, 0, n) // failed
}

// Large has elements that are large.
func Large(n int32) [][1 << 20]byte {
	if n < 0 {
		return nil
	}
	return make([][1 << 20]byte, n) // failed
}

// Beyond has a length beyond the capacity.
func Beyond(n int) []struct{} {
	return make([]struct{}, 10, n) // failed
}

// Empty asks for what takes no memory.
func Empty(n int) []struct{} {
	if n < 0 {
		return nil
	}
	return make([]struct{}, n)
}

// Full has no room for one more.
func Full() []struct{} {
	s := make([]struct{}, math.MaxInt)
	return append(s, struct{}{}) // failed
}

// Units counts on what holds only of elements that take memory.
func Units(s []struct{}, t []struct{}) int {
	n := len(s) + len(t)
	//calvin:assert n >= 0 // failed
	return n
}

// Marks are an array of what takes no memory.
type Marks [math.MaxInt]struct{}

// Channel is too large.
func Channel(n int) chan int {
	if n < 0 {
		return nil
	}
	return make(chan int, n) // failed
}

// Tokens take no room in a channel.
func Tokens(n int) chan struct{} {
	if n < 0 {
		return nil
	}
	return make(chan struct{}, n)
}

// Negative is less than nothing.
func Negative(n int8) chan struct{} {
	return make(chan struct{}, n) // failed
}

// Same makes as many of one type as there are of another.
func Same(b []byte, s string, m map[string]int) ([]string, []int64, []any, []byte) {
	return make([]string, len(b)), make([]int64, len(s)), make([]any, 0, len(m)), make([]byte, len(b)+len(s)-len(s))
}

// Twice makes more than that.
func Twice(b []byte) []byte {
	return make([]byte, 2*len(b)) // failed
}

// Of makes as many elements of any type as there are already.
func Of[T any](s []T) []T {
	t := make([]T, len(s))
	copy(t, s)
	return t
}

// OfMany makes as many as it is told to.
func OfMany[T any](n int) []T {
	if n < 0 {
		return nil
	}
	return make([]T, n) // failed
}

// Ints is one instance of each.
func Ints(s []int) ([]int, []int) { return Of(s), OfMany[int](3) }

// Middle is between two indices.
func Middle(a []int, lo, hi int) int {
	if lo < 0 || hi > len(a) || lo >= hi {
		return 0
	}
	return a[(lo+hi)/2]
}

// Between is between two numbers.
func Between(lo, hi int) int {
	if lo < 0 || lo > hi {
		return 0
	}
	m := (lo + hi) / 2
	//calvin:assert lo <= m // failed
	return m
}

// Window is a part of n elements.
func Window(a []int, b []byte, start int) []int {
	n := len(b)
	if start < 0 || start > len(a) || start+n > len(a) {
		return nil
	}
	return a[start : start+n]
}

// WindowOf is one of as many as it is told to.
func WindowOf(a []int, start, n int) []int {
	if start < 0 || start > len(a) || n < 0 || start+n > len(a) {
		return nil
	}
	return a[start : start+n] // failed
}

// Joined is as long as both together.
func Joined(s, t string) int {
	u := s + "/" + t
	//calvin:assert len(u) == len(s)+1+len(t)
	//calvin:assert len(u) > 1 // failed
	return len(u)
}

// Sum of the lengths of three is no overflow.
func Sum(a []int, s string, m map[int]int, ch chan int) int {
	n := len(a) + len(s) + len(m) + len(ch) + cap(ch)
	//calvin:assert n >= 0
	return n
}

// Product of two may be one.
func Product(a, b, c []byte) int {
	n := len(a) * len(b) * len(c)
	//calvin:assert n >= 0 // failed
	return n
}

// A Ring keeps bytes behind a lock.
//
//calvin:ghost last []byte
type Ring struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	data []byte
	//calvin:guarded_by mu
	at int
}

// Room is no sum that overflows.
func (r *Ring) Room(b []byte) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := len(r.data) + len(b)
	//calvin:assert n >= len(b)
	return n
}

// Step is one.
func (r *Ring) Step(b []byte) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := r.at + len(b)
	//calvin:assert n >= r.at // failed
	return n
}

// Last sets a ghost to a part that ends before it begins.
func (r *Ring) Last(lo, hi int) {
	r.mu.Lock()
	r.at = 0
	//calvin:set r.last = r.data[lo:hi]
	r.mu.Unlock()
	r.mu.Lock()
	//calvin:assert len(r.last) >= 0 // failed
	r.mu.Unlock()
}
