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

// Either takes a lock that it finds in another interface.
func (s *Store) Either(write bool) {
	var x any = &s.mu
	if write {
		x = &s.rw
	}
	if l, ok := x.(sync.Locker); ok {
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

// A Gate is open or not. What makes its Cond is elsewhere.
type Gate struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	open bool
	//calvin:condition_of mu
	changed *sync.Cond
}

// Pass waits for the Gate to open, under the lock by the one name.
func (g *Gate) Pass() {
	if g.changed == nil {
		return
	}
	g.mu.Lock()
	for !g.open {
		g.changed.Wait()
	}
	g.mu.Unlock()
}

// Set opens it, under the lock by the other.
func (g *Gate) Set(open bool) {
	if g.changed == nil {
		return
	}
	g.changed.L.Lock()
	defer g.changed.L.Unlock()
	g.open = open
	g.changed.Broadcast()
}

//lint:file-ignore SA2001 a lock that is only held shows that it can be
