// Package options has functions that set up an object, and let others know it; and calls of such functions with what others know.
package options

import "sync"

type Server struct {
	addr string
	tags []string
	mu   sync.Mutex
	//calvin:guarded_by mu
	limit int
	//calvin:guarded_by mu
	conns map[string]int
	next  *Server
	log   *logger
}

type logger struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	lines int
	name  string
}

type Option func(*Server)

// Addr, Limit and Tag are right: they make of Option a type of functions that are lent what they are passed.
func Addr(a string) Option { return func(s *Server) { s.addr = a } }

func Limit(n int) Option { return func(s *Server) { s.limit = n } }

func Tag(t string) Option { return func(s *Server) { s.tags = append(s.tags, t) } }

func New(opts ...Option) *Server {
	s := &Server{}
	for _, o := range opts {
		if o != nil {
			o(s)
		}
	}
	s.limit++
	return s
}

// NewAndCounts counts in another server as well.
func NewAndCounts(other *Server, opts ...Option) *Server {
	s := &Server{}
	for _, o := range opts {
		if o != nil {
			o(s)
		}
	}
	s.limit++
	other.limit++ // failed
	return s
}

var (
	lastMu sync.Mutex
	//calvin:guarded_by lastMu
	last *Server
	//calvin:guarded_by lastMu
	lastLog *logger
	found   = make(chan *Server, 1)
)

func Global() Option {
	return func(s *Server) {
		lastMu.Lock()
		last = s
		lastMu.Unlock() // failed
	}
}

func GlobalPart() Option {
	return func(s *Server) {
		lastMu.Lock()
		lastLog = s.log
		lastMu.Unlock() // failed
	}
}

func Starts() Option {
	return func(s *Server) {
		go s.count() // failed
	}
}

func StartsLiteral() Option {
	return func(s *Server) {
		go func() { // failed
			s.mu.Lock()
			s.limit++
			s.mu.Unlock()
		}()
	}
}

func (s *Server) count() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.limit++
}

func Sends() Option {
	return func(s *Server) {
		found <- s // failed
	}
}

func Keeps(all map[string]*Server) Option {
	return func(s *Server) {
		lastMu.Lock()
		defer lastMu.Unlock()
		last = &Server{next: s} // failed
	}
}

func Loops() Option {
	return func(s *Server) {
		s.next = s
		lastMu.Lock()
		last = s.next
		lastMu.Unlock() // failed
	}
}

func Calls(f func(any)) Option {
	return func(s *Server) {
		f(s) // failed
	}
}

// Locks leaves a lock locked.
func Locks() Option {
	return func(s *Server) {
		s.mu.Lock()
	} // failed
}

// OthersTags has the server write what its caller has.
func OthersTags(tags []string) Option {
	return func(s *Server) {
		s.tags = tags // failed
	}
}

// Twice is right: it lends what it is lent.
func Twice(o Option) Option {
	return func(s *Server) {
		if o != nil {
			o(s)
			o(s)
		}
	}
}

// TwiceAndKeeps is not.
func TwiceAndKeeps(o Option) Option {
	return func(s *Server) {
		if o != nil {
			lastMu.Lock()
			last = s
			lastMu.Unlock()
			o(s) // failed
		}
	}
}

// Later calls an option when others know the server.
func (s *Server) Later(o Option) {
	if o != nil {
		o(s) // failed
	}
}

// LaterLocked holds the lock, which guards less than options write.
func (s *Server) LaterLocked(o Option) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o != nil {
		o(s) // failed
	}
}

func Published(o Option) *Server {
	s := &Server{}
	lastMu.Lock()
	last = s
	lastMu.Unlock()
	if o != nil {
		o(s) // failed
	}
	return s
}

func PublishedInLoop(opts ...Option) {
	s := &Server{}
	for _, o := range opts {
		if o != nil {
			o(s) // failed
		}
		lastMu.Lock()
		last = s
		lastMu.Unlock()
	}
}

func PublishedByPart(o Option) *Server {
	s, t := &Server{}, &Server{}
	t.next = s
	lastMu.Lock()
	last = t
	lastMu.Unlock()
	if o != nil {
		o(s) // failed
	}
	return s
}

// Hook is called later.
type Hook struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	runs int
	o    Option
	s    *Server
}

func (h *Hook) Run() {
	o := h.o
	if o != nil {
		o(h.s) // failed
	}
}

func Hooked(o Option) *Hook {
	s := &Server{}
	h := &Hook{o: o, s: s}
	lastMu.Lock()
	last = s
	lastMu.Unlock()
	return h
}

var defaultTags = []string{"a", "b"}

// SharedTags has options write an array that others know.
func SharedTags(o Option) *Server {
	s := &Server{tags: defaultTags}
	if o != nil {
		o(s) // failed
	}
	return s
}

// After writes when the server is known.
func After(o Option) {
	s := &Server{}
	if o != nil {
		o(s)
	}
	lastMu.Lock()
	last = s
	lastMu.Unlock()
	s.addr = "x" // failed
}

// Captured is lent an object that a literal has.
func Captured(n int) *Server {
	s := &Server{}
	var o Option
	if n > 0 {
		o = func(x *Server) { s.next = x } // failed
	} else {
		o = Addr("x")
	}
	all := []Option{o}
	for _, o := range all {
		if o != nil {
			o(s) // failed
		}
	}
	return s
}
