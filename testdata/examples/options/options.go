// Package options sets up objects by functions that callers pass.
package options

import (
	"errors"
	"sync"
	"time"
)

// A Server is set up by options before anybody else knows it.
type Server struct {
	addr    string
	timeout time.Duration
	tags    []string
	mu      sync.Mutex
	//calvin:guarded_by mu
	limit int
	//calvin:guarded_by mu
	conns map[string]int
}

// An Option sets up a server.
type Option func(*Server)

// WithAddr sets the address.
func WithAddr(a string) Option { return func(s *Server) { s.addr = a } }

// WithTimeout sets a time.
func WithTimeout(d time.Duration) Option {
	return func(s *Server) { s.timeout = d }
}

// WithLimit sets what the lock guards later.
func WithLimit(n int) Option {
	return func(s *Server) { s.limit = n }
}

// WithTags adds to what other options have added.
func WithTags(tags ...string) Option {
	return func(s *Server) { s.tags = append(s.tags, tags...) }
}

// All is one option for several.
func All(opts ...Option) Option {
	return func(s *Server) {
		for _, o := range opts {
			if o != nil {
				o(s)
			}
		}
	}
}

// New makes a server, which is its own until it returns.
func New(opts ...Option) *Server {
	s := &Server{addr: ":80", conns: map[string]int{}}
	for _, o := range opts {
		if o != nil {
			o(s)
		}
	}
	if s.timeout == 0 {
		s.timeout = time.Second
	}
	s.limit++
	return s
}

// Default has options of its own.
func Default() *Server {
	return New(WithAddr(":8080"), WithTimeout(time.Minute), All(WithLimit(3), WithTags("a", "b")))
}

// Addr is set once and for all.
func (s *Server) Addr() string { return s.addr }

// Open holds the lock.
func (s *Server) Open(a string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conns == nil || len(s.conns) >= s.limit {
		return false
	}
	s.conns[a]++
	return true
}

// options are set up, then copied.
type options struct {
	size  int
	names []string
}

// A Setting is an option with a method.
type Setting interface{ apply(*options) }

type sizeSetting int

func (n sizeSetting) apply(o *options) { o.size = int(n) }

type namesSetting struct{ names []string }

func (n namesSetting) apply(o *options) { o.names = append(o.names, n.names...) }

type settingFunc func(*options)

func (f settingFunc) apply(o *options) {
	if f != nil {
		f(o)
	}
}

// Size is a number.
func Size(n int) Setting { return sizeSetting(n) }

// Names are several.
func Names(names ...string) Setting { return namesSetting{names} }

// Double is a function.
func Double() Setting { return settingFunc(func(o *options) { o.size *= 2 }) }

// A Cache has its options for ever.
type Cache struct {
	opts options
	mu   sync.Mutex
	//calvin:guarded_by mu
	m map[string]int
}

// NewCache has them set up.
func NewCache(settings ...Setting) *Cache {
	o := options{size: 10}
	for _, s := range settings {
		if s != nil {
			s.apply(&o)
		}
	}
	if o.size < 1 {
		o.size = 1
	}
	return &Cache{opts: o, m: make(map[string]int)}
}

// Put holds the lock.
func (c *Cache) Put(k string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.m != nil && len(c.m) < c.opts.size {
		c.m[k]++
	}
}

// A config is what a lock guards once it is in a Pool.
type config struct {
	size int
	env  map[string]string
}

// A PoolOption may fail.
type PoolOption func(*config) error

// PoolSize sets a number.
func PoolSize(n int) PoolOption {
	return func(c *config) error {
		if n < 0 {
			return errors.New("negative")
		}
		c.size = n
		return nil
	}
}

// Env adds to a map, which it makes if there is none.
func Env(k, v string) PoolOption {
	return func(c *config) error {
		if c.env == nil {
			c.env = map[string]string{}
		}
		c.env[k] = v
		return nil
	}
}

// Pool has a config that changes.
type Pool struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	cfg *config
}

// NewPool gives the config to the pool when all options have set it up.
func NewPool(opts ...PoolOption) (*Pool, error) {
	c := &config{size: 10}
	for _, opt := range opts {
		if opt == nil {
			continue
		}
		if err := opt(c); err != nil {
			return nil, err
		}
	}
	c.size++
	return &Pool{cfg: c}, nil
}

// Grow holds the lock.
func (p *Pool) Grow() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cfg != nil {
		p.cfg.size++
	}
}
