// Package apart has functions that are too large to be inlined, or call themselves, and callers that take them for what
// they are not.
package apart

import "sync"

// A Store counts under a lock.
//
//calvin:invariant sum == a+b
type Store struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	a, b, c, d, sum int
}

// swap lets go of the lock that its caller holds, for a while, and at one end for good: it does not stand apart.
//
//calvin:requires held(s.mu)
func (s *Store) swap(n int) bool {
	c, d := s.c, s.d
	s.mu.Unlock()
	if n == 0 {
		return false
	}
	for range n {
		c, d = d, c
		c += d - n
		d += c + n
		if c == d {
			c++
			d--
		}
	}
	s.mu.Lock()
	s.c, s.d = c, d
	if s.c > s.d {
		s.c, s.d = s.d, s.c
	}
	return s.c > n || s.d > n
}

// Turn goes by it that swap leaves the lock as it is.
func (s *Store) Turn(n int) {
	s.mu.Lock()
	s.swap(n)
	s.swap(n + 1) // failed
	s.swap(n + 2)
	s.swap(n + 3)
	s.swap(n + 4)
	s.mu.Unlock() // failed
}

// keep keeps the lock where it finds nothing to do.
func (s *Store) keep(n int) int {
	s.mu.Lock()
	if n == 0 {
		return 0 // failed
	}
	for i := range n {
		switch i % 3 {
		case 0:
			s.c += i
		case 1:
			s.d -= i
		case 2:
			s.c, s.d = s.d, s.c
		}
		if s.c == n && s.d == n {
			s.c = 0
			s.d = 0
		}
	}
	m := s.c + s.d
	s.mu.Unlock()
	return m
}

// add writes what its caller may think that only it can.
//
//calvin:requires held(s.mu)
func (s *Store) add(n int) {
	for i := range n {
		switch i % 3 {
		case 0:
			s.c += i
		case 1:
			s.d -= i
		case 2:
			s.c, s.d = s.d, s.c
		}
		if s.c == n && s.d == n {
			s.c = 0
			s.d = 0
		}
	}
	s.a += n
	s.sum = s.a + s.b
}

// Sum is too large for any of the others to be inlined.
func (s *Store) Sum(n int) int {
	s.mu.Lock()
	c := s.c
	s.add(n)
	s.add(n + 1)
	s.add(n + 2)
	s.add(n + 3)
	//calvin:assert s.c == c // failed
	m := s.c - c
	s.mu.Unlock()
	s.add(1) // failed
	return m
}

// Break calls add while the invariant does not hold.
func (s *Store) Break(n int) {
	s.mu.Lock()
	s.b += n
	s.add(n) // failed
	s.add(n + 1)
	s.add(n + 2)
	s.add(n + 3)
	s.mu.Unlock()
}

// Twice takes the lock that keep takes.
func (s *Store) Twice(n int) {
	s.mu.Lock()
	s.add(n + 1)
	s.add(n + 2)
	s.add(n + 3)
	s.add(n + 4)
	s.keep(n) // failed
	s.mu.Unlock()
}

// New has given its object away when the first call returns.
func New(n int) *Store {
	s := &Store{}
	s.a = n
	s.sum = n
	s.keep(n)
	s.keep(n + 1)
	s.keep(n + 2)
	s.keep(n + 3)
	s.keep(n + 4)
	s.c = n // failed
	return s
}

// A Chain is a list in which each object has a lock of its own.
type Chain struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	next *Chain
}

// walk locks the next object, and leaves that locked.
//
//calvin:requires held(c.mu)
func (c *Chain) walk() {
	c.n++
	if c.next == nil {
		return
	}
	c.next.mu.Lock() // failed
	c.next.walk()    // failed
	c.n--
}

// count asks for the lock of the object that it is called of, but not of the next.
//
//calvin:requires held(c.mu)
func (c *Chain) count() int {
	if c.next == nil {
		return c.n
	}
	return c.n + c.next.count() // failed
}

// drain calls itself with the lock that it takes.
func (c *Chain) drain() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n > 0 {
		c.n--
		c.drain() // failed
	}
}

// A part is written by who makes it.
type part struct{ a, b, c, d int }

// assemble writes an object of its caller's, which is why it does not stand apart.
//
//calvin:requires local(p)
func assemble(p *part, n int) {
	p.a, p.b, p.c, p.d = n, n, n, n
	p.a, p.b, p.c, p.d = p.b, p.c, p.d, p.a
	p.a, p.b, p.c, p.d = p.c, p.d, p.a, p.b
	p.a, p.b, p.c, p.d = p.d, p.a, p.b, p.c
	p.a, p.b, p.c, p.d = p.b, p.a, p.d, p.c
}

// Assembled goes by it that assemble leaves the object as it is.
func Assembled(n int) {
	p, q := &part{}, &part{}
	assemble(q, n)
	assemble(q, n)
	assemble(q, n)
	assemble(q, n)
	assemble(q, n)
	assemble(q, n)
	assemble(p, 1)
	//calvin:assert p.a == 0 // failed
}

// shuffle calls what it is given.
func shuffle(n int, then func()) int {
	a, b, c, d := n, n+1, n+2, n+3
	a, b, c, d = b, c, d, a
	a, b, c, d = c, d, a, b
	a, b, c, d = d, a, b, c
	a, b, c, d = b, a, d, c
	a, b, c, d = d, c, b, a
	a, b, c, d = c, d, b, a
	then()
	return a + b + c + d
}

// Unlocking passes on what gives its lock back.
func (s *Store) Unlocking(n int) {
	s.mu.Lock()
	n += shuffle(n, s.nothing)
	n += shuffle(n, s.nothing)
	n += shuffle(n, s.nothing)
	n += shuffle(n, s.nothing)
	n += shuffle(n, s.nothing)
	n += shuffle(n, s.nothing)
	n += shuffle(n, s.mu.Unlock)
	s.c = n // failed
}

func (s *Store) nothing() {}

func run(f func()) { f() }

func runOn(f func(*Store), s *Store) { f(s) }

//calvin:requires held(s.mu)
func release(s *Store) { s.mu.Unlock() }

// hidden unlocks by a method that it passes on: it does not stand apart.
//
//calvin:requires held(s.mu)
func (s *Store) hidden(n int) int {
	a, b, c, d := n, n+1, n+2, n+3
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	run(s.mu.Unlock)
	return a + b + c + d
}

// Hidden goes by it that the lock is still held.
func (s *Store) Hidden(n int) {
	s.mu.Lock()
	n += s.hidden(n)
	s.c = n       // failed
	s.mu.Unlock() // failed
	n += shuffle(n, s.nothing)
	n += shuffle(n, s.nothing)
	n += shuffle(n, s.nothing)
	n += shuffle(n, s.nothing)
	n += shuffle(n, s.nothing)
	n += shuffle(n, s.nothing)
	n += shuffle(n, s.nothing)
}

// named unlocks by a function that it passes on by name.
//
//calvin:requires held(s.mu)
func (s *Store) named(n int) int {
	a, b, c, d := n, n+1, n+2, n+3
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	a, b, c, d = b+1, c-a, d+b, a-c
	runOn(release, s)
	return a + b + c + d
}

// Named goes by it that the lock is still held.
func (s *Store) Named(n int) {
	s.mu.Lock()
	n += s.named(n)
	s.c = n       // failed
	s.mu.Unlock() // failed
	n += shuffle(n, s.nothing)
	n += shuffle(n, s.nothing)
	n += shuffle(n, s.nothing)
	n += shuffle(n, s.nothing)
	n += shuffle(n, s.nothing)
	n += shuffle(n, s.nothing)
	n += shuffle(n, s.nothing)
}
