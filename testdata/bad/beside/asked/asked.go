// Package asked asks of some functions whether they panic.
package asked

import "sync"

// A Table keeps numbers.
type Table struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	all []int
}

// First is not asked: that the table is not empty is assumed.
func (t *Table) First() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all[0]
}

// first is asked for a lock alone.
//
//calvin:requires held(t.mu)
func (t *Table) first() int { return t.all[0] }

// Last is asked.
//
//calvin:panics
func (t *Table) Last() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all[len(t.all)-1] // failed
}

// Second says what it does.
//
//calvin:atomic
func (t *Table) Second() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all[1] // failed
}

// Nth says which values it is called with, and the lock with them.
//
//calvin:requires held(t.mu) && 0 <= n
func (t *Table) Nth(n int) int {
	return t.all[n] // failed
}

// Inside is asked, and so is the literal in it.
//
//calvin:panics
func (t *Table) Inside() func() int {
	return func() int {
		t.mu.Lock()
		defer t.mu.Unlock()
		return t.all[0] // failed
	}
}

// Half panics where its comment says.
//
//calvin:panics_if n < 0
func Half(n int) int {
	if n < 0 {
		panic("negative")
	}
	return n / 2
}

// Halve is not asked itself, but Half asks its callers.
func Halve(n int) int {
	return Half(n) // failed
}

// Halved has looked.
func Halved(n int) int {
	if n < 0 {
		return 0
	}
	return Half(n)
}

// Twice is asked, and has no right to close a channel that it got.
//
//calvin:panics
func Twice(c chan int) {
	close(c) // failed
}
