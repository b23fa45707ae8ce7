// Package genericargs has generic types whose type arguments lead to memory that their code does not see, with faults.
package genericargs

import "sync"

// A slot has no lock of its own, and a Store guards its slots.
type slot[T any] struct {
	value T
	n     int
}

type Store[T any] struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	slots []*slot[T]
	//calvin:guarded_by mu
	first T
	//calvin:guarded_by mu
	all []T
}

// Add is right: of what the value leads to it knows nothing.
func (s *Store[T]) Add(v T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.slots = append(s.slots, &slot[T]{value: v})
	s.first = v
	s.all = append(s.all, v)
}

// Use writes a slot, which would be right without the type arguments below.
func (s *Store[T]) Use(i int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if 0 <= i && i < len(s.slots) && s.slots[i] != nil {
		s.slots[i].n++ // failed
	}
}

type counter struct{ n int }

// Bump believes that the store guards the counters, which whoever added them knows.
func Bump(s *Store[*counter]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.slots) > 0 && s.slots[0] != nil && s.slots[0].value != nil {
		s.slots[0].value.n++ // failed
	}
}

// First believes it of the variable.
func First(s *Store[*counter]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.first != nil {
		s.first.n++ // failed
	}
}

// All believes it of the slice.
func All(s *Store[*counter]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.all) > 0 && s.all[0] != nil {
		s.all[0].n++ // failed
	}
}

// Both adds one counter to two stores.
func Both(a, b *Store[*counter], c *counter) {
	a.Add(c)
	b.Add(c)
}

// A place is what the next ones are, each by itself: one type argument that leads to something is enough for a type.
type place[T any] struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	v T
}

// Put is right.
func (p *place[T]) Put(v T) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.v = v
}

// Numbers believes it of slices.
func Numbers(s *place[[]int]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.v) > 0 {
		s.v[0] = 1 // failed
	}
}

type tables[T any] struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	v T
}

func (p *tables[T]) put(v T) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.v = v
}

// Tables believes it of maps.
func Tables(s *tables[map[string]int]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.v != nil {
		s.v["a"] = 1 // failed
	}
}

// NewTables stores a map that its caller has.
func NewTables(m map[string]int) *tables[map[string]int] {
	t := &tables[map[string]int]{}
	t.put(m)
	return t
}

type anything[T any] struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	v T
}

func (p *anything[T]) put(v T) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.v = v
}

// Anything believes it of what interfaces hold.
func Anything(s *anything[any]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c, ok := s.v.(*counter); ok && c != nil {
		c.n++ // failed
	}
}

// Boxed puts one into a place.
func Boxed(s *anything[any], c *counter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.v = c // failed
	if c != nil {
		c.n++
	}
}

// A pair holds a reference inside it.
type pair struct {
	name string
	c    *counter
}

type pairs[T any] struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	v T
}

func (p *pairs[T]) put(v T) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.v = v
}

// Pairs believes it of what a struct holds.
func Pairs(s *pairs[pair]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.v.c != nil {
		s.v.c.n++ // failed
	}
}

// An account has a lock of its own.
type account struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	sum int
}

// A cell has no lock of its own, but for what is stored in it.
type cell[T any] struct {
	value T
	n     int
}

type cells[T any] struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	first *cell[T]
}

// Accounts has the lock of the cells, not of the account.
func Accounts(s *cells[account]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.first != nil {
		s.first.value.sum++ // failed
	}
}

// A link points to a value of a type parameter.
type link[T any] struct {
	to *T
	n  int
}

type Chain[T any] struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	head *link[T]
}

// Point is right.
func (c *Chain[T]) Point(to *T) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.head = &link[T]{to: to, n: 1}
}

// Set writes what somebody else may have.
func (c *Chain[T]) Set(v T) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.head != nil && c.head.to != nil {
		*c.head.to = v // failed
	}
}

// Follow writes it where the type is known.
func Follow(c *Chain[counter]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.head != nil && c.head.to != nil {
		c.head.to.n++ // failed
	}
}

// A source is an interface that only some counters implement.
type source[T any] interface{ get() T }

func (c *counter) get() int { return c.n }

type feed[T any] struct {
	from source[T]
	n    int
}

type Feeds[T any] struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	all []*feed[T]
}

// Feed stores a source that others have. A feed never changes, so it is in no region, and what it leads to is in none.
func (f *Feeds[T]) Feed(s source[T]) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all = append(f.all, &feed[T]{from: s, n: 1})
}

// Drain believes that they are the feeds' own.
func Drain(f *Feeds[int]) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.all) > 0 && f.all[0] != nil {
		if c, ok := f.all[0].from.(*counter); ok && c != nil {
			c.n++ // failed
		}
	}
}
