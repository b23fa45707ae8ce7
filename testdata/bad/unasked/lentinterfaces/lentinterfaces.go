// Package lentinterfaces has no annotations. It passes interfaces that hold pointers to objects under a guard to functions that call themselves, of which each
// call is a step of its own.
package lentinterfaces

import "sync"

type expr interface{ eval() int }

type num struct{ n int }

type add struct {
	x, y expr
	hits int
}

type absent struct{}

func (n *num) eval() int  { return n.n }
func (a *add) eval() int  { return a.hits }
func (*absent) eval() int { return 0 }

func simplify(e expr) expr {
	switch e := e.(type) {
	case *add:
		e.hits++
		e.x, e.y = simplify(e.x), simplify(e.y)
	case *num:
		e.n++
	}
	return e
}

func depth(e expr) int {
	if a, ok := e.(*add); ok {
		return 1 + max(depth(a.x), depth(a.y))
	}
	return 0
}

// A Store has an expression that its lock guards.
type Store struct {
	mu   sync.RWMutex
	root expr
}

// Simplify writes all of it.
func (s *Store) Simplify() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.root = simplify(s.root)
}

// Depth reads it.
func (s *Store) Depth() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return depth(s.root)
}

// Grow adds to it.
func (s *Store) Grow(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.root = &add{x: s.root, y: &num{n}}
}

// Clear leaves what has nothing inside.
func (s *Store) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.root = &absent{}
}

// DepthLate reads it when the lock is free.
func (s *Store) DepthLate() int {
	s.mu.RLock()
	e := s.root
	s.mu.RUnlock()
	return depth(e) // failed
}

// SimplifyLate writes it then.
func (s *Store) SimplifyLate() {
	s.mu.Lock()
	e := s.root
	s.mu.Unlock()
	simplify(e) // failed
}

// SimplifyShared writes it where others read.
func (s *Store) SimplifyShared() {
	s.mu.RLock()
	defer s.mu.RUnlock()
	simplify(s.root) // failed
}

// Leak returns it.
func (s *Store) Leak() expr {
	s.mu.Lock()
	defer s.mu.Unlock()
	return simplify(s.root) // failed
}

// Move puts it under another lock.
func (s *Store) Move(to *Store) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := simplify(s.root)
	to.mu.Lock()
	defer to.mu.Unlock()
	to.root = e // failed
}

// A conn has a lock of its own.
type conn struct {
	mu sync.Mutex
	n  int
}

// Add counts.
func (c *conn) Add() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

type step interface{ do() }

type open struct {
	c    *conn
	hits int
}

func (o *open) do() { o.hits++ }

type plan struct {
	step step
	next *plan
	hits int
}

var (
	mu    sync.Mutex
	last  *conn
	first *plan
)

// walk lets others know of a conn that it finds behind an interface.
func walk(p *plan) {
	if p == nil {
		return
	}
	p.hits++
	if o, ok := p.step.(*open); ok {
		mu.Lock()
		last = o.c
		mu.Unlock()
	}
	walk(p.next)
}

// Last hands it out.
func Last() *conn {
	mu.Lock()
	defer mu.Unlock()
	return last
}

// Push makes plans what the lock guards.
func Push() {
	mu.Lock()
	defer mu.Unlock()
	first = &plan{step: &open{}, next: first}
}

// Early counts without the lock on what others know since walk has run.
func Early() int {
	c := &conn{}
	walk(&plan{step: &open{c: c}}) // failed
	c.n++
	return c.n
}
