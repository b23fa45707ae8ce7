// Package setups has no annotations. Its objects are set up by functions that callers pass: each has the object to itself meanwhile, and so has
// the constructor afterwards.
package setups

import "sync"

// A Limiter has fields that options set, and that the lock guards once the limiter is made.
type Limiter[K comparable] struct {
	mu    sync.Mutex
	rate  int
	burst int
	seen  map[K]int
	names []string
}

// An Option sets up a limiter.
type Option[K comparable] func(*Limiter[K])

// WithRate sets what the lock guards later.
func WithRate[K comparable](n int) Option[K] { return func(l *Limiter[K]) { l.rate = n } }

// WithHighRate does so, too: more options write it than functions that hold the lock.
func WithHighRate[K comparable]() Option[K] { return func(l *Limiter[K]) { l.rate = 1000 } }

// WithBurst reads and writes it.
func WithBurst[K comparable](n int) Option[K] {
	return func(l *Limiter[K]) {
		l.burst = n
		if l.rate < n {
			l.rate = n
		}
	}
}

// WithSeen writes to the map, which New has made.
func WithSeen[K comparable](keys ...K) Option[K] {
	return func(l *Limiter[K]) {
		for _, k := range keys {
			l.seen[k]++
		}
	}
}

// WithName adds to the list.
func WithName[K comparable](n string) Option[K] {
	return func(l *Limiter[K]) { l.names = append(l.names, n) }
}

// WithSharedMap puts in a map that others may have.
func WithSharedMap[K comparable](all map[K]int) Option[K] {
	return func(l *Limiter[K]) { l.seen = all } // failed
}

// All is several options.
func All[K comparable](opts ...Option[K]) Option[K] {
	return func(l *Limiter[K]) {
		for _, opt := range opts {
			opt(l)
		}
	}
}

// New has the limiter to itself when the options have run.
func New[K comparable](opts ...Option[K]) *Limiter[K] {
	l := &Limiter[K]{rate: 1, seen: map[K]int{}}
	for _, opt := range opts {
		opt(l)
	}
	if l.burst < l.rate {
		l.burst = l.rate
	}
	l.rate++
	return l
}

// SetRate holds the lock.
func (l *Limiter[K]) SetRate(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rate = n
}

// Allow does, too.
func (l *Limiter[K]) Allow(k K) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.seen[k] >= l.burst {
		return false
	}
	l.seen[k] += l.rate
	l.names = append(l.names, "allowed")
	return true
}

// Sneak does not.
func (l *Limiter[K]) Sneak(k K) {
	l.seen[k]++ // failed
}

// options are set up, and lead to an object that has options of its own.
type options[K comparable, V any] struct {
	policy policy[K, V]
	every  int
}

type policy[K comparable, V any] interface {
	get(K) (V, bool)
	set(K, V)
}

type simple[K comparable, V any] struct{ m map[K]V }

func (s *simple[K, V]) get(k K) (V, bool) { v, ok := s.m[k]; return v, ok }
func (s *simple[K, V]) set(k K, v V)      { s.m[k] = v }

type simpleOptions struct{ size int }

// A SimpleOption sets up what the map is made of.
type SimpleOption func(*simpleOptions)

// WithSize is a size.
func WithSize(n int) SimpleOption { return func(o *simpleOptions) { o.size = n } }

func newSimple[K comparable, V any](opts ...SimpleOption) *simple[K, V] {
	o := &simpleOptions{size: 128}
	for _, opt := range opts {
		opt(o)
	}
	return &simple[K, V]{m: make(map[K]V, o.size)}
}

// A CacheOption sets up the options of a cache.
type CacheOption[K comparable, V any] func(*options[K, V])

// AsSimple has options that it calls itself.
func AsSimple[K comparable, V any](opts ...SimpleOption) CacheOption[K, V] {
	return func(o *options[K, V]) { o.policy = newSimple[K, V](opts...) }
}

var known = make(chan *simpleOptions, 10)

// KeptInside calls options on an object that it has let others know between two of them.
func KeptInside[K comparable, V any](opts ...SimpleOption) CacheOption[K, V] {
	return func(o *options[K, V]) {
		inside := &simpleOptions{}
		for _, opt := range opts {
			opt(inside) // failed
			known <- inside
		}
		o.every = 1
	}
}

// Every is a number.
func Every[K comparable, V any](n int) CacheOption[K, V] {
	return func(o *options[K, V]) { o.every = n }
}

// A Cache guards its policy.
type Cache[K comparable, V any] struct {
	mu     sync.Mutex
	policy policy[K, V]
	every  int
}

// NewCache makes one of the options.
func NewCache[K comparable, V any](opts ...CacheOption[K, V]) *Cache[K, V] {
	o := &options[K, V]{policy: newSimple[K, V](), every: 60}
	for _, opt := range opts {
		opt(o)
	}
	return &Cache[K, V]{policy: o.policy, every: o.every}
}

// Get holds the lock.
func (c *Cache[K, V]) Get(k K) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.policy.get(k)
}

// Set does, too.
func (c *Cache[K, V]) Set(k K, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.policy.set(k, v)
}

// A Server keeps an option.
type Server[T any] struct {
	mu    sync.Mutex
	limit int
	all   []T
	later ServerOption[T]
}

// A ServerOption sets up a server.
type ServerOption[T any] func(*Server[T])

// Limit sets it.
func Limit[T any](n int) ServerOption[T] { return func(s *Server[T]) { s.limit = n } }

// NewServer is right.
func NewServer[T any](later ServerOption[T], opts ...ServerOption[T]) *Server[T] {
	s := &Server[T]{later: later}
	for _, opt := range opts {
		opt(s)
	}
	return s
}

// Add holds the lock.
func (s *Server[T]) Add(v T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.all) < s.limit {
		s.all = append(s.all, v)
	}
	s.limit++
}

// Later calls the option that was kept, when others know the server.
func (s *Server[T]) Later() {
	s.later(s) // failed
}

var servers = make(chan *Publisher, 10)

// A Publisher has an option that lets others know it.
type Publisher struct {
	mu    sync.Mutex
	count int
	byKey map[string]int
}

// A PublisherOption sets one up.
type PublisherOption func(*Publisher)

// Count is right.
func Count(n int) PublisherOption { return func(p *Publisher) { p.count = n } }

// Key writes to a map.
func Key(k string) PublisherOption { return func(p *Publisher) { p.byKey[k] = 1 } }

// Published lets others know it.
func Published() PublisherOption {
	return func(p *Publisher) {
		servers <- p // failed
	}
}

// Started does, too.
func Started() PublisherOption {
	return func(p *Publisher) {
		go p.Inc() // failed
	}
}

// NewPublisher is right.
func NewPublisher(opts ...PublisherOption) *Publisher {
	p := &Publisher{byKey: map[string]int{}}
	for _, opt := range opts {
		opt(p)
	}
	p.count++
	p.byKey["made"] = 1
	return p
}

// Early lets others know the publisher before the options set it up.
func Early(opts ...PublisherOption) *Publisher {
	p := &Publisher{byKey: map[string]int{}}
	servers <- p
	for _, opt := range opts {
		opt(p) // failed
	}
	return p
}

// Inc holds the lock.
func (p *Publisher) Inc() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count++
	p.byKey["inc"]++
}

// A Chooser is made by others, who may give it to several pools.
type Chooser interface{ choose(n int) int }

type fixed struct{ at int }

func (f *fixed) choose(n int) int { return n % f.at }

type rotating struct{ hits int }

func (r *rotating) choose(n int) int {
	r.hits++ // failed
	return r.hits % n
}

// Fixed is right.
func Fixed(at int) Chooser { return &fixed{at} }

// Rotating counts without a lock.
func Rotating() Chooser { return &rotating{} }

// A Pool asks its chooser with the lock held, which is not the chooser's.
type Pool struct {
	mu      sync.Mutex
	chooser Chooser
	n       int
}

// A PoolOption sets up a pool.
type PoolOption func(*Pool)

// WithChooser sets what others may have, too.
func WithChooser(c Chooser) PoolOption { return func(p *Pool) { p.chooser = c } }

// NewPool has one of its own.
func NewPool(opts ...PoolOption) *Pool {
	p := &Pool{chooser: Fixed(1)}
	for _, opt := range opts {
		opt(p)
	}
	return p
}

// Next holds the lock.
func (p *Pool) Next() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.n = p.chooser.choose(p.n + 1)
	return p.n
}
