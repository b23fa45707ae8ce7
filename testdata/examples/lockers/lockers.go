// Package lockers takes locks by their interface.
package lockers

import "sync"

// A Store has two locks of different kinds.
type Store struct {
	mu sync.Mutex
	rw sync.RWMutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by rw
	m int
}

func with(l sync.Locker, do func()) {
	l.Lock()
	defer l.Unlock()
	do()
}

// Count counts in the first.
func (s *Store) Count() { with(&s.mu, func() { s.n++ }) }

// Mark counts in the second.
func (s *Store) Mark() { with(&s.rw, func() { s.m++ }) }

// Both holds one after the other.
func (s *Store) Both() {
	for _, l := range [2]sync.Locker{&s.mu, &s.rw} {
		l.Lock()
		l.Unlock()
	}
}

// A Shared is guarded by a lock that it is given.
type Shared struct {
	l sync.Locker
	//calvin:guarded_by l
	n int
}

// New returns a Shared with that lock.
func New(l *sync.Mutex) *Shared { return &Shared{l: l} }

// Add adds d.
func (s *Shared) Add(d int) {
	if s.l == nil {
		return
	}
	s.l.Lock()
	defer s.l.Unlock()
	s.add(d)
}

//calvin:requires held(s.l)
func (s *Shared) add(d int) { s.n += d }

//lint:file-ignore SA2001 a lock that is only held shows that it can be
