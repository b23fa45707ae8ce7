// Package pricing sells things at prices that others work out: the ledger knows of them only what the interfaces say.
package pricing

import "sync"

// A Pricer works out prices.
type Pricer interface {
	// Price is that of n pieces. It depends on nothing that changes and changes nothing.
	//
	//calvin:requires 0 < n && n <= 1000
	//calvin:atomic
	//calvin:ensures 0 <= result && result <= 1000*n
	Price(n int) int
}

// Each has one price for each piece.
type Each struct{ cents int }

// NewEach returns the Pricer for things that cost as much, at most 10.
func NewEach(cents int) *Each { return &Each{min(max(cents, 0), 1000)} }

// Price is the one for each times their number.
//
//calvin:requires 0 <= n && n <= 1000
func (e *Each) Price(n int) int { return min(max(e.cents*n, 0), 1000*n) }

// Flat is one price for as many as one likes.
type Flat uint8

// Price is that one.
//
//calvin:requires n > 0
//calvin:atomic
//calvin:ensures result == int(f)
func (f Flat) Price(n int) int { return int(f) }

// A Half halves another's prices.
//
//calvin:invariant of != nil
type Half struct{ of Pricer }

// Price is half the other price, rounded down.
//
//calvin:requires 0 < n && n <= 1000
func (h *Half) Price(n int) int { return h.of.Price(n) / 2 }

// An Auditor is told of sales. Of what it does with them nothing is said here, but that it may count on more than nothing.
type Auditor interface {
	//calvin:requires cents >= 0
	Sold(n, cents int)
}

// A Total remembers sums.
type Total struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	pieces int
	//calvin:guarded_by mu
	cents uint64
}

// Sold adds a sale.
//
//calvin:requires cents >= 0
func (t *Total) Sold(n, cents int) {
	//calvin:assert cents >= 0
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pieces += n
	t.cents += uint64(cents)
}

// Sums returns how many pieces were sold, and for how much.
func (t *Total) Sums() (pieces int, cents uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.pieces, t.cents
}

// A Ledger sells.
//
//calvin:invariant pricer != nil && auditor != nil
//calvin:invariant 0 <= turnover && turnover <= 1000000000
type Ledger struct {
	pricer  Pricer
	auditor Auditor
	mu      sync.Mutex
	//calvin:guarded_by mu
	turnover int
}

// NewLedger returns the Ledger of a shop where things are sold for half of what they cost elsewhere, and its sums.
func NewLedger(cents int) (*Ledger, *Total) {
	total := &Total{}
	return &Ledger{pricer: &Half{of: NewEach(cents)}, auditor: total}, total
}

// NewFlat returns the Ledger of a shop for those with large bags, and its sums.
func NewFlat(price Flat) (*Ledger, *Total) {
	total := &Total{}
	return &Ledger{pricer: price, auditor: total}, total
}

// Sell sells n pieces, and returns what they cost, or -1 if so many cannot be sold.
func (l *Ledger) Sell(n int) int {
	if n <= 0 || n > 1000 {
		return -1
	}
	cents, ok := l.add(n)
	if !ok {
		return -1
	}
	l.auditor.Sold(n, cents)
	return cents
}

// Turnover is what all that was sold came to.
func (l *Ledger) Turnover() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.turnover
}

// add adds the price of n pieces to the turnover, unless that becomes too large.
//
//calvin:requires 0 < n && n <= 1000
//calvin:atomic
//calvin:when     l.mu == free
//calvin:modifies l.turnover
//calvin:ensures  ok ==> 0 <= cents && l.turnover == old(l.turnover)+cents
//calvin:ensures  !ok ==> l.turnover == old(l.turnover)
func (l *Ledger) add(n int) (cents int, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	room := 1000000000 - l.turnover
	cents = l.pricer.Price(n)
	if cents > room {
		return 0, false
	}
	l.turnover += cents
	return cents, true
}
