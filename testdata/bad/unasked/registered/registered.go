// Package registered has no annotations. What it registers is written once more when others can find it already.
package registered

import "sync"

// A Session counts its requests.
type Session struct {
	id string
	n  int
}

// Sessions are known by name and in order.
type Sessions struct {
	mu   sync.Mutex
	byID map[string]*Session
	list []*Session
	last *Session
}

// New returns none.
func New() *Sessions { return &Sessions{byID: map[string]*Session{}} }

// Add registers one and counts it under the lock.
func (s *Sessions) Add(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	one := &Session{id: id}
	s.byID[id] = one
	one.n++
}

// Append does so with a list.
func (s *Sessions) Append(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	one := &Session{id: id}
	s.list = append(s.list, one)
	one.n++
}

// Late counts when it has given the lock back.
func (s *Sessions) Late(id string) {
	one := &Session{id: id}
	s.mu.Lock()
	s.byID[id] = one
	s.mu.Unlock()
	one.n++ // failed
}

// Last counts what it has set without the lock.
func (s *Sessions) Last(id string) {
	one := &Session{id: id}
	one.n = 1
	s.mu.Lock()
	s.last = one
	s.mu.Unlock()
	one.n = 2 // failed
}

// Early is right: it sets the number before others know the session.
func (s *Sessions) Early(id string) {
	one := &Session{id: id}
	one.n = 1
	s.mu.Lock()
	s.byID[id] = one
	s.mu.Unlock()
}

// Each lets a function see the names, under the lock.
func (s *Sessions) Each(f func(id string)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, one := range s.list {
		f(one.id)
	}
}

// Count counts all requests.
func (s *Sessions) Count() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, one := range s.byID {
		n += one.n
	}
	return n
}

// Peek looks without the lock.
func (s *Sessions) Peek(id string) int {
	s.mu.Lock()
	one := s.byID[id]
	s.mu.Unlock()
	if one == nil {
		return 0
	}
	return one.n // failed
}
