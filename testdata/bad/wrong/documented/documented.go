// Package documented panics where its contracts do not say so, or says so and does more before, or is called so.
package documented

import (
	"slices"
	"sync"
)

type Ring struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	at int
	//calvin:guarded_by mu
	n     int
	cells [8]int
	other *Ring
}

// May does not say all that it panics for.
//
//calvin:panics_if n < 0
func May(n int) int {
	if n < 1 {
		panic("n < 1") // failed
	}
	return n
}

// Other says something else.
//
//calvin:panics_if i >= len(s)
func Other(s []int64, i int) int64 {
	return s[i] // failed
}

// Later speaks of a parameter that has changed by then.
//
//calvin:panics_if n < 0
func Later(n int) {
	n--
	if n < 0 {
		panic("n < 0") // failed
	}
}

//calvin:panics_if n < 0
func fine(n int) int {
	if n < 0 {
		panic("n < 0")
	}
	return n
}

func Calls(n int) int {
	return fine(n) // failed
}

//calvin:panics_if n < -1
func CallsCovering(n int) int {
	return fine(n) // failed
}

func Defers(n int) {
	defer fine(n) // failed
}

//calvin:panics_if n < 0
func DefersCovering(n int) {
	defer fine(n) // failed
}

func Goes(n int) {
	go fine(n) // failed
}

//calvin:panics_if n < 0
func GoesCovering(n int) {
	go fine(n) // failed
}

//calvin:panics_if n < 0
func GoesLiteral(n int) {
	go func() {
		if n < 0 {
			panic("n < 0") // failed
		}
	}()
}

// Keeps panics with the lock.
//
//calvin:panics_if n < 0
func (r *Ring) Keeps(n int) {
	r.mu.Lock()
	if n < 0 {
		panic("n < 0") // failed
	}
	r.at = n
	r.mu.Unlock()
}

// Index panics with the lock, in an expression.
//
//calvin:panics_if i < 0 || i >= 8
func (r *Ring) Index(i int) int {
	r.mu.Lock()
	x := r.cells[i] // failed
	r.mu.Unlock()
	return x
}

// Unlocks gives back a lock that another function holds.
//
//calvin:panics_if n < 0
func (r *Ring) Unlocks(n int) {
	defer r.mu.Unlock() // failed
	if n < 0 {
		panic("n < 0")
	}
	r.mu.Lock()
}

// Recovers returns where it panics.
//
//calvin:panics_if n < 0
//calvin:atomic
//calvin:ensures result > 0
func Recovers(n int) (m int) {
	defer func() {
		recover()
	}()
	m = 1
	if n < 0 {
		m = -1
		panic("n < 0") // failed
	}
	return m
}

// Half has done its work by then.
//
//calvin:panics_if n < 0
//calvin:atomic
//calvin:modifies r.at
//calvin:ensures  r.at == n
func (r *Ring) Half(n int) {
	r.mu.Lock()
	r.at = n
	r.mu.Unlock()
	if n < 0 {
		panic("n < 0") // failed
	}
}

// Full has done something else.
//
//calvin:panics_if n < 0
//calvin:atomic
//calvin:modifies r.at
func (r *Ring) Full(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at = n
	if n < 0 {
		panic("n < 0") // failed
	}
}

// A Span ends where it begins or later.
//
//calvin:invariant from <= to
type Span struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	from int
	//calvin:guarded_by mu
	to int
}

// Breaks leaves the span broken.
//
//calvin:panics_if n < 0
func (s *Span) Breaks(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.from = s.to + 1
	if n < 0 {
		panic("n < 0") // failed
	}
	s.to = s.from
}

// Now speaks of what others may have changed by the time that it looks.
//
//calvin:panics_if r.at < 0
func (r *Ring) Now() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.at < 0 {
		panic("at < 0") // failed
	}
}

// Stale knows only what was.
func (r *Ring) Stale() {
	r.mu.Lock()
	ok := r.at >= 0
	r.mu.Unlock()
	if ok {
		r.now() // failed
	}
}

// Whoever holds the lock knows.
//
//calvin:requires  held(r.mu)
//calvin:panics_if r.at < 0
func (r *Ring) now() {
	if r.at < 0 {
		panic("at < 0")
	}
}

func (r *Ring) Holds() {
	r.mu.Lock()
	r.now() // failed
	r.mu.Unlock()
}

type Checker interface {
	//calvin:panics_if n < 0
	//calvin:atomic
	//calvin:ensures result == n
	Check(n int) int
}

type less struct{}

//calvin:panics_if n < 1
func (less) Check(n int) int { // failed
	if n < 1 {
		panic("n < 1")
	}
	return n
}

type more struct{}

func (more) Check(n int) int {
	if n < 5 {
		panic("n < 5") // failed
	}
	return n
}

func Checkers() []Checker {
	return []Checker{less{}, more{}}
}

func Check(c Checker, n int) int {
	return c.Check(n) // failed
}

//calvin:panics_if n < 0
func Generic[T any](xs []T, n int) T {
	return xs[n] // failed
}

func Value(n int) int {
	f := fine
	return f(n) // failed
}

func Twice(n int) int {
	f := func() int { return fine(n) } // failed
	return f()
}

// Sorts has package slices between the panic and the call.
//
//calvin:panics_if n < 0
func Sorts(n int) {
	s := make([]int64, 4)
	slices.SortFunc(s, func(a, b int64) int {
		if n < 0 {
			panic("n < 0") // failed
		}
		return 0
	})
}

// Once leaves a Once that counts as done.
//
//calvin:panics_if n < 0
func (r *Ring) Once(once *sync.Once, n int) {
	once.Do(func() {
		if n < 0 {
			panic("n < 0") // failed
		}
	})
}

// Loop defers any number of calls.
//
//calvin:panics_if n < 0
func (r *Ring) Loop(n int) {
	for range 3 {
		defer func() {}()
		if n < 0 {
			panic("n < 0") // failed
		}
	}
}

// Maybe gives the lock back in some cases.
//
//calvin:panics_if n < 0
func (r *Ring) Maybe(n int, x bool) {
	r.mu.Lock()
	if x {
		defer r.mu.Unlock()
	}
	if n < 0 {
		panic("n < 0") // failed
	}
	if !x {
		r.mu.Unlock()
	}
}

// Both has a deferred call that panics in turn.
//
//calvin:panics_if n < 0
func Both(n int) {
	defer func() {
		if n < 0 {
			panic("again") // failed
		}
	}()
	if n < 0 {
		panic("n < 0")
	}
}

func handle() {
	recover()
}

// Handled panics in what it calls, and returns.
//
//calvin:panics_if n < 0
//calvin:atomic
//calvin:ensures n >= 0
func Handled(n int) {
	func() {
		defer handle()
		if n < 0 {
			panic("n < 0") // failed
		}
	}()
}

// By is a panic of others: nobody knows when.
//
//calvin:panics_if n < 0
func By(n int, f func(int)) int {
	defer f(n)
	return 8 / n // failed
}

//calvin:panics_if r.cells[0] < 0
func (r *Ring) First() int {
	if r.cells[0] < 0 {
		panic("negative")
	}
	return r.cells[0]
}

func (r *Ring) CallsFirst() int {
	return r.First() // failed
}

//calvin:panics_if p == nil
func Must(p *Ring) int { return p.cells[0] }

func CallsMust(p *Ring) int {
	if p == nil {
		return Must(p) // failed
	}
	return 0
}

//calvin:panics_if true
func fail() { panic("no") }

//calvin:panics_if n < 0
func Fails(n int) {
	if n < 1 {
		fail() // failed
	}
}

// check is called by its contract.
//
//calvin:panics_if n < 0
//calvin:atomic
//calvin:ensures n >= 0
func (r *Ring) check(n int) {
	if n < 0 {
		panic("n < 0")
	}
}

// Cleans changes something on the way out.
//
//calvin:panics_if n < 0
//calvin:atomic
//calvin:modifies r.at
//calvin:ensures  r.at == 0
func (r *Ring) Cleans(n int) {
	defer func() {
		r.mu.Lock()
		r.at = 0
		r.mu.Unlock()
	}()
	r.check(n) // failed
}

// Checks has the lock where the callee may panic.
//
//calvin:panics_if n < 0
func (r *Ring) Checks(n int) {
	r.mu.Lock()
	r.check(n) // failed
	r.mu.Unlock()
}
