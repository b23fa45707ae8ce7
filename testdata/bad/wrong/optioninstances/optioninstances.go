// Package optioninstances has generic code that runs an option in an instance, with an object that others know.
package optioninstances

import "sync"

// A Server is set up by options.
type Server struct {
	limit int
	mu    sync.Mutex
	//calvin:guarded_by mu
	hits int
}

// An Option sets one up.
type Option func(*Server)

// WithLimit would be right.
func WithLimit(n int) Option {
	return func(s *Server) {
		s.limit = n // failed
	}
}

// New is right.
func New(opts ...Option) *Server {
	s := &Server{limit: 1}
	for _, o := range opts {
		if o != nil {
			o(s)
		}
	}
	return s
}

func each[T any](f func(T), v T) {
	f(v)
}

// Each has a goroutine run an option for a server that others know.
func Each(s *Server) {
	var f func(*Server) = WithLimit(1)
	go each(f, s)
}
