// Package otherlocks calls functions that take other locks than those that they are called with.
package otherlocks

import "sync"

// C has two locks.
type C struct {
	a, b sync.Mutex
	//calvin:guarded_by a
	n int
	//calvin:guarded_by b
	m int
}

//calvin:requires held(c.a)
//calvin:performs Both
//calvin:action   Both
//calvin:modifies c.m, c.n
func (c *C) both() {
	c.b.Lock()
	c.m++
	c.b.Unlock()
	c.n++
}

// Holds holds the other, too.
func (c *C) Holds() {
	c.a.Lock()
	c.b.Lock()
	c.both() // failed
	c.b.Unlock()
	c.a.Unlock()
}

// A Row has a lock for each of its numbers.
type Row struct {
	locks [8]sync.Mutex
	//calvin:accessible_if[i] locks[i] == tid
	n [8]int
}

//calvin:requires r != s
//calvin:requires 0 <= i && i < 8
//calvin:requires r.locks[i] == tid
//calvin:performs Moved
//calvin:action   Moved
//calvin:modifies r.n[i], s.n[i]
func (r *Row) swap(s *Row, i int) {
	s.locks[i].Lock()
	r.n[i], s.n[i] = s.n[i], r.n[i]
	s.locks[i].Unlock()
}

// Twice holds the lock with the same number of the other Row.
func (r *Row) Twice(s *Row) {
	if r == s {
		return
	}
	r.locks[3].Lock()
	s.locks[3].Lock() // failed
	r.swap(s, 3)      // failed
	s.locks[3].Unlock()
	r.locks[3].Unlock()
}

//calvin:requires 0 <= i && i < 7
//calvin:requires r.locks[i] == tid
//calvin:performs Moved
//calvin:action   Moved
//calvin:modifies r.n[i], r.n[i+1]
func (r *Row) up(i int) {
	r.locks[i+1].Lock()
	r.n[i], r.n[i+1] = r.n[i+1], r.n[i]
	r.locks[i+1].Unlock()
}

// Next holds the next lock of the same Row.
func (r *Row) Next() {
	r.locks[3].Lock()
	r.locks[4].Lock()
	r.up(3) // failed
	r.locks[4].Unlock()
	r.locks[3].Unlock()
}
