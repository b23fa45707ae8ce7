// Package genericparts has methods of generic types that are too large to be inlined, and callers over type parameters of their own that take them
// for what they are not.
package genericparts

import "sync"

type list[E any] struct {
	first, last *item[E]
	n           int
}

type item[E any] struct {
	next, prev *item[E]
	value      E
}

// push counts on its callers to have the list to themselves.
func (l *list[E]) push(v E, at int) {
	i := &item[E]{value: v}
	if l.first == nil {
		l.first, l.last, l.n = i, i, 1
		return
	}
	if at < 0 || at > l.n {
		at = l.n
	}
	to := l.first
	for range at {
		if to.next == nil {
			break
		}
		to = to.next
	}
	switch {
	case to == l.first:
		i.next = l.first
		l.first.prev = i
		l.first = i
	case to == l.last:
		i.prev = l.last
		l.last.next = i
		l.last = i
	default:
		i.next, i.prev = to, to.prev
		to.prev.next = i
		to.prev = i
	}
	l.n++
}

// A Store has a list with a lock.
type Store[K any] struct {
	mu    sync.Mutex
	list  *list[K]
	other *list[K]
	n     int
}

// New makes one.
func New[K any]() *Store[K] { return &Store[K]{list: &list[K]{}, other: &list[K]{}} }

// Fill fills it under the lock.
func (s *Store[K]) Fill(k K) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list.push(k, 1)
	s.other.push(k, 2)
	s.list.push(k, 3)
	s.other.push(k, 4)
	s.list.push(k, 5)
	s.other.push(k, 6)
	s.list.push(k, 7)
	s.other.push(k, 8)
	s.n++
}

// Unlocked fills it after the unlock.
func (s *Store[K]) Unlocked(k K) {
	s.mu.Lock()
	s.list.push(k, 1)
	s.other.push(k, 2)
	s.list.push(k, 3)
	s.other.push(k, 4)
	s.list.push(k, 5)
	s.other.push(k, 6)
	s.list.push(k, 7)
	s.n++
	other := s.other
	s.mu.Unlock()
	other.push(k, 8) // failed
}

// Moved pushes to a list that it shares with another store.
func (s *Store[K]) Moved(t *Store[K], k K) {
	s.mu.Lock()
	s.list.push(k, 1)
	s.other.push(k, 2)
	s.list.push(k, 3)
	s.other.push(k, 4)
	s.list.push(k, 5)
	s.other.push(k, 6)
	s.list.push(k, 7)
	other := s.other
	s.mu.Unlock()
	t.mu.Lock()
	t.other = other // failed
	t.mu.Unlock()
}

// count takes the lock.
func (s *Store[K]) count(at int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for i := s.list.first; i != nil; i = i.next {
		switch n % 3 {
		case 0:
			n += at
		case 1:
			n -= at - 1
		case 2:
			n += 2
		}
		if n == at {
			n++
		}
	}
	for i := s.other.first; i != nil; i = i.next {
		switch n % 3 {
		case 0:
			n += at
		case 1:
			n -= at - 1
		case 2:
			n += 2
		}
	}
	return n + s.n
}

// A Pair has two stores.
type Pair[A, B any] struct {
	mu  sync.Mutex
	a   *Store[A]
	b   *Store[B]
	sum int
}

// NewPair makes one.
func NewPair[A, B any]() *Pair[A, B] { return &Pair[A, B]{a: New[A](), b: New[B]()} }

// Count counts both under its own lock.
func (p *Pair[A, B]) Count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sum = p.a.count(1) + p.b.count(2) + p.a.count(3) + p.b.count(4) + p.a.count(5) + p.b.count(6)
	return p.sum
}

// Held counts with the lock that count takes.
func (p *Pair[A, B]) Held() int {
	p.a.mu.Lock()
	defer p.a.mu.Unlock()
	return p.b.count(2) + p.b.count(4) + p.b.count(6) + p.b.count(8) + p.b.count(10) + p.a.count(5) // failed
}

// Late writes what its lock guards after the unlock.
func (p *Pair[A, B]) Late() {
	p.mu.Lock()
	n := p.a.count(1) + p.b.count(2) + p.a.count(3) + p.b.count(4) + p.a.count(5) + p.b.count(6)
	p.mu.Unlock()
	p.sum = n // failed
}

// mix writes by a pointer to a value of a type parameter, and by one to a number: these may be one.
func mix[T any](p *T, q *int, v T, n int) int {
	*q = n
	a, b, c, d := n, n+1, n+2, n+3
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	*p = v // failed
	return a + b + c + d + *q
}

// A Number has a lock.
type Number struct {
	mu sync.Mutex
	n  int
	p  *int
}

// Mix writes the number under the lock, and once more after the unlock.
func (x *Number) Mix(n int) {
	x.mu.Lock()
	n += mix(&x.n, &x.n, 1, n)
	n += mix(&x.n, &x.n, 2, n)
	n += mix(&x.n, &x.n, 3, n)
	n += mix(&x.n, &x.n, 4, n)
	n += mix(&x.n, &x.n, 5, n)
	n += mix(&x.n, &x.n, 6, n)
	n += mix(&x.n, &x.n, 7, n)
	x.mu.Unlock()
	mix(&x.n, &x.n, 8, n) // failed
}

// Set writes it under the lock.
func (x *Number) Set(n int) {
	x.mu.Lock()
	x.n = n
	x.mu.Unlock()
}
