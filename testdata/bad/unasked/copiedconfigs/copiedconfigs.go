// Package copiedconfigs has no annotations. Configurations are behind atomic pointers: who changes one copies it, with what it leads to, changes the copy, and stores that.
package copiedconfigs

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"
)

type Config struct {
	Name   string
	Limits map[string]int
	Hosts  []string
}

// Holder stores under a lock, and loads without.
type Holder struct {
	mu sync.Mutex
	p  atomic.Pointer[Config]
}

func NewHolder() *Holder {
	h := &Holder{}
	h.p.Store(&Config{Limits: map[string]int{}})
	return h
}

func (h *Holder) Load() *Config { return h.p.Load() }

func (h *Holder) Limit(k string) int { return h.p.Load().Limits[k] }

func (h *Holder) SetLimit(k string, n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := *h.p.Load()
	c.Limits = maps.Clone(c.Limits)
	c.Limits[k] = n
	h.p.Store(&c)
}

func (h *Holder) AddHost(host string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	old := h.p.Load()
	h.p.Store(&Config{Name: old.Name, Limits: old.Limits, Hosts: append(slices.Clone(old.Hosts), host)})
}

func (c *Config) clone() *Config {
	d := *c
	d.Limits = maps.Clone(c.Limits)
	d.Hosts = slices.Clone(c.Hosts)
	return &d
}

// Update has a function of its callers change the copy.
func (h *Holder) Update(f func(*Config)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := h.p.Load().clone()
	f(c)
	h.p.Store(c) // failed inlined
}

func (h *Holder) Rename(name string) { h.Update(func(c *Config) { c.Name = name }) }

func (h *Holder) Drop(k string) { h.Update(func(c *Config) { delete(c.Limits, k) }) }

var current atomic.Pointer[Config]

func init() { current.Store(&Config{Name: "default", Limits: map[string]int{"a": 1}}) }

// Mutate copies in place.
func Mutate(mutate func(*Config)) {
	c := *current.Load()
	c.Limits = maps.Clone(c.Limits)
	mutate(&c)
	current.Store(&c)
}

func Raise() { Mutate(func(c *Config) { c.Limits["a"]++ }) }

func Current() Config { return *current.Load() }

// Settings are values in an atomic.Value.
type Settings struct {
	mu sync.Mutex
	v  atomic.Value
}

type settings struct {
	level int
	tags  map[string]string
}

func NewSettings() *Settings {
	s := &Settings{}
	s.v.Store(settings{tags: map[string]string{}})
	return s
}

func (s *Settings) get() settings { return s.v.Load().(settings) }

func (s *Settings) Level() int { return s.get().level }

func (s *Settings) mutate(f func(*settings)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.get()
	c.tags = maps.Clone(c.tags)
	f(&c)
	s.v.Store(c)
}

func (s *Settings) SetLevel(n int) { s.mutate(func(c *settings) { c.level = n }) }

func (s *Settings) Untag(k string) { s.mutate(func(c *settings) { delete(c.tags, k) }) }

// Shallow changes the map that others read.
func (h *Holder) Shallow(k string, n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := *h.p.Load()
	c.Limits[k] = n // failed
	h.p.Store(&c)
}

// InPlace changes what others have loaded, although it holds the lock.
func (h *Holder) InPlace(name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.p.Load().Name = name // failed
}

// Halfway copies the hosts alone, and lets a function change the limits.
func (h *Holder) Halfway(f func(*Config)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := *h.p.Load()
	c.Hosts = slices.Clone(c.Hosts)
	f(&c) // failed
	h.p.Store(&c)
}

// Late changes the copy once others know it.
func (h *Holder) Late(name string) {
	c := h.p.Load().clone()
	h.p.Store(c)
	c.Name = name // failed
}

// Early stores the copy, and makes a map for it then.
func Early() {
	c := *current.Load()
	current.Store(&c)
	c.Limits = maps.Clone(c.Limits) // failed
}

// Original copies the map, and goes on with the other one.
func Original(k string) {
	c := *current.Load()
	m := c.Limits
	c.Limits = maps.Clone(m)
	m[k] = 1 // failed
	current.Store(&c)
}

// Sometimes copies the map of a small configuration alone.
func Sometimes(mutate func(*Config)) {
	c := *current.Load()
	if len(c.Limits) < 9 {
		c.Limits = maps.Clone(c.Limits)
	}
	mutate(&c) // failed
	current.Store(&c)
}

// Again puts the old map back.
func Again(mutate func(*Config)) {
	c := *current.Load()
	old := c.Limits
	c.Limits = maps.Clone(c.Limits)
	c.Limits = old
	mutate(&c) // failed
	current.Store(&c)
}

var (
	lastMu sync.Mutex
	last   *Config
)

// Keeps remembers the copy, for Rewrite to change it.
func (h *Holder) Keeps() { // unfounded
	h.Update(func(c *Config) {
		lastMu.Lock()
		last = c
		lastMu.Unlock()
	})
}

func Rewrite() {
	lastMu.Lock()
	defer lastMu.Unlock()
	if last != nil {
		last.Name = ""
	}
}

// Swapped copies the map of another configuration.
func (h *Holder) Swapped(mutate func(*Config)) {
	c, d := *h.p.Load(), *current.Load()
	d.Limits = maps.Clone(c.Limits)
	mutate(&c) // failed
	h.p.Store(&c)
	current.Store(&d)
}

// ByAddress clears what a pointer to the field leads to, before there is a copy.
func ByAddress() {
	c := *current.Load()
	limits := &c.Limits
	clear(*limits) // failed
	c.Limits = maps.Clone(c.Limits)
	current.Store(&c)
}
