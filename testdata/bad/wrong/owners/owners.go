// Package owners breaks what is promised of slices, by way of the slices of others or not.
package owners

import "sync"

// A Stock has no negative amounts.
//
//calvin:invariant forall i int :: 0 <= i && i < len(this.amounts) ==> this.amounts[i] >= 0
type Stock struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	amounts []int
	//calvin:guarded_by mu
	extra []int
}

// A Ledger may be in the red.
type Ledger struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	entries []int
}

// A Rising has numbers that do not fall.
//
//calvin:transition forall i int :: 0 <= i && i < old(len(this.numbers)) ==> i < len(this.numbers) && old(this.numbers[i]) <= this.numbers[i]
type Rising struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	numbers []int
}

// Own writes a negative amount.
func (s *Stock) Own(i int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if 0 <= i && i < len(s.amounts) {
		s.amounts[i] = -1
	}
} // failed

// Same writes to what may be another object, or not.
func Same(s, t *Stock, i int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if 0 <= i && i < len(s.amounts) {
		s.amounts[i] = 1
		if t != s {
			t.mu.Lock() // failed
			if i < len(t.amounts) {
				t.amounts[i] = -1
			}
			t.mu.Unlock()
		}
	}
} // failed

// Alias writes by way of a variable.
func (s *Stock) Alias() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a := s.amounts; len(a) > 0 {
		a[0] = -1
	}
} // failed

// Shared stores one array twice.
func Shared(s *Stock, l *Ledger) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries = s.amounts // failed
	if len(l.entries) > 0 {
		l.entries[0] = -1
	}
}

// Both stores one array in two fields.
func (s *Stock) Both() {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := make([]int, 4)
	s.amounts = a
	if len(s.extra) == 0 {
		s.extra = a // failed
		s.extra[0] = -1
	}
}

// Part stores a part of an array.
func (s *Stock) Part(l *Ledger) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries = append(s.amounts[:0], -1) // failed
}

// Over appends over what is there.
func (s *Stock) Over() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.amounts) > 0 {
		_ = append(s.amounts[:0], -1)
	}
} // failed

// Copied copies what may be negative.
func (s *Stock) Copied(l *Ledger) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	copy(s.amounts, l.entries)
} // failed

// New makes a stock with a negative amount.
func New() *Stock {
	a := make([]int, 4)
	a[0] = -1
	return &Stock{amounts: a} // failed
}

// Late makes what is owned already negative, before anybody knows of it.
func Late() *Stock {
	a := make([]int, 4)
	s := &Stock{amounts: a}
	a[0] = -1
	return s // failed
}

// Falls makes a number less.
func (r *Rising) Falls(i int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if 0 <= i && i < len(r.numbers) && r.numbers[i] > 0 {
		r.numbers[i] = 0 // failed
	}
}

// Swapped writes to the one of two arrays that it did not look at.
func Swapped(r *Rising, l *Ledger) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	a, b := r.numbers, l.entries
	a, b = b, a
	if len(b) > 0 && b[0] > 0 {
		b[0] = 0 // failed
	}
	_ = a
}

// Debts leaves stocks and numbers alone.
func (l *Ledger) Debts() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range l.entries {
		l.entries[i] = -1
	}
}
