// Package valuesets has maps of which some methods have a receiver by value, behind interfaces that hold pointers to them, and locks that guard them.
package valuesets

import "sync"

// A Set is one.
type Set[T comparable] interface {
	Add(v T) bool
	Remove(v T)
	Clear()
	Len() int
	IsSubset(other Set[T]) bool
}

var _ Set[string] = (*plain[string])(nil)

type plain[T comparable] map[T]struct{}

func newPlain[T comparable]() *plain[T] {
	s := make(plain[T])
	return &s
}

func (s plain[T]) Add(v T) bool {
	n := len(s)
	s[v] = struct{}{}
	return n != len(s)
}

func (s plain[T]) Remove(v T) { delete(s, v) }

func (s *plain[T]) Clear() {
	for v := range *s {
		delete(*s, v)
	}
}

func (s *plain[T]) Len() int { return len(*s) }

func (s *plain[T]) IsSubset(other Set[T]) bool {
	o := other.(*plain[T])
	if s.Len() > other.Len() {
		return false
	}
	for v := range *s {
		if _, ok := (*o)[v]; !ok {
			return false
		}
	}
	return true
}

type safe[T comparable] struct {
	mu sync.RWMutex
	s  *plain[T]
}

func (t *safe[T]) Add(v T) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.s.Add(v)
}

func (t *safe[T]) Remove(v T) {
	t.mu.Lock()
	t.s.Remove(v)
	t.mu.Unlock()
}

func (t *safe[T]) Clear() {
	t.mu.Lock()
	t.s.Clear()
	t.mu.Unlock()
}

func (t *safe[T]) Len() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.s.Len()
}

func (t *safe[T]) IsSubset(other Set[T]) bool {
	o := other.(*safe[T])
	if o == t {
		return true
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	o.mu.RLock()
	defer o.mu.RUnlock()
	return t.s.IsSubset(o.s)
}

func (t *safe[T]) unlocked(v T) {
	t.s.Remove(v) // failed
}

// New makes a set for several goroutines.
func New[T comparable]() Set[T] { return &safe[T]{s: newPlain[T]()} }

// NewPlain makes one for one goroutine.
func NewPlain[T comparable](vals ...T) Set[T] {
	s := newPlain[T]()
	for _, v := range vals {
		s.Add(v)
	}
	return s
}

// A Box has a set behind an interface.
type Box[T comparable] struct {
	mu sync.RWMutex
	s  Set[T]
	n  int
}

// NewBox makes one.
func NewBox[T comparable]() *Box[T] { return &Box[T]{s: newPlain[T]()} }

// Add adds under the lock.
func (b *Box[T]) Add(v T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.s.Add(v) {
		b.n++
	}
}

// Unlocked adds without it.
func (b *Box[T]) Unlocked(v T) {
	b.s.Add(v) // failed
}

// Half adds with the lock held for reading.
func (b *Box[T]) Half(v T) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	b.s.Add(v) // failed
}

// Later adds after the unlock.
func (b *Box[T]) Later(v T) {
	b.mu.Lock()
	s := b.s
	b.mu.Unlock()
	s.Add(v) // failed
}

// Asserted does so to the map itself.
func (b *Box[T]) Asserted(v T) {
	b.mu.Lock()
	s := *b.s.(*plain[T])
	b.mu.Unlock()
	s.Add(v) // failed
}

type adder interface{ add(v int) }

type boxed map[int]bool

func (b boxed) add(v int) {
	b[v] = true // failed
}

// A Pair has such a map twice: as a value, and by a pointer.
type Pair struct {
	mu   sync.Mutex
	a, b adder
}

// NewPair makes one.
func NewPair() *Pair {
	m := boxed{}
	return &Pair{a: m, b: &m}
}

// Add adds under the lock.
func (p *Pair) Add(v int) {
	p.mu.Lock()
	p.a.add(v)
	p.b.add(v)
	p.mu.Unlock()
}

type putter interface{ put(v int) }

type bound map[int]bool

func (b bound) put(v int) {
	b[v] = true // failed
}

// A Runner runs a method of an interface as a value.
type Runner struct {
	mu sync.Mutex
	p  putter
}

// NewRunner makes one.
func NewRunner() *Runner { return &Runner{p: &bound{}} }

// Put hands the method to another goroutine.
func (r *Runner) Put(v int) {
	r.mu.Lock()
	put := r.p.put
	r.mu.Unlock()
	go put(v)
}

type copier interface{ count(v int) }

type copied struct {
	m map[int]int
	n int
}

func (c copied) count(v int) { c.m[v] += c.n } // failed

// A Counter has a struct with methods of copies. Their callers' lock is not counted on.
type Counter struct {
	mu sync.Mutex
	c  copier
}

// NewCounter makes one.
func NewCounter() *Counter { return &Counter{c: &copied{m: map[int]int{}, n: 1}} }

// Count counts under the lock.
func (c *Counter) Count(v int) {
	c.mu.Lock()
	c.c.count(v)
	c.mu.Unlock()
}

type looper interface{ loop(n int) }

type cyclic map[int]int

func (c cyclic) loop(n int) {
	c[n]++ // failed
	var l looper = &c
	l.loop(n - 1)
}

// A Looper has a method that runs itself by way of the interface.
type Looper struct {
	mu sync.Mutex
	l  looper
}

// NewLooper makes one.
func NewLooper() *Looper { return &Looper{l: &cyclic{}} }

// Loop loops.
func (l *Looper) Loop(n int) {
	l.mu.Lock()
	l.l.loop(n)
	l.mu.Unlock()
}
