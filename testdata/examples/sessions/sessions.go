// Package sessions keeps the sessions of a server in a sync.Map, and the buffers that it writes them with in a sync.Pool.
package sessions

import (
	"context"
	"strconv"
	"sync"
	"time"
)

// A Session belongs to one user.
type Session struct {
	user string
	mu   sync.Mutex
	//calvin:guarded_by mu
	hits int
}

// Hit counts a request.
//
//calvin:atomic
//calvin:modifies s.hits
//calvin:ensures  s.hits == old(s.hits)+1
func (s *Session) Hit() {
	s.mu.Lock()
	s.hits++
	s.mu.Unlock()
}

// Sessions are the sessions of all users.
type Sessions struct {
	byUser sync.Map
}

// Of returns the session of a user, a new one if there is none.
//
//calvin:atomic
//calvin:modifies s.byUser
func (s *Sessions) Of(user string) *Session {
	found, _ := s.byUser.LoadOrStore(user, &Session{user: user})
	return found.(*Session)
}

// Find returns the session of a user, nil if there is none.
//
//calvin:atomic
func (s *Sessions) Find(user string) *Session {
	found, ok := s.byUser.Load(user)
	if !ok {
		return nil
	}
	return found.(*Session)
}

// Visit counts a request of a user who has a session, and reports whether there is one.
func (s *Sessions) Visit(user string) bool {
	session := s.Find(user)
	if session == nil {
		return false
	}
	session.Hit()
	return true
}

// Total returns the number of requests of all users, each counted at some time while it runs.
func (s *Sessions) Total() int {
	total := 0
	s.byUser.Range(func(_, value any) bool {
		session := value.(*Session)
		session.mu.Lock()
		total += session.hits
		session.mu.Unlock()
		return total < 1000
	})
	return total
}

// End ends the session of a user.
//
//calvin:atomic
//calvin:modifies s.byUser
func (s *Sessions) End(user string) { s.byUser.Delete(user) }

// Replace puts a new session in the place of one, unless another has taken it.
//
//calvin:atomic
//calvin:modifies s.byUser
func (s *Sessions) Replace(old *Session) bool {
	return s.byUser.CompareAndSwap(old.user, old, &Session{user: old.user})
}

// Expire ends the session of a user after a while, or when ctx is done, whichever comes first.
func (s *Sessions) Expire(ctx context.Context, user string, after time.Duration) {
	time.AfterFunc(after, func() { s.End(user) })
	context.AfterFunc(ctx, func() { s.End(user) })
}

// Clear ends all sessions.
//
//calvin:atomic
//calvin:modifies s.byUser
func (s *Sessions) Clear() { s.byUser.Clear() }

// A line is where a goroutine writes a line.
type line struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	text string
}

var lines = sync.Pool{New: func() any { return new(line) }}

// Line returns what is said of a session.
func (s *Session) Line() string {
	l := lines.Get().(*line)
	if l == nil {
		l = new(line)
	}
	l.mu.Lock()
	s.mu.Lock()
	l.text = s.user + ": " + strconv.Itoa(s.hits)
	s.mu.Unlock()
	text := l.text
	l.mu.Unlock()
	lines.Put(l)
	return text
}
