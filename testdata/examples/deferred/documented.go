package deferred

import "sync"

// A Shelf has room for eight books.
//
//calvin:invariant 0 <= n && n <= 8
type Shelf struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	books [8]int
	//calvin:guarded_by mu
	n int
}

// At returns a book. It gives back the lock if it panics.
//
//calvin:panics_if i < 0 || i >= 8
//calvin:atomic
//calvin:ensures result == s.books[i]
func (s *Shelf) At(i int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.books[i]
}

// Put puts a book where there is room.
//
//calvin:panics_if book < 0
//calvin:atomic
//calvin:modifies s.books, s.n
//calvin:ensures  result ==> s.n == old(s.n)+1 && s.books[old(s.n)] == book
//calvin:ensures  !result ==> s.n == old(s.n)
func (s *Shelf) Put(book int) bool {
	if book < 0 {
		panic("deferred: negative book")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.n == len(s.books) {
		return false
	}
	s.books[s.n] = book
	s.n++
	return true
}

// PutAll panics where Put does.
//
//calvin:panics_if a < 0 || b < 0
func (s *Shelf) PutAll(a, b int) {
	if s.Put(a) {
		s.Put(b)
	}
}

// Ends puts books that are none too small.
func (s *Shelf) Ends(a, b uint8) int {
	s.PutAll(int(a), int(b))
	return s.At(0) + s.At(7)
}

// A Table has rows that never change.
type Table struct{ rows []int }

// Row panics as an index expression does.
//
//calvin:panics_if i < 0 || i >= len(t.rows)
func (t *Table) Row(i int) int { return t.rows[i] }

// First looks before it calls.
func (t *Table) First() int {
	if len(t.rows) == 0 {
		return 0
	}
	return t.Row(0)
}

// Either panics for one of two reasons.
//
//calvin:panics_if t == nil
//calvin:panics_if n <= 0
func Either(t *Table, n int) int {
	if t == nil {
		fail("no table")
	}
	return len(t.rows) / n
}

// fail always panics.
//
//calvin:panics_if true
func fail(why string) { panic("deferred: " + why) }

// Half calls Either as it wants.
func Half(t *Table) int { return Either(t, 2) }

// A Checker looks at numbers.
type Checker interface {
	//calvin:panics_if n < 0
	//calvin:atomic
	//calvin:ensures result == (n > 9)
	Large(n int) bool
}

type digits struct{}

// Large panics for less than it may.
//
//calvin:panics_if n < -1
func (digits) Large(n int) bool {
	if n < -1 {
		panic("deferred: negative number")
	}
	return n > 9
}

// Check is of numbers that are not negative.
func Check(c Checker, n uint8) bool { return c.Large(int(n)) }

// New returns a checker.
func New() Checker { return digits{} }
