// Package insidestructs has no annotations. Functions that are large with all that they call have large methods of structs called that lie in others by value, under the lock of these.
package insidestructs

import "sync"

// A Queue has bytes, and items. Its callers synchronise.
type Queue struct {
	array       []byte
	tail, count int
	items       *item
	a, b, c     int
	d, e, f     int
}

type item struct {
	n    int
	next *item
}

// Add adds an item.
func (q *Queue) Add(n0 int) {
	n := q.tail
	if n > len(q.array)-q.tail {
		q.array = append(q.array, make([]byte, 2*n)...)
	}
	switch {
	case n > 16:
		q.a++
	case n > 15:
		q.b++
	case n > 14:
		q.c++
	case n > 13:
		q.d++
	case n > 12:
		q.e++
	case n > 11:
		q.f++
	}
	q.count++
	q.items = &item{n0, q.items}
}

// Take takes the items of another one.
func (q *Queue) Take(o *Queue) {
	n := q.tail
	if n > len(q.array)-q.tail {
		q.array = append(q.array, make([]byte, 2*n)...)
	}
	switch {
	case n > 16:
		q.a++
	case n > 15:
		q.b++
	case n > 14:
		q.c++
	case n > 13:
		q.d++
	case n > 12:
		q.e++
	case n > 11:
		q.f++
	}
	q.count++
	q.items, o.items = o.items, nil
}

// First returns the first item.
func (q *Queue) First() *item {
	n := q.tail
	if n > len(q.array)-q.tail {
		q.array = append(q.array, make([]byte, 2*n)...)
	}
	switch {
	case n > 16:
		q.a++
	case n > 15:
		q.b++
	case n > 14:
		q.c++
	case n > 13:
		q.d++
	case n > 12:
		q.e++
	case n > 11:
		q.f++
	}
	q.count++
	return q.items
}

// A Store has queues that its locks guard.
type Store struct {
	mu, other sync.Mutex
	q, p      Queue
	r         Queue
	stats     [8]int
}

func (s *Store) note(x uint64) {
	switch {
	case x > 10:
		s.stats[0]++
	case x > 9:
		s.stats[1]++
	case x > 8:
		s.stats[2]++
	case x > 7:
		s.stats[3]++
	case x > 6:
		s.stats[4]++
	}
}

func (s *Store) noteAll(x uint64) {
	s.note(x)
	s.note(x + 1)
	s.note(x + 2)
	s.note(x + 3)
	s.note(x + 4)
	s.note(x + 5)
}

// Counts counts.
func (s *Store) Counts() int {
	s.mu.Lock()
	n := s.q.count + s.p.count
	if s.p.items != nil {
		s.p.items.n++
	}
	s.mu.Unlock()
	s.other.Lock()
	n += s.r.count
	if s.r.items != nil {
		s.r.items.n++
	}
	s.other.Unlock()
	return n
}

// Refill adds to what the other lock guards.
func (s *Store) Refill(n int) {
	s.other.Lock()
	defer s.other.Unlock()
	s.r.tail = n
	s.r.items = &item{n, s.r.items}
}

// Add adds.
func (s *Store) Add(x uint64) {
	s.mu.Lock()
	s.noteAll(x)
	s.noteAll(x + 6)
	s.q.Add(1)
	s.p.Add(2)
	s.mu.Unlock()
}

// Shift takes what the same lock guards.
func (s *Store) Shift(x uint64) {
	s.mu.Lock()
	s.noteAll(x)
	s.noteAll(x + 6)
	s.q.Take(&s.p)
	s.mu.Unlock()
}

// Other takes what another lock guards.
func (s *Store) Other(x uint64) {
	s.mu.Lock()
	s.noteAll(x)
	s.noteAll(x + 6)
	s.other.Lock()
	s.q.Take(&s.r) // failed
	s.other.Unlock()
	s.mu.Unlock()
}

// From takes what the lock of another object guards.
func (s *Store) From(x uint64, o *Store) {
	s.mu.Lock()
	s.noteAll(x)
	s.noteAll(x + 6)
	o.mu.Lock()
	s.q.Take(&o.q) // failed
	o.mu.Unlock()
	s.mu.Unlock()
}

// Late uses an item after the unlock.
func (s *Store) Late(x uint64) {
	s.mu.Lock()
	s.noteAll(x)
	s.noteAll(x + 6)
	i := s.q.First()
	s.mu.Unlock()
	if i != nil {
		i.n++ // failed
	}
}

// Within uses it before.
func (s *Store) Within(x uint64) {
	s.mu.Lock()
	s.noteAll(x)
	s.noteAll(x + 6)
	i := s.q.First()
	if i != nil {
		i.n++
	}
	s.mu.Unlock()
}

// Without adds without the lock.
func (s *Store) Without(x uint64) {
	s.mu.Lock()
	s.noteAll(x)
	s.noteAll(x + 6)
	s.mu.Unlock()
	s.q.Add(1) // failed
}

// Wrong adds with another lock.
func (s *Store) Wrong(x uint64) {
	s.mu.Lock()
	s.noteAll(x)
	s.noteAll(x + 6)
	s.mu.Unlock()
	s.other.Lock()
	s.q.Add(1) // failed
	s.other.Unlock()
}

// Keep has it kept where another lock guards it.
func (s *Store) Keep(x uint64) {
	s.mu.Lock()
	s.noteAll(x)
	s.noteAll(x + 6)
	i := s.q.First()
	s.mu.Unlock()
	s.other.Lock()
	s.r.items = i // failed
	s.other.Unlock()
}
