// Package owners has promises about slices: writes to the slice of another object, or of another type, leave them alone.
package owners

import "sync"

// A Stock has no negative amounts.
//
//calvin:invariant forall i int :: 0 <= i && i < len(this.amounts) ==> this.amounts[i] >= 0
type Stock struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	amounts []int
}

// A Ledger may be in the red.
type Ledger struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	entries []int
	//calvin:guarded_by mu
	drafts []int
}

// Put adds to an amount.
func (s *Stock) Put(i, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if 0 <= i && i < len(s.amounts) && n >= 0 {
		s.amounts[i] = n
	}
}

// Add appends an amount.
func (s *Stock) Add(n uint8) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.amounts = append(s.amounts, int(n))
}

// Book writes what no stock may have.
func (l *Ledger) Book(i, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if 0 <= i && i < len(l.entries) {
		l.entries[i] = -n
	}
	l.drafts = append(l.drafts, -1)
}

// Owe makes a ledger of debts while the stock is looked at.
func Owe(s *Stock, l *Ledger) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries = make([]int, len(s.amounts))
	for i, n := range s.amounts {
		if i < len(l.entries) {
			l.entries[i] = -n
		}
	}
	//calvin:assert forall i int :: 0 <= i && i < len(s.amounts) ==> s.amounts[i] >= 0
}

// New makes a stock.
func New() *Stock {
	return &Stock{amounts: make([]int, 8)}
}
