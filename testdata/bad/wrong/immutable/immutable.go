// Package immutable writes objects of types that are declared to be immutable.
package immutable

import (
	"encoding/json"
	"sync"
)

//calvin:immutable
type config struct {
	Name string
	n    int
	tags []string
	m    map[string]int
	next *config
}

// An entry is what a pair leads to.
type entry struct{ n int }

//calvin:immutable
type pair struct {
	key string
	e   *entry
}

type S struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	cfg *config
	//calvin:guarded_by mu
	byKey map[string]*pair
	//calvin:guarded_by mu
	queue []*config
	//calvin:closable_if false
	out chan *config
}

// UnderTheLock is not enough.
func (s *S) UnderTheLock() {
	s.mu.Lock()
	if s.cfg != nil {
		s.cfg.n++ // failed
	}
	s.mu.Unlock()
}

func (s *S) Element() {
	s.mu.Lock()
	if s.cfg != nil && len(s.cfg.tags) > 0 {
		s.cfg.tags[0] = "x" // failed
	}
	s.mu.Unlock()
}

func (s *S) Entry() {
	s.mu.Lock()
	if s.cfg != nil && s.cfg.m != nil {
		s.cfg.m["x"] = 1 // failed
	}
	s.mu.Unlock()
}

// Set is a method that writes. Nobody has promised that the object is new.
func (c *config) Set() { c.n = 1 } // failed

// AfterStore writes what it has just made known.
func (s *S) AfterStore() {
	c := &config{}
	s.mu.Lock()
	s.cfg = c
	c.n = 1 // failed
	s.mu.Unlock()
}

func (s *S) AfterSend() {
	c := &config{}
	s.out <- c
	c.n = 1 // failed
}

func (s *S) Whole() {
	s.mu.Lock()
	if s.cfg != nil {
		*s.cfg = config{} // failed
	}
	s.mu.Unlock()
}

func (s *S) Chain() {
	s.mu.Lock()
	c := s.cfg
	s.mu.Unlock()
	for c != nil && c.next != nil {
		c = c.next
	}
	if c != nil {
		c.n = 2 // failed
	}
}

// Taken is the taker's own, if it is not immutable.
func (s *S) Taken() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queue) == 0 {
		return
	}
	c := s.queue[0]
	s.queue = s.queue[1:]
	if c != nil {
		c.n = 3 // failed
	}
}

func (s *S) Decoded(data []byte) {
	s.mu.Lock()
	c := s.cfg
	s.mu.Unlock()
	if c != nil {
		_ = json.Unmarshal(data, &c.Name) // failed
	}
}

func (s *S) Address() {
	s.mu.Lock()
	c := s.cfg
	s.mu.Unlock()
	if c != nil {
		p := &c.n
		*p = 1 // failed
	}
}

// Later captures it.
func Later(c *config) func() {
	return func() {
		c.n = 1 // failed
	}
}

// Started passes it to a goroutine, which may read it only.
func Started(c *config) {
	go func() {
		c.n = 1 // failed
	}()
}

// Key writes an immutable object that leads to a mutable one.
func (s *S) Key() {
	s.mu.Lock()
	if p := s.byKey["x"]; p != nil {
		p.key = "z" // failed
	}
	s.mu.Unlock()
}

// Behind writes what an immutable object leads to: that is nobody's.
func (s *S) Behind() {
	s.mu.Lock()
	if p := s.byKey["x"]; p != nil && p.e != nil {
		p.e.n++ // failed
	}
	s.mu.Unlock()
}

// Bump counts on its callers to have the entry.
func (e *entry) Bump() { e.n++ }

func (s *S) Called() {
	s.mu.Lock()
	if p := s.byKey["x"]; p != nil && p.e != nil {
		p.e.Bump() // failed
	}
	s.mu.Unlock()
}

// Through writes by the pointer to a pointer.
func Through(pp **config) {
	if *pp != nil {
		(*pp).n = 4 // failed
	}
}

// A wide type embeds an immutable one: it is part of that, so who may write that may write it.
type wide struct {
	config
	k int
}

type W struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	w *wide
}

func (w *W) Right() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.w != nil {
		w.w.n++
		w.w.k++
	}
}

func (w *W) Late() {
	w.mu.Lock()
	x := w.w
	w.mu.Unlock()
	if x != nil {
		x.n++ // failed
	}
}

// Part gives away the immutable part, which is not immutable there.
func (w *W) Part() *config {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.w == nil {
		return nil
	}
	return &w.w.config
}

func (w *W) ReadPart() int {
	if c := w.Part(); c != nil {
		return c.n // failed
	}
	return 0
}
