// Package iterators ranges over functions that do more with the loop's body than call it, or of which nothing is known.
package iterators

import (
	"iter"
	"sync"
)

var (
	mu sync.Mutex
	//calvin:guarded_by mu
	kept func(int) bool
)

// keeps stores the body.
func keeps(yield func(int) bool) {
	mu.Lock()
	kept = yield
	mu.Unlock()
	yield(1)
}

// Kept ranges over it.
func Kept() int {
	s := 0
	for i := range keeps { // unknown
		s += i
	}
	return s
}

// elsewhere has another goroutine call the body.
func elsewhere(yield func(int) bool) {
	done := make(chan bool)
	go func() {
		if yield != nil {
			yield(1)
		}
		close(done)
	}()
	<-done
}

// Elsewhere ranges over it.
func Elsewhere() int {
	s := 0
	for i := range elsewhere { // unknown
		s += i
	}
	return s
}

// Given ranges over what it is given.
func Given(seq iter.Seq[int]) int {
	s := 0
	for i := range seq { // unknown
		s += i
	}
	return s
}

// An Each has an iterator.
type Each interface {
	Each(yield func(int) bool)
}

// Dynamic ranges over a method of an interface.
func Dynamic(e Each) int {
	s := 0
	for i := range e.Each { // unknown
		s += i
	}
	return s
}

// either is one of two.
func either(b bool) iter.Seq[int] {
	if b {
		return func(yield func(int) bool) { yield(1) }
	}
	return func(yield func(int) bool) { yield(2) }
}

// Either ranges over it.
func Either(b bool) int {
	s := 0
	for i := range either(b) { // unknown
		s += i
	}
	return s
}

// passes hands the body to a function of which nothing is known.
func passes(to func(func(int) bool), yield func(int) bool) {
	if to != nil {
		to(yield)
	}
}

// Passed ranges over it.
func Passed(to func(func(int) bool)) int {
	s := 0
	for i := range func(yield func(int) bool) { passes(to, yield) } { // unknown
		s += i
	}
	return s
}

// filter passes on what is large enough.
func filter(seq iter.Seq[int], least int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for v := range seq { // unknown
			if v >= least && !yield(v) {
				return
			}
		}
	}
}

// Filtered knows what it filters.
func Filtered() int {
	three := func(yield func(int) bool) { _ = yield(1) && yield(2) && yield(3) }
	for v := range filter(three, 2) {
		//calvin:assert v >= 2
		return v
	}
	return 3
}

// Invariant has one of a loop that is elsewhere.
func Invariant() int {
	s := 0
	//calvin:invariant s >= 0 // unknown
	for v := range func(yield func(int) bool) { yield(1) } {
		s = v
	}
	return s
}

// Deferred defers in the body.
func Deferred() {
	for v := range func(yield func(int) bool) { yield(1) } {
		defer println(v) // unknown
	}
}
