// Package iterators ranges over functions.
package iterators

import (
	"iter"
	"sync"
)

// Upto yields the numbers below n.
func Upto(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 0; i < n; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

// Sum adds up four numbers.
func Sum(a [4]int) int {
	s := 0
	for i := range Upto(4) {
		s += a[i]
	}
	return s
}

// Find returns from within the loop.
func Find(n, k int) int {
	for i := range Upto(n) {
		if i < k {
			continue
		}
		if i == k {
			return i
		}
		break
	}
	return -1
}

// Pairs leaves two loops at once.
func Pairs(n int) (x, y int) {
outer:
	for i := range Upto(n) {
		for j := range Upto(i) {
			switch {
			case i+j == 5:
				continue outer
			case i+j == 7:
				x, y = i, j
				break outer
			}
		}
	}
	return x, y
}

// A Set is guarded by its lock.
type Set struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m map[string]int
	//calvin:guarded_by mu
	list []int
	//calvin:guarded_by mu
	n int
}

// All yields the entries, with the lock held.
func (s *Set) All(yield func(string, int) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k, v := range s.m {
		if !yield(k, v) {
			return
		}
	}
}

// Large counts the large entries.
func (s *Set) Large(least int) int {
	n := 0
	for _, v := range s.All {
		if v >= least {
			n++
		}
	}
	return n
}

// Last finds the last element below limit.
func (s *Set) Last(limit int) (at int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	backwards := func(yield func(int, int) bool) {
		for i := len(s.list) - 1; i >= 0; i-- {
			if !yield(i, s.list[i]) {
				return
			}
		}
	}
	for i, v := range backwards {
		s.n++
		//calvin:assert s.list[i] == v
		if v < limit {
			return i
		}
	}
	return -1
}

// Count counts in a literal that is an iterator itself.
func (s *Set) Count() {
	three := func(yield func() bool) {
		_ = yield() && yield() && yield()
	}
	for range three {
		s.mu.Lock()
		s.n++
		s.mu.Unlock()
	}
}

//lint:file-ignore SA4000 the body is called three times
