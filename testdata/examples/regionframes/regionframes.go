// Package regionframes has helpers with contracts that change what a lock guards: region(mu).
package regionframes

import "sync"

type entry struct {
	n    int
	next *entry
}

// Stats counts by key.
type Stats struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	byKey map[string]*entry
	//calvin:guarded_by mu
	last *entry
	//calvin:guarded_by mu
	total int
}

// NewStats returns an empty Stats.
func NewStats() *Stats { return &Stats{byKey: map[string]*entry{}} }

// Hit counts a key.
func (s *Stats) Hit(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hit(key)
}

// Total is how often all keys were counted.
//
//calvin:atomic
//calvin:when s.mu == free
//calvin:ensures result == s.total
func (s *Stats) Total() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.total
}

// hit counts a key.
//
//calvin:requires s.mu == tid
//calvin:atomic
//calvin:modifies region(s.mu)
//calvin:ensures  s.total == old(s.total)+1
func (s *Stats) hit(key string) {
	e := s.byKey[key]
	if e == nil {
		e = &entry{next: s.last}
		if s.byKey == nil {
			s.byKey = map[string]*entry{}
		}
		s.byKey[key] = e
		s.last = e
	}
	e.n++
	s.total++
}

// Reset sets all counts to nothing.
func (s *Stats) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reset()
}

// reset sets the counts of all entries that last leads to to nothing.
//
//calvin:requires s.mu == tid
//calvin:atomic
//calvin:modifies region(s.mu)
//calvin:ensures  s.total == 0
func (s *Stats) reset() {
	for e := s.last; e != nil; e = e.next {
		e.n = 0
	}
	s.total = 0
}

// Drain returns the total, and begins anew.
//
//calvin:atomic
//calvin:when     s.mu == free
//calvin:modifies region(s.mu)
//calvin:ensures  result == old(s.total) && s.total == 0
func (s *Stats) Drain() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.total
	s.drop()
	return n
}

// drop forgets all entries.
//
//calvin:requires s.mu == tid
//calvin:atomic
//calvin:modifies region(s.mu)
//calvin:ensures  s.total == 0
func (s *Stats) drop() {
	clear(s.byKey)
	s.last = nil
	s.total = 0
}

// A Limit is how often one key may be counted.
type Limit struct {
	mu sync.Mutex //lint:ignore U1000 contracts say who holds it
	//calvin:guarded_by mu
	e *entry
}

// HitWithin counts a key if the limit is not reached. That the call of hit leaves the limit's entry alone, which is of the same type,
// its frame says.
//
//calvin:requires l.mu == tid
//calvin:requires s.mu == tid
//calvin:requires l.e != nil
//calvin:atomic
//calvin:modifies region(s.mu), region(l.mu)
//calvin:ensures  l.e == old(l.e) && l.e.n == old(l.e.n)+1
func (l *Limit) HitWithin(s *Stats, key string) {
	l.e.n++
	s.hit(key)
}

// Rows is a table.
type Rows struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	rows [][]int
	//calvin:guarded_by mu
	width int
}

// set sets a field that is there.
//
//calvin:requires r.mu == tid
//calvin:atomic
//calvin:modifies region(r.mu)
//calvin:ensures  r.width == old(r.width)
func (r *Rows) set(i, j, v int) {
	if 0 <= i && i < len(r.rows) {
		if row := r.rows[i]; 0 <= j && j < len(row) {
			row[j] = v
		}
	}
}

// Set sets a field of the table, and returns how wide it is.
//
//calvin:atomic
//calvin:when     r.mu == free
//calvin:modifies region(r.mu)
//calvin:ensures  result == old(r.width)
func (r *Rows) Set(i, j, v int) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.set(i, j, v)
	return r.width
}

var (
	mu sync.Mutex
	//calvin:guarded_by mu
	all []*entry
)

// bump counts every entry of all.
//
//calvin:requires mu == tid
//calvin:atomic
//calvin:modifies region(mu)
//calvin:ensures  len(all) == old(len(all))
func bump() {
	for _, e := range all {
		if e != nil {
			e.n++
		}
	}
}

// Bump counts every entry, and returns how many there are.
func Bump() int {
	mu.Lock()
	defer mu.Unlock()
	bump()
	return len(all)
}
