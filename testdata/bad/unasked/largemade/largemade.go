// Package largemade has no annotations. Large functions make trees, which are used, put under a lock, or given to a goroutine.
package largemade

import (
	"sync"
)

type shape struct{ a, b, c, d, e int }

func (s *shape) count(x int) {
	switch {
	case x > 10:
		s.a++
	case x > 9:
		s.b++
	case x > 8:
		s.c++
	case x > 7:
		s.d++
	case x > 6:
		s.e++
	}
}

func (s *shape) countAll(x int) {
	s.count(x)
	s.count(x + 1)
	s.count(x + 2)
	s.count(x + 3)
	s.count(x + 4)
	s.count(x + 5)
}

func measure(x, y int) int {
	var s shape
	s.countAll(x)
	s.countAll(y)
	return s.a + s.b + s.c + s.d + s.e
}

// A Tree is used by one goroutine at a time.
type Tree struct {
	left, right *Tree
	n           int
	tags        []string
}

func grow(n int) *Tree {
	t := &Tree{n: measure(n, 1), tags: make([]string, 3)}
	if n > 1 {
		t.left = &Tree{n: measure(n, 2)}
		t.right = t.left
	}
	t.tags[0] = "x"
	t.n += measure(n, 4)
	t.n += measure(n, 5)
	t.n += measure(n, 6)
	return t
}

func split(n int) (*Tree, *Tree) {
	t := &Tree{n: measure(n, 1)}
	u := &Tree{n: measure(n, 2)}
	t.left = u
	t.n += measure(n, 4)
	t.n += measure(n, 5)
	t.n += measure(n, 6)
	return t, u
}

type Store struct {
	mu    sync.Mutex
	trees map[string]*Tree
	conf  *Tree
	total int
	loose int
}

// New is right.
func New(n int) *Store {
	s := &Store{trees: map[string]*Tree{}}
	s.conf = grow(n)
	go s.count()
	return s
}

func (s *Store) count() {
	s.mu.Lock()
	s.total++
	s.mu.Unlock()
}

func (s *Store) Size() int { return s.conf.n + len(s.conf.tags) }

// Put is right.
func (s *Store) Put(k string, n int) {
	t := grow(n)
	t.n++
	s.mu.Lock()
	s.trees[k] = t
	s.total++
	s.mu.Unlock()
}

// Get is right.
func (s *Store) Get(k string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.trees[k]
	if t == nil {
		return 0
	}
	t.n++
	return t.n + s.total
}

// PutLate is wrong.
func (s *Store) PutLate(k string, n int) {
	t := grow(n)
	s.mu.Lock()
	s.trees[k] = t
	s.mu.Unlock()
	t.n++ // failed
}

// PutPart is wrong.
func (s *Store) PutPart(k string, n int) {
	t := grow(n)
	p := t.left
	s.mu.Lock()
	s.trees[k] = t
	s.mu.Unlock()
	if p != nil {
		p.n++ // failed
	}
}

// StartLate is wrong.
func (s *Store) StartLate(n int) {
	t := grow(n)
	go func() { println(t.n, t.left) }()
	t.n++ // failed
}

// StartPart is wrong.
func (s *Store) StartPart(n int) {
	t := grow(n)
	p := t.left
	go func() { println(t.n, t.left) }()
	if p != nil {
		p.n++ // failed
	}
}

// Both is wrong.
func (s *Store) Both(k string, n int) {
	t, u := split(n)
	s.mu.Lock()
	s.trees[k] = t
	s.mu.Unlock()
	u.n++ // failed
}

// After is wrong: whatever is known of the tree hides nothing.
func (s *Store) After(k string, n int) {
	t := grow(n)
	p, q := t.left, t.right
	if p != nil && q != nil {
		p.n, q.n = 1, 2
		if p == q {
			s.total++ // failed
		}
	}
	s.mu.Lock()
	s.trees[k] = t
	if r := s.trees[k]; r != nil && r.left != nil && r.left == p {
		s.total++
		s.mu.Unlock()
		s.total++ // failed
		return
	}
	s.mu.Unlock()
	s.loose++ // failed
}

// Twice is wrong.
func (s *Store) Twice(k string, n int) {
	t := grow(n)
	u := grow(n + 1)
	t.right = u
	u.left = t
	s.mu.Lock()
	s.trees[k] = t
	s.mu.Unlock()
	u.left.right.n++ // failed
}

// Twice2 is right.
func (s *Store) Twice2(k string, n int) {
	t := grow(n)
	u := grow(n + 1)
	t.right = u
	s.mu.Lock()
	s.trees[k] = t
	s.mu.Unlock()
}

// Apart is right.
func (s *Store) Apart(n int) int {
	u := grow(n + 1)
	s.mu.Lock()
	s.total++
	s.mu.Unlock()
	u.n++
	if u.right != nil {
		u.right.n++
	}
	return u.n
}
