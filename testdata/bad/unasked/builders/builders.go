// Package builders has no annotations. Its methods set up an object and return it: whoever calls one has the object to himself. Where code of the
// package lets others know it first, that is found.
package builders

import "sync"

// A Server is set up by methods, and then used by goroutines.
type Server struct {
	limit int
	once  sync.Once
	mu    sync.Mutex
	hits  int
	inner Pool
}

// A Pool makes its channel when it is first used.
type Pool struct {
	once  sync.Once
	tasks chan func()
	size  int
}

// New returns a server.
func New() *Server { return &Server{} }

// WithLimit sets the limit.
func (s *Server) WithLimit(n int) *Server {
	s.limit = n
	return s
}

// WithHits sets what the lock guards later.
func (s *Server) WithHits(n int) *Server {
	s.hits = n
	return s
}

// WithSize sets up a part of it, which has not been used.
func (s *Server) WithSize(n int) *Server {
	s.inner.WithSize(n)
	return s
}

// WithSize sets the size.
func (p *Pool) WithSize(n int) *Pool {
	if p.tasks != nil {
		panic("used already")
	}
	p.size = n
	return p
}

// Go uses the pool.
func (p *Pool) Go(f func()) {
	p.once.Do(func() { p.tasks = make(chan func(), 10) })
	p.tasks <- f
}

// Default sets up one.
func Default() *Server {
	return New().WithLimit(3).WithHits(1).WithSize(4)
}

// Hit counts one.
func (s *Server) Hit() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hits++
	return s.hits < s.limit
}

// A Limiter has a builder that is called on an object which others know.
type Limiter struct {
	mu   sync.Mutex
	rate int
	n    int
}

// WithRate is no builder, as Slow has it change what goroutines use.
func (l *Limiter) WithRate(n int) *Limiter {
	l.rate = n // failed
	return l
}

// Slow changes it some time.
func (l *Limiter) Slow() {
	l.mu.Lock()
	l.n++
	l.mu.Unlock()
	l.WithRate(1) // unfounded
}

// Rate reads it.
func (l *Limiter) Rate() int { return l.rate }

// A Late has a builder that is called once others know the object, in the function that has made it.
type Late struct {
	mu   sync.Mutex
	n    int
	rate int
}

// WithRate would be a builder.
func (l *Late) WithRate(n int) *Late {
	l.rate = n // failed
	return l
}

func (l *Late) run() {
	l.mu.Lock()
	l.n += l.rate
	l.mu.Unlock()
}

// Started starts a goroutine between two calls.
func Started() *Late {
	l := (&Late{}).WithRate(1)
	go l.run()
	return l.WithRate(2) // unfounded
}

// A Locked has a method that is no builder, as it takes the lock.
type Locked struct {
	mu   sync.Mutex
	rate int
	n    int
}

// WithRate is called at any time.
func (l *Locked) WithRate(n int) *Locked {
	l.mu.Lock()
	l.rate = n
	l.mu.Unlock()
	l.n = n // failed
	return l
}

// Rate holds the lock.
func (l *Locked) Rate() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.rate + l.n
}

// A Known registers itself.
type Known struct {
	mu   sync.Mutex
	rate int
}

var known = make(chan *Known, 10)

// WithRate lets others know the object.
func (k *Known) WithRate(n int) *Known {
	known <- k
	k.rate = n // failed
	return k
}

// Rate reads it.
func (k *Known) Rate() int { return k.rate }

var all []*Kept
var allMu sync.Mutex

// A Kept is stored where others find it, by its builder.
type Kept struct {
	mu   sync.Mutex
	rate int
}

// WithRate stores it first.
func (k *Kept) WithRate(n int) *Kept {
	keep(k)
	k.rate = n // failed
	return k
}

func keep(k *Kept) {
	allMu.Lock()
	all = append(all, k)
	allMu.Unlock()
}

// Rates reads them.
func Rates() (n int) {
	allMu.Lock()
	defer allMu.Unlock()
	for _, k := range all {
		n += k.rate
	}
	return n
}

// A Shared is a package variable.
type Shared struct {
	mu   sync.Mutex
	rate int
}

var shared Shared

// WithRate is called on it.
func (s *Shared) WithRate(n int) *Shared {
	s.rate = n // failed
	return s
}

// Set changes it.
func Set(n int) {
	shared.WithRate(n) // unfounded
}

// Get reads it.
func Get() int { return shared.rate }

// A Routed has a builder that is called without its name.
type Routed struct {
	mu   sync.Mutex
	rate int
}

// WithRate is called by way of an interface, and as a value.
func (r *Routed) WithRate(n int) *Routed {
	r.rate = n // failed
	return r
}

// Rate reads it.
func (r *Routed) Rate() int { return r.rate }

type rated interface{ WithRate(int) *Routed }

// By goes by the interface.
func By(r rated) { r.WithRate(3) }

// Value goes by a method value.
func Value(r *Routed) func(int) *Routed { return r.WithRate }

// A Cache is made by a function that passes it to others, which set fields that have no guard.
type Cache struct {
	mu      sync.Mutex
	n       int
	every   int
	sweeper *sweeper
}

type sweeper struct{ stop chan bool }

// Make has the cache to itself, and so have the functions that it calls.
func Make(every int) *Cache {
	c := &Cache{}
	c.setUp(every)
	startSweeper(c)
	return c
}

func (c *Cache) setUp(every int) { c.every = every }

func startSweeper(c *Cache) {
	s := &sweeper{stop: make(chan bool)}
	c.sweeper = s
	go s.run(c)
}

func (s *sweeper) run(c *Cache) {
	for {
		select {
		case <-s.stop:
			return
		default:
			c.mu.Lock()
			c.n += c.every
			c.mu.Unlock()
		}
	}
}

// Stop stops it.
func (c *Cache) Stop() { c.sweeper.stop <- true }

// A Timer has a function that sets a field, also once a goroutine has begun that reads it.
type Timer struct {
	mu    sync.Mutex
	n     int
	every int
}

func (t *Timer) set(every int) {
	t.every = every
}

// Begin sets it too late the second time.
func Begin() *Timer {
	t := &Timer{}
	t.set(1)
	go t.run()
	t.set(2) // failed
	return t
}

func (t *Timer) run() {
	t.mu.Lock()
	t.n += t.every
	t.mu.Unlock()
}

// A Clock sets a field behind the start of its goroutine, in a helper that has the clock to itself at first.
type Clock struct {
	mu    sync.Mutex
	n     int
	every int
}

// NewClock makes one.
func NewClock() *Clock {
	c := &Clock{}
	begin(c) // unfounded
	return c
}

func begin(c *Clock) {
	c.every = 1
	go c.run()
	c.every = 2 // failed
}

func (c *Clock) run() {
	c.mu.Lock()
	c.n += c.every
	c.mu.Unlock()
}

// An Inner has a builder that is promoted to a type which is behind an interface.
type Inner struct {
	mu   sync.Mutex
	rate int
}

// WithRate is none that has the object to itself.
func (i *Inner) WithRate(n int) *Inner {
	i.rate = n // failed
	return i
}

// Rate reads it.
func (i *Inner) Rate() int { return i.rate }

// An Outer has a name, too.
type Outer struct {
	*Inner
	name string
}

// Name is what no Inner has.
func (o *Outer) Name() string { return o.name }

type named interface {
	WithRate(int) *Inner
	Name() string
}

// ByOuter goes by the interface.
func ByOuter(n named) string {
	n.WithRate(3)
	return n.Name()
}

// An Expressed has a builder that is used by its type.
type Expressed struct {
	mu   sync.Mutex
	rate int
}

// WithRate is none that has the object to itself.
func (e *Expressed) WithRate(n int) *Expressed {
	e.rate = n // failed
	return e
}

// Rate reads it.
func (e *Expressed) Rate() int { return e.rate }

// Expression is (*Expressed).WithRate.
func Expression() func(*Expressed, int) *Expressed { return (*Expressed).WithRate }
