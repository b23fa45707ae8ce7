// Package regionends has no annotations. What a lock guards ends at objects that have synchronisation of their own, and at such as nobody writes.
package regionends

import "sync"

type counter interface{ inc() }

type plain struct{ n int }

func (p *plain) inc() { p.n++ } // failed

type wrapper struct{ c counter }

// A Box reaches a counter by an object that nobody writes.
type Box struct {
	mu sync.Mutex
	w  *wrapper
}

// New is right.
func New() *Box { return &Box{w: &wrapper{c: &plain{}}} }

// Inc holds the lock.
func (b *Box) Inc() {
	b.mu.Lock()
	b.w.c.inc()
	b.mu.Unlock()
}

// Bad does not.
func (b *Box) Bad() { b.w.c.inc() }

type item struct {
	mu sync.Mutex
	n  int
	in *inner
}

type inner struct{ m int }

// A Store guards items, which have locks of their own.
type Store struct {
	mu    sync.Mutex
	items map[string]*item
}

// NewStore is right.
func NewStore() *Store { return &Store{items: map[string]*item{}} }

// Add is right.
func (s *Store) Add(k string) {
	s.mu.Lock()
	s.items[k] = &item{in: &inner{}}
	s.mu.Unlock()
}

// Get is right: an item is known to others.
func (s *Store) Get(k string) *item {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.items[k]
}

// Inner has the store's lock, which does not guard what an item leads to.
func (s *Store) Inner(k string) {
	s.mu.Lock()
	s.items[k].in.m++ // failed
	s.mu.Unlock()
}

// Own is right.
func (i *item) Own() {
	i.mu.Lock()
	i.n++
	i.mu.Unlock()
}

// Both has the item's lock for what Inner writes under the store's.
func (i *item) Both() {
	i.mu.Lock()
	i.in.m++
	i.mu.Unlock()
}

// A link is written, and leads on.
type link struct {
	n    int
	next *link
	own  *item
}

// A List guards links.
type List struct {
	mu   sync.Mutex
	head *link
}

// Push is right.
func (l *List) Push(i *item) {
	l.mu.Lock()
	l.head = &link{next: l.head, own: i}
	l.head.n++
	l.mu.Unlock()
}

// Top gives a link away.
func (l *List) Top() *link {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.head // failed
}

// Sum goes on when it has unlocked.
func (l *List) Sum() int {
	l.mu.Lock()
	at := l.head
	l.mu.Unlock()
	n := 0
	for ; at != nil; at = at.next {
		n += at.n // failed
	}
	return n
}
