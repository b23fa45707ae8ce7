// Package optionlists has options that write to a list of the object that they are passed, and an invariant that relates objects of another type.
package optionlists

import "sync"

// An Option sets something of a server.
type Option func(*Server)

// A Server has a lock of its own.
type Server struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	limit int
	all   []int
}

// WithLimit sets the limit, and extends the list.
func WithLimit(n int) Option {
	return func(s *Server) {
		s.limit = n
		s.all = append(s.all, 1)
	}
}

// New makes a server.
func New(opts ...Option) *Server {
	s := &Server{all: []int{1, 2}}
	for _, o := range opts {
		if o != nil {
			o(s)
		}
	}
	s.limit = 1
	return s
}

var last struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	server *Server
}

// NewKnown lets others know the server before the options have run.
func NewKnown(opts ...Option) *Server {
	s := &Server{}
	last.mu.Lock()
	last.server = s
	last.mu.Unlock()
	for _, o := range opts {
		if o != nil {
			o(s)
		}
	}
	s.limit = 1 // failed
	return s
}

// A Pair has a part of its own.
//
//calvin:invariant forall p *Pair, q *Pair :: p != q ==> p.part != q.part || p.part == nil
type Pair struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	part *Part
}

// A Part belongs to one pair at most.
type Part struct {
	//calvin:immutable
	n int
}
