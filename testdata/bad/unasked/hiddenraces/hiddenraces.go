// Package hiddenraces has data races that stand behind another one in the same function: no execution gets to them that does not pass the first.
package hiddenraces

import (
	"sync"
	"sync/atomic"
)

// A Queue counts what it passes on. Two of the counters have a guard each, and run keeps to none of them.
type Queue struct {
	passed  int64
	mu      sync.Mutex
	dropped int
	rest    sync.Mutex
	left    map[string]int
}

// New starts what passes on.
func New(in chan int) *Queue {
	q := &Queue{left: map[string]int{}}
	go q.run(in)
	return q
}

func (q *Queue) run(in chan int) {
	for i := range in {
		q.passed++ // failed
		if i < 0 {
			q.dropped++ // failed
		}
		q.left["in"] = i // failed
	}
}

// Passed is how many there were.
func (q *Queue) Passed() int64 { return atomic.LoadInt64(&q.passed) }

// Drop counts another one.
func (q *Queue) Drop() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.dropped++
}

// Dropped is how many there were.
func (q *Queue) Dropped() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.dropped
}

// Leave notes what is left of a name.
func (q *Queue) Leave(name string, n int) {
	q.rest.Lock()
	defer q.rest.Unlock()
	q.left[name] = n
}

// Left is what was left of a name.
func (q *Queue) Left(name string) int {
	q.rest.Lock()
	defer q.rest.Unlock()
	return q.left[name]
}

// A Session has a lock of its own.
type Session struct {
	mu   sync.Mutex
	seen int
}

// See counts.
func (s *Session) See() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen++
}

// A Server has a current session.
type Server struct {
	mu  sync.Mutex
	cur *Session
	all int
}

// Open makes s the current session.
func (s *Server) Open(n *Session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cur = n
	s.all++
}

// Current is the current session.
func (s *Server) Current() *Session {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cur
}

// Swap makes n the current session, unless there is none.
func (s *Server) Swap(n *Session) *Session {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.cur
	if s.cur != nil {
		s.cur = n
	}
	return was
}

// Close leaves no session.
func (s *Server) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cur = nil
	s.all--
}

// All is how many there were.
func (s *Server) All() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all
}

// Touch reads the current session thrice, without the lock that guards it. That it may be another one each time follows from that, and so does that the lock of one is
// held at the counter of another: the finding is at the first.
func (s *Server) Touch() {
	s.cur.mu.Lock() // failed
	s.cur.seen++
	s.cur.mu.Unlock()
}

// Reset makes both mistakes with one lock: one finding.
func (s *Server) Reset() {
	s.cur = nil // failed
	s.all = 0
}
