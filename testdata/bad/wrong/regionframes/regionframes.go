// Package regionframes has contracts that say region(mu) and mean something else.
package regionframes

import "sync"

type entry struct {
	n    int
	next *entry
}

type Stats struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	byKey map[string]*entry
	//calvin:guarded_by mu
	last *entry
	//calvin:guarded_by mu
	total int

	otherMu sync.Mutex
	//calvin:guarded_by otherMu
	other *entry

	free int
}

// hit is right.
//
//calvin:requires s.mu == tid
//calvin:atomic
//calvin:modifies region(s.mu)
//calvin:ensures  s.total == old(s.total)+1
func (s *Stats) hit(key string) {
	if e := s.byKey[key]; e != nil {
		e.n++
	}
	s.total++
}

// others changes what another lock of the same object guards.
//
//calvin:requires s.mu == tid && s.otherMu == tid
//calvin:atomic
//calvin:modifies region(s.mu)
func (s *Stats) others() {
	if s.other != nil {
		s.other.n = 1
	}
} // failed

// othersField sets the field itself.
//
//calvin:requires s.mu == tid && s.otherMu == tid
//calvin:atomic
//calvin:modifies region(s.mu)
func (s *Stats) othersField() {
	s.other = nil
} // failed

// another changes an entry of another object of the type.
//
//calvin:requires s.mu == tid && t.mu == tid
//calvin:atomic
//calvin:modifies region(s.mu)
func another(s, t *Stats, key string) {
	if e := t.byKey[key]; e != nil {
		e.n = 1
	}
} // failed

// chained does so at the end of a chain.
//
//calvin:requires s.mu == tid && t.mu == tid
//calvin:atomic
//calvin:modifies region(s.mu)
func chained(s, t *Stats) {
	if e := t.last; e != nil && e.next != nil && e.next.next != nil {
		e.next.next.n = 1
	}
} // failed

// anothersMap puts an entry into another object's map.
//
//calvin:requires s.mu == tid && t.mu == tid
//calvin:requires t.byKey != nil
//calvin:atomic
//calvin:modifies region(s.mu)
func anothersMap(s, t *Stats) {
	t.byKey["x"] = nil
} // failed

// less says of one field what is true of several.
//
//calvin:requires s.mu == tid
//calvin:atomic
//calvin:modifies s.total
func (s *Stats) less(key string) {
	s.hit(key)
} // failed

// keeps believes that hit leaves the entries of s as they are.
//
//calvin:requires s.mu == tid
//calvin:requires s.last != nil
//calvin:atomic
//calvin:modifies region(s.mu)
//calvin:ensures  s.last == old(s.last) && s.last.n == old(s.last.n)
func (s *Stats) keeps(key string) {
	s.hit(key)
} // failed

// keepsLocal believes so of a count that it has read.
//
//calvin:requires s.mu == tid
//calvin:atomic
//calvin:modifies region(s.mu)
func (s *Stats) keepsLocal(e *entry) {
	e = s.last
	if e == nil {
		return
	}
	was := e.n
	_ = was
	s.hit("x")
	//calvin:assert e.n == was // failed
}

// keepsRow believes so of an element of a row.
func (r *Rows) keepsRow() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.rows) == 0 || len(r.rows[0]) == 0 {
		return
	}
	row := r.rows[0]
	row[0] = 5
	r.set(0, 0, 6)
	//calvin:assert row[0] == 5 // failed
}

type Rows struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	rows [][]int
}

// set is right.
//
//calvin:requires r.mu == tid
//calvin:atomic
//calvin:modifies region(r.mu)
func (r *Rows) set(i, j, v int) {
	if 0 <= i && i < len(r.rows) {
		if row := r.rows[i]; 0 <= j && j < len(row) {
			row[j] = v
		}
	}
}

// setBoth changes the rows of another table.
//
//calvin:requires r.mu == tid && q.mu == tid
//calvin:atomic
//calvin:modifies region(r.mu)
func setBoth(r, q *Rows) {
	if len(q.rows) > 0 && len(q.rows[0]) > 0 {
		q.rows[0][0] = 1
	}
} // failed

// unlocked is called without the lock.
func (s *Stats) unlocked() {
	s.hit("x") // failed
}

// later uses an entry after the unlock; that hit may change it makes no difference.
func (s *Stats) later() int {
	s.mu.Lock()
	e := s.last
	s.hit("x")
	s.mu.Unlock()
	if e == nil {
		return 0
	}
	return e.n // failed
}

// put puts its entry among those of s.
//
//calvin:requires s.mu == tid
//calvin:requires s.byKey != nil
//calvin:requires local(e)
//calvin:atomic
//calvin:modifies region(s.mu)
func (s *Stats) put(e *entry) {
	s.byKey["x"] = e
}

// goesOn writes an entry that it has given away.
func (s *Stats) goesOn() {
	e := &entry{}
	s.mu.Lock()
	if s.byKey == nil {
		s.byKey = map[string]*entry{}
	}
	s.put(e)
	s.mu.Unlock()
	e.n = 1 // failed
}

// writes changes what its caller has.
//
//calvin:requires s.mu == tid
//calvin:requires local(e)
//calvin:atomic
//calvin:modifies region(s.mu)
func (s *Stats) writes(e *entry) {
	e.n = 1
} // failed

var (
	mu sync.Mutex
	//calvin:guarded_by mu
	all []*entry

	otherMu sync.Mutex
	//calvin:guarded_by otherMu
	others []*entry
)

// globals changes what another lock guards.
//
//calvin:requires mu == tid && otherMu == tid
//calvin:atomic
//calvin:modifies region(mu)
func globals() {
	for _, e := range others {
		if e != nil {
			e.n = 1
		}
	}
} // failed

// field writes what nobody guards.
//
//calvin:requires s.mu == tid
//calvin:atomic
//calvin:modifies region(s.mu)
func (s *Stats) field() {
	all := s
	all.free = 1 // failed
}

// fresh asserts what is false after a call for an object whose region is empty.
func fresh() {
	s := &Stats{}
	s.mu.Lock()
	s.hit("x")
	s.mu.Unlock()
	//calvin:assert false // failed
}

// freshShared does so for an object that others may know.
func freshShared(out chan<- *Stats) {
	s := &Stats{}
	s.mu.Lock()
	out <- s
	s.hit("x")
	//calvin:assert false // failed
	s.mu.Unlock()
}

// freshTable does so for a table without rows.
func freshTable() {
	r := &Rows{}
	r.mu.Lock()
	r.set(0, 0, 1)
	//calvin:assert false // failed
	r.mu.Unlock()
}

// emptied does so where the region was emptied under the lock.
func (s *Stats) emptied() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.byKey, s.last = nil, nil
	s.hit("x")
	//calvin:assert s.total == 0 // failed
}
