// Package iterators ranges over functions that break the rules of iterators, or with bodies that are wrong.
package iterators

import (
	"iter"
	"sync"
)

// upto yields the numbers below n.
func upto(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 0; i < n; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

// deaf goes on after a yield that has returned false.
func deaf(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			yield(i)
		}
	}
}

// Deaf leaves the loop, which the iterator does not see.
func Deaf(n int) int {
	for i := range deaf(n) { // failed
		if i == 3 {
			return i
		}
	}
	return 0
}

// Bound may go beyond the array.
func Bound(a *[4]int, n int) int {
	s := 0
	for i := range upto(n) {
		s += a[i] // failed
	}
	return s
}

// Sum asserts too much.
func Sum(n int) int {
	last := -1
	for i := range upto(n) {
		last = i
	}
	//calvin:assert last == n-1 // failed
	return last
}

// Nested leaves both loops, and asserts that it was not the inner one.
func Nested(n int) int {
outer:
	for i := range upto(n) {
		for j := range upto(n) {
			if j > 5 {
				continue outer
			}
			if j > i {
				break outer
			}
		}
		//calvin:assert i == 0 // failed
		_ = i
	}
	return 0
}

// A Counter is guarded.
type Counter struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Add counts in the loop, and gives the lock back too early.
func (c *Counter) Add(n int) {
	c.mu.Lock()
	for i := range upto(n) {
		if i == 2 {
			c.mu.Unlock()
			break
		}
		c.n++
	}
	c.n++ // failed
}

// All yields under the lock.
func (c *Counter) All(yield func(int) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n > 0 {
		yield(c.n)
	}
}

// Locked takes the lock in the body, which runs while the iterator has it.
func Locked(c *Counter) {
	for range c.All {
		c.mu.Lock() // failed
		c.mu.Unlock()
	}
}

// Unlocked reads in the body after the loop.
func Unlocked(c *Counter) int {
	s := 0
	for i := range c.All {
		s = i
	}
	return s + c.n // failed
}

// Panics may panic in the body.
func Panics(n int) {
	for i := range upto(n) {
		if i == 7 {
			panic("seven") // failed
		}
	}
}

// Divide may divide by zero in the body.
func Divide(n, m int) int {
	s := 0
	for i := range upto(n) {
		s += i / m // failed
	}
	return s
}

// Returned asserts something of what the loop returned.
func Returned(n int) (r int) {
	for i := range upto(n) {
		if i == 3 {
			return i + 1
		}
	}
	return 4
}

// Uses is wrong about it.
func Uses(n int) {
	r := Returned(n)
	//calvin:assert r == 3 // failed
	_ = r
}
