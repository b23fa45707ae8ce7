// Package opaque has containers of values of type any that their callers give them. What such a value leads to is the callers' business. The package puts objects of its own into interfaces,
// too, but not into these.
package opaque

import (
	"errors"
	"fmt"
	"sync"
)

// An entry of a cache has a value of the callers. Its use is counted under the cache's lock.
type entry struct {
	value any
	uses  int
}

// A Cache has values by key.
type Cache struct {
	mu      sync.Mutex
	items   map[any]*entry
	last    any
	order   []any
	onEvict func(key, value any)
	load    func(key any) (any, error)
	err     error
}

// New makes a cache.
func New(load func(any) (any, error), onEvict func(key, value any)) *Cache {
	return &Cache{items: map[any]*entry{}, load: load, onEvict: onEvict}
}

// set returns the entry as an interface, as a method of several kinds of caches does.
func (c *Cache) set(key, value any) any {
	e := c.items[key]
	if e == nil {
		e = &entry{}
		c.items[key] = e
	}
	e.value = value
	c.last = value
	c.order = append(c.order, key)
	return e
}

// Set stores a value.
func (c *Cache) Set(key, value any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.set(key, value).(*entry).uses = 0
}

// Get returns a value, or loads it.
func (c *Cache) Get(key any) (any, error) {
	c.mu.Lock()
	e := c.items[key]
	if e != nil {
		e.uses++
		v := e.value
		c.mu.Unlock()
		return v, nil
	}
	c.mu.Unlock()
	v, err := c.load(key)
	if err != nil {
		return nil, fmt.Errorf("load %v: %w", key, err)
	}
	c.Set(key, v)
	return v, nil
}

// Last returns the value that was stored last.
func (c *Cache) Last() any {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last
}

// Keys returns the keys.
func (c *Cache) Keys() []any {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]any(nil), c.order...)
}

// All returns a copy.
func (c *Cache) All() map[any]any {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := make(map[any]any, len(c.items))
	for k, e := range c.items {
		all[k] = e.value
	}
	return all
}

// Remove tells who wants to know.
func (c *Cache) Remove(key any) {
	c.mu.Lock()
	e := c.items[key]
	delete(c.items, key)
	c.mu.Unlock()
	if e != nil && c.onEvict != nil {
		c.onEvict(key, "removed")
	}
}

// Clear tells under the lock.
func (c *Cache) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for k, e := range c.items {
		if c.onEvict != nil {
			c.onEvict(k, e.value)
		}
	}
	clear(c.items)
}

// Fail keeps an error of the callers, Err returns it.
func (c *Cache) Fail(err error) {
	c.mu.Lock()
	c.err = err
	c.mu.Unlock()
}

// Err returns the error.
func (c *Cache) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Describe prints the last value.
func (c *Cache) Describe() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return fmt.Sprintf("%v of %d", c.last, len(c.items))
}

// Bump writes an entry that somebody has put into the cache: nobody has it to himself.
func Bump(c *Cache) {
	switch v := c.Last().(type) {
	case *entry:
		v.uses++ // failed
	case *report:
		v.lines++ // failed
	}
}

// BumpLast does so under the lock: another cache may have the same.
func (c *Cache) BumpLast() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r, ok := c.last.(*report); ok {
		r.lines++ // failed
	}
}

// FirstOf writes an element of a slice of the callers.
func (c *Cache) FirstOf() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.last.([]int); ok {
		s[0]++ // failed
	}
}

// CountIn writes a map of the callers.
func (c *Cache) CountIn(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if m, ok := c.last.(map[string]int); ok {
		m[name]++ // failed
	}
}

// A report is written by who has it.
type report struct{ lines int }

// Add counts a line.
func (r *report) Add() { r.lines++ } // failed

func (r *report) Error() string { return "report" }

// A adder counts.
type adder interface{ Add() }

// A tally has somebody's counter.
type tally struct {
	mu  sync.Mutex
	sum adder
}

// Use has the callers' counter.
func (t *tally) Use(a adder) {
	t.mu.Lock()
	t.sum = a
	t.mu.Unlock()
}

// Keep stores what the caller goes on to write.
func Keep(c *Cache, v any) {
	r := &report{}
	r.lines = 1
	keepIn(c, r)
	r.lines++ // failed
}

func keepIn(c *Cache, r *report) {
	c.mu.Lock()
	c.last = pass(r)
	c.mu.Unlock()
}

// pass hides from the text what the interface holds. It lets others know the report.
func pass(r *report) any {
	held := make(chan any, 1)
	held <- r
	return <-held
}

// KeepTwice puts one object into two caches with a lock each, and writes it under one of them.
func KeepTwice(a, b *Cache) {
	r := &report{}
	keepIn(a, r)
	keepIn(b, r)
	a.mu.Lock()
	r.lines++ // failed
	a.mu.Unlock()
}

// A shelf has reports of its own under its lock.
type shelf struct {
	mu    sync.Mutex
	all   []*report
	front any
}

// Put adds one.
func (s *shelf) Put() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = append(s.all, &report{})
}

// Count writes them.
func (s *shelf) Count() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.all {
		r.lines++
	}
}

// Show puts one of them where the callers' values are.
func (s *shelf) Show() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.all) > 0 {
		held := make(chan any, 1)
		held <- s.all[0] // failed
		s.front = <-held
	}
}

// Front returns it.
func (s *shelf) Front() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.front
}

// IsReport looks into an error of the callers.
func IsReport(c *Cache) int {
	var r *report
	if errors.As(c.Err(), &r) { // failed
		return r.lines
	}
	return 0
}

// A slot is filled by address.
type slot struct {
	mu  sync.Mutex
	val any
}

func fill(at *any, v any) { *at = v }

// Fill stores by the address of the field.
func (s *slot) Fill(v any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fill(&s.val, v)
}

// Val returns what is there.
func (s *slot) Val() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.val
}

// Bump writes what is there.
func (s *slot) Bump() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r, ok := s.val.(*report); ok {
		r.lines++ // failed
	}
}

// BumpAt does so by the address.
func (s *slot) BumpAt() {
	s.mu.Lock()
	defer s.mu.Unlock()
	bump(&s.val) // failed
}

func bump(at *any) {
	if r, ok := (*at).(*report); ok {
		r.lines++ // failed
	}
}
