// Package optionlists has no annotations. Its options write to a list of the object that they are passed, which has a lock of its own.
package optionlists

import "sync"

// A Server has a list that its options extend.
type Server struct {
	mu    sync.Mutex
	limit int
	all   []int
	tag   int
	next  *Server
}

// An Option sets something of a server.
type Option func(*Server)

// WithLimit sets the limit, and extends the list.
func WithLimit(n int) Option {
	return func(s *Server) {
		s.limit = n
		s.all = append(s.all, 1)
	}
}

// Before sets the server that comes next.
func Before(next *Server) Option {
	return func(s *Server) {
		s.tag++
		s.next = next
		s.all = nil
	}
}

// New makes a server.
func New(opts ...Option) *Server {
	s := &Server{tag: 1, all: []int{1, 2}}
	for _, o := range opts {
		if o != nil {
			o(s)
		}
	}
	if len(s.all) > 1 {
		_ = s.all[1]
	}
	s.limit++
	return s
}

// Raise changes the limit of a server that others know.
func (s *Server) Raise() {
	s.mu.Lock()
	s.limit++
	s.mu.Unlock()
}

// Lower does, too.
func (s *Server) Lower() {
	s.mu.Lock()
	s.limit--
	s.mu.Unlock()
}

// Double does, too.
func (s *Server) Double() {
	s.mu.Lock()
	s.limit *= 2
	s.mu.Unlock()
}

// Sneak does so without the lock.
func (s *Server) Sneak() {
	s.limit++ // failed
}
