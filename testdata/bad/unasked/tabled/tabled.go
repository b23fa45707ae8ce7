// Package tabled has no annotations. Its helpers are called under a lock where they are named, and without it by way of tables that package variables hold.
package tabled

import "sync"

// A Server has a map that its lock guards.
type Server struct {
	mu sync.Mutex
	m  map[string]int
}

// NewServer makes one.
func NewServer() *Server { return &Server{m: map[string]int{}} }

type command struct {
	name string
	run  func(*Server, string)
}

var commands = []command{
	{"set", setKey},
	{"delete", deleteKey},
}

func setKey(s *Server, k string)    { s.m[k] = 1 }     // failed
func deleteKey(s *Server, k string) { delete(s.m, k) } // failed

// Do runs a command without the lock.
func (s *Server) Do(name, k string) {
	for _, c := range commands {
		if c.name == name {
			c.run(s, k)
		}
	}
}

// Reset has it.
func (s *Server) Reset() { // unfounded
	s.mu.Lock()
	defer s.mu.Unlock()
	setKey(s, "a")
	deleteKey(s, "b")
}

// A Counter has methods in tables.
type Counter struct {
	mu sync.Mutex
	n  int
}

func (c *Counter) inc() { c.n++ } // failed

// Inc adds one.
func (c *Counter) Inc() { // unfounded
	c.mu.Lock()
	defer c.mu.Unlock()
	c.inc()
}

var steps = []func(*Counter){(*Counter).Inc, (*Counter).inc}

// Step takes a step.
func (c *Counter) Step(i int) { steps[i](c) } // unfounded

// A Meter is embedded.
type Meter struct {
	mu sync.Mutex
	n  int
}

func (m *Meter) inc() { m.n++ } // failed

// Inc adds one.
func (m *Meter) Inc() { // unfounded
	m.mu.Lock()
	defer m.mu.Unlock()
	m.inc()
}

type labelled struct {
	*Meter
	name string
}

var onLabelled = map[string]func(labelled){"inc": labelled.inc}

// Label calls the promoted method.
func (m *Meter) Label(name string) {
	if f := onLabelled[name]; f != nil {
		f(labelled{m, name})
	}
}

// A Gauge is generic.
type Gauge[T any] struct {
	mu   sync.Mutex
	last T
	n    int
}

func (g *Gauge[T]) set(v T) {
	g.last = v // failed
	g.n++
}

// Set sets it.
func (g *Gauge[T]) Set(v T) { // unfounded
	g.mu.Lock()
	defer g.mu.Unlock()
	g.set(v)
}

var setters = []func(*Gauge[int], int){(*Gauge[int]).set}

// SetAll sets it by all that can.
func SetAll(g *Gauge[int], v int) {
	for _, f := range setters {
		f(g, v)
	}
}

// A Shared is a package variable with a method value.
type Shared struct {
	mu sync.Mutex
	n  int
}

var shared = &Shared{}

func (s *Shared) inc() { s.n++ } // failed

// Inc adds one.
func (s *Shared) Inc() { // unfounded
	s.mu.Lock()
	defer s.mu.Unlock()
	s.inc()
}

var hook = shared.inc

// Run runs the hook.
func Run() { hook() }

// A Timer has a helper whose name says what it requires, and stands in a table.
type Timer struct {
	mu sync.Mutex
	n  int
}

func (t *Timer) incLocked() { t.n++ } // failed

// Inc adds one.
func (t *Timer) Inc() { // unfounded
	t.mu.Lock()
	defer t.mu.Unlock()
	t.incLocked()
}

var ticks = []func(*Timer){(*Timer).incLocked}

// Tick does not hold the lock.
func (t *Timer) Tick() { ticks[0](t) } // unfounded

// A Right calls what is in its table under its lock: what is there takes none, and uses the copy that it gets.
type Right struct {
	mu sync.Mutex
	n  int
}

var next = []func(int) int{double, succ}

func double(n int) int { return 2 * n }
func succ(n int) int   { return n + 1 }

// Step goes on.
func (r *Right) Step(i int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.n = next[i](r.n)
}
