// Package exposedsends has no annotations. What a lock guards is sent to code of others.
package exposedsends

import "sync"

// A Series is guarded by its lock.
type Series struct {
	mu     sync.Mutex
	points []int
	labels map[string]string
	Out    chan map[string]string
	full   chan []int
}

// New is right.
func New() *Series {
	return &Series{labels: map[string]string{}, Out: make(chan map[string]string, 1), full: make(chan []int)}
}

// Set is right.
func (s *Series) Set(i, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.points[i] = n
}

// Label is right.
func (s *Series) Label(key, value string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.labels[key] = value
}

// Send gives away what the lock guards.
func (s *Series) Send(to chan<- []int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	to <- s.points // failed
}

// SendPart does so with a part, after the lock is released.
func (s *Series) SendPart(to chan<- []int) {
	s.mu.Lock()
	part := s.points[1:]
	s.mu.Unlock()
	select { // failed
	case to <- part:
	default:
	}
}

// Offer sends on a channel that everybody can name.
func (s *Series) Offer() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Out <- s.labels // failed
}

// A Message has points.
type Message struct{ Points []int }

// SendMessage gives them away in a struct.
func (s *Series) SendMessage(to chan<- Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	to <- Message{s.points} // failed
}

// SendPointer gives them away in a new object.
func (s *Series) SendPointer(to chan<- *Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	to <- &Message{Points: s.points[:1]} // failed
}

// SendAny gives them away in an interface.
func (s *Series) SendAny(to chan<- any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	to <- s.points // failed
}

// SendNew is right.
func (s *Series) SendNew(to chan<- Message, other chan<- any) {
	s.mu.Lock()
	points := append([]int(nil), s.points...)
	n := len(s.points)
	s.mu.Unlock()
	to <- Message{points}
	other <- n
}

// SendCopy is right.
func (s *Series) SendCopy(to chan<- []int) {
	s.mu.Lock()
	points := append([]int(nil), s.points...)
	s.mu.Unlock()
	to <- points
}

// Add is right: what it sends is the lock's no longer.
func (s *Series) Add(n int) {
	s.mu.Lock()
	s.points = append(s.points, n)
	var full []int
	if len(s.points) > 99 {
		full, s.points = s.points, nil
	}
	s.mu.Unlock()
	if full != nil {
		s.full <- full
	}
}

// Full is right.
func (s *Series) Full() <-chan []int { return s.full }

// A Node leads to others of its kind.
type Node struct {
	next *Node
	name string
}

// A Plain has the same fields.
type Plain Node

// As is right.
func As(n *Node) *Plain { return (*Plain)(n) }
