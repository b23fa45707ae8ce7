// Package newslices has no annotations. Functions that are large with all that they call return slices: new ones, which their callers may write and let others know, and others.
package newslices

import "sync"

// A Store has bytes under a lock, and counters.
type Store struct {
	mu    sync.Mutex
	data  []byte
	last  []byte
	stats [8]int
}

var latest any

var found = make(chan []byte, 1)

func (s *Store) count(x uint64) {
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

func (s *Store) countAll(x uint64) {
	s.count(x)
	s.count(x + 1)
	s.count(x + 2)
	s.count(x + 3)
	s.count(x + 4)
	s.count(x + 5)
	s.count(x + 6)
	s.count(x + 7)
	s.count(x + 8)
	s.count(x + 9)
}

// Set sets the bytes.
func (s *Store) Set(x uint64, b []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.countAll(x)
	s.countAll(x + 10)
	s.data = append([]byte(nil), b...)
	if len(s.last) > 0 {
		s.last[0]++
	}
}

func fill(b []byte, x uint64) {
	for i := range b {
		b[i] ^= byte(x)
	}
}

func (s *Store) copied() []byte {
	out := make([]byte, len(s.data))
	copy(out, s.data)
	return out
}

// Get returns a copy of the bytes.
func (s *Store) Get(x uint64) ([]byte, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.countAll(x)
	s.countAll(x + 10)
	if len(s.data) == 0 {
		return nil, false
	}
	out := s.copied()
	fill(out, x)
	out = append(out, byte(x))
	return out[1:], true
}

// Use writes the copy, and gives it away.
func (s *Store) Use(x uint64, out chan<- []byte) {
	b, ok := s.Get(x)
	if !ok || len(b) == 0 {
		return
	}
	b[0] = 1
	out <- b
}

func (s *Store) keep(b []byte) { s.last = b[1:] }

// part returns a part of the guarded bytes.
func (s *Store) part(x uint64) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.countAll(x)
	s.countAll(x + 10)
	if len(s.data) > 2 {
		return s.data[:2]
	}
	return nil
}

// Part writes it.
func (s *Store) Part(x uint64) {
	if b := s.part(x); len(b) > 0 {
		b[0] = 1 // failed
	}
}

// kept keeps what it returns.
func (s *Store) kept(x uint64) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.countAll(x)
	s.countAll(x + 10)
	out := make([]byte, 8)
	s.last = out
	return out
}

// Kept writes it.
func (s *Store) Kept(x uint64) {
	if b := s.kept(x); len(b) > 0 {
		b[0] = 1 // failed
	}
}

// sent sends what it returns.
func (s *Store) sent(x uint64) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.countAll(x)
	s.countAll(x + 10)
	out := make([]byte, 8)
	select {
	case found <- out:
	default:
	}
	return out
}

// Sent writes it.
func (s *Store) Sent(x uint64) {
	if b := s.sent(x); len(b) > 0 {
		b[0] = 1 // failed
	}
}

// captured has a goroutine read what it returns.
func (s *Store) captured(x uint64) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.countAll(x)
	s.countAll(x + 10)
	out := make([]byte, 8)
	go func() { fill(make([]byte, 8), uint64(out[0])) }()
	return out
}

// Captured writes it.
func (s *Store) Captured(x uint64) {
	if b := s.captured(x); len(b) > 0 {
		b[0] = 1 // failed
	}
}

// boxed puts what it returns into an interface.
func (s *Store) boxed(x uint64) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.countAll(x)
	s.countAll(x + 10)
	out := make([]byte, 8)
	latest = out // failed
	return out
}

// Boxed writes it.
func (s *Store) Boxed(x uint64) {
	if b := s.boxed(x); len(b) > 0 {
		b[0] = 1 // failed
	}
}

// either returns what it is passed, or a new slice.
func (s *Store) either(x uint64) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.countAll(x)
	s.countAll(x + 10)
	if x > 7 {
		return make([]byte, 8)
	}
	return s.last
}

// Either writes it.
func (s *Store) Either(x uint64) {
	if b := s.either(x); len(b) > 0 {
		b[0] = 1 // failed
	}
}

// address keeps the address of an element.
func (s *Store) address(x uint64) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.countAll(x)
	s.countAll(x + 10)
	out := make([]byte, 8)
	p := &out[0]
	latest = p // failed
	return out
}

// Address writes it.
func (s *Store) Address(x uint64) {
	if b := s.address(x); len(b) > 0 {
		b[0] = 1 // failed
	}
}

// helped has a helper keep what it returns.
func (s *Store) helped(x uint64) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.countAll(x)
	s.countAll(x + 10)
	out := make([]byte, 8)
	s.keep(out)
	return out
}

// Helped writes it.
func (s *Store) Helped(x uint64) {
	if b := s.helped(x); len(b) > 0 {
		b[0] = 1 // failed
	}
}

// both returns one array twice.
func (s *Store) both(x uint64) (a, b []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.countAll(x)
	s.countAll(x + 10)
	a = make([]byte, 8)
	return a, a
}

// Both sends one, and writes the other.
func (s *Store) Both(x uint64, out chan<- []byte) {
	a, b := s.both(x)
	out <- a
	if len(b) > 0 {
		b[0] = 1 // failed
	}
}
