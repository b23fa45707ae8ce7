// Package optionhelpers has functions that pass on an object to options, for an object that is not the caller's own.
package optionhelpers

import "sync"

// A Server is set up by options.
type Server struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	hits  int
	hosts []string
	limit int
	next  *Server
}

// An Option sets one up.
type Option func(*Server)

// WithLimit is right.
func WithLimit(n int) Option { return func(s *Server) { s.limit = n } }

// WithHosts is right.
func WithHosts(host string) Option { return func(s *Server) { s.hosts = []string{host} } }

// apply is right: its callers have s to themselves.
func apply(s *Server, opts ...Option) {
	for _, o := range opts {
		if o != nil {
			o(s)
		}
	}
}

// New is right.
func New(opts ...Option) *Server {
	s := &Server{limit: 1}
	apply(s, opts...)
	return s
}

// Again sets up one that others know.
func (s *Server) Again(opts ...Option) {
	apply(s, opts...) // failed
}

// Locked has the lock, which does not guard what options write.
func (s *Server) Locked(opts ...Option) {
	s.mu.Lock()
	defer s.mu.Unlock()
	apply(s, opts...) // failed
}

//calvin:guarded_by lastMu
var last *Server

var lastMu sync.Mutex

// Known has let others know of it.
func Known(opts ...Option) *Server {
	s := &Server{limit: 1}
	lastMu.Lock()
	last = s
	lastMu.Unlock()
	apply(s, opts...) // failed
	return s
}

// keeping lets others know what it has been lent.
func keeping(s *Server, opts ...Option) {
	for _, o := range opts {
		if o != nil {
			o(s)
		}
	}
	lastMu.Lock()
	last = s
	lastMu.Unlock() // failed
}

// Keeping goes on with it.
func Keeping(opts ...Option) {
	s := &Server{}
	keeping(s, opts...)
	s.limit = 2 // failed
}

// started is what a goroutine runs.
func started(s *Server, o Option) {
	if o != nil {
		o(s) // failed
	}
}

// Starts has it set up meanwhile.
func Starts(o Option) int {
	s := &Server{}
	started(s, o)
	go started(s, o)
	return s.limit
}

// valued may be called by somebody else.
func valued(s *Server, o Option) {
	if o != nil {
		o(s) // failed
	}
}

// Valued gives it away.
func Valued(o Option) func(*Server, Option) {
	valued(&Server{}, o)
	return valued
}
