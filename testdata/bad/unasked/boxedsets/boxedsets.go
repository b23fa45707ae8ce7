// Package boxedsets has maps with methods behind interfaces, and locks that guard them.
package boxedsets

import "sync"

type set[T comparable] interface {
	add(v T)
	has(v T) bool
	clone() set[T]
}

type plain[T comparable] map[T]struct{}

func newPlain[T comparable]() *plain[T] {
	s := make(plain[T])
	return &s
}

func (s *plain[T]) add(v T) { (*s)[v] = struct{}{} }

func (s *plain[T]) has(v T) bool {
	_, ok := (*s)[v]
	return ok
}

func (s *plain[T]) clone() set[T] {
	c := newPlain[T]()
	for v := range *s {
		c.add(v)
	}
	return c
}

// A Safe is a set with a lock.
type Safe[T comparable] struct {
	mu  sync.RWMutex
	set *plain[T]
	any set[T]
}

// New makes one.
func New[T comparable]() *Safe[T] { return &Safe[T]{set: newPlain[T](), any: newPlain[T]()} }

// Add adds under the lock.
func (s *Safe[T]) Add(v T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.set.add(v)
	s.any.add(v)
}

// Has reads under the lock.
func (s *Safe[T]) Has(v T) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.set.has(v) && s.any.has(v)
}

// Clone has a set of its own.
func (s *Safe[T]) Clone() *Safe[T] {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return &Safe[T]{set: s.set.clone().(*plain[T]), any: s.set.clone()}
}

// Reset puts another one there.
func (s *Safe[T]) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.set = newPlain[T]()
	s.any = newPlain[T]()
}

// Unlocked reads without the lock.
func (s *Safe[T]) Unlocked(v T) bool {
	return s.set.has(v) // failed
}

// ByInterface does so by way of the interface.
func (s *Safe[T]) ByInterface(v T) bool {
	return s.any.has(v) // failed
}

// Later reads after the unlock.
func (s *Safe[T]) Later(v T) bool {
	s.mu.RLock()
	set := s.set
	s.mu.RUnlock()
	return set.has(v) // failed
}

// LaterByInterface reads by way of the interface after the unlock.
func (s *Safe[T]) LaterByInterface(v T) bool {
	s.mu.RLock()
	set := s.any
	s.mu.RUnlock()
	return set.has(v) // failed
}

// Half writes under the lock held for reading.
func (s *Safe[T]) Half(v T) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	s.any.add(v) // failed
}

// Shared has two objects share a set.
func Shared[T comparable]() (*Safe[T], *Safe[T]) {
	p := newPlain[T]()
	return &Safe[T]{set: p}, &Safe[T]{any: p} // failed
}

// Moved gives one object what another has.
func (s *Safe[T]) Moved(t *Safe[T]) {
	s.mu.Lock()
	set := s.set
	s.mu.Unlock()
	t.mu.Lock()
	t.any = set // failed
	t.mu.Unlock()
}

// Asserted takes a set out of the interface.
func (s *Safe[T]) Asserted(v T) bool {
	s.mu.Lock()
	p, ok := s.any.(*plain[T])
	s.mu.Unlock()
	return ok && p.has(v) // failed
}

type holder struct {
	mu  sync.Mutex
	own plain[int]
}

func (h *holder) add() {
	h.mu.Lock()
	h.own[1] = struct{}{}
	h.mu.Unlock()
}

// Part stores the address of a variable of another object, whose lock guards it.
func Part(s *Safe[int]) {
	h := &holder{own: plain[int]{}}
	go h.add()
	s.mu.Lock()
	s.any = &h.own // failed
	s.mu.Unlock()
}

type group interface {
	put(i int)
	size() int
}

type bag map[int]int

func (b bag) put(i int) { b[i]++ } // failed

func (b bag) size() int { return len(b) }

// A Bag has a map with methods by value, in an interface.
type Bag struct {
	mu  sync.Mutex
	bag group
}

// NewBag makes one.
func NewBag() *Bag { return &Bag{bag: bag{}} }

// Put puts something there under the lock.
func (b *Bag) Put(i int) {
	b.mu.Lock()
	b.bag.put(i)
	b.mu.Unlock()
}

// Size counts without the lock.
func (b *Bag) Size() int {
	return b.bag.size() // failed
}
