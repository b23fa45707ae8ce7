// Package local builds objects before it shares them.
package local

import "sync"

// A Box has a value and a size that does not change once the box is shared.
//
//calvin:invariant value <= size
type Box struct {
	mu   sync.Mutex
	size int
	//calvin:guarded_by mu
	value int
}

// New returns a box that nobody else knows.
//
//calvin:requires size >= 0
//calvin:atomic
//calvin:ensures  local(result) && result.size == size && result.value == 0
func New(size int) *Box {
	b := &Box{}
	b.init(size)
	return b
}

// init sets up a box that is not shared yet.
//
//calvin:requires local(b)
//calvin:requires size >= 0
//calvin:atomic
//calvin:modifies b.size, b.value
//calvin:ensures  b.size == size && b.value == 0 && local(b)
func (b *Box) init(size int) {
	b.size = size
	b.value = 0
}

// Filled returns a box that is full, without a lock.
//
//calvin:requires size >= 0
//calvin:atomic
//calvin:ensures  local(result) && result.value == size && result.size == size
func Filled(size int) *Box {
	b := New(size)
	b.value = size
	return b
}

// Put sets the value if it fits, and reports whether it did. It does not wait for the lock if it need not.
//
//calvin:performs TooLarge [] Put
//calvin:action   TooLarge
//calvin:ensures  v > b.size && !result
//calvin:action   Put
//calvin:when     b.mu == free
//calvin:modifies b.value
//calvin:ensures  v <= b.size && b.value == v && result
func (b *Box) Put(v int) bool {
	if v > b.size {
		return false
	}
	b.mu.Lock()
	b.value = v
	b.mu.Unlock()
	return true
}

// A Shelf holds one box.
type Shelf struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	box *Box
}

// Place puts a new, full box on the shelf.
//
//calvin:requires size >= 0
//calvin:atomic
//calvin:when     s.mu == free
//calvin:modifies s.box
//calvin:ensures  s.box != nil && s.box.size == size
func (s *Shelf) Place(size int) {
	b := Filled(size)
	s.mu.Lock()
	s.box = b
	s.mu.Unlock()
}

// Keep puts a box there that is the caller's own until then.
//
//calvin:requires local(b) && b.value <= b.size
//calvin:atomic
//calvin:when     s.mu == free && local(b)
//calvin:modifies s.box
//calvin:ensures  s.box == b && old(local(b))
func (s *Shelf) Keep(b *Box) {
	s.mu.Lock()
	s.box = b
	s.mu.Unlock()
}

// A Span is a pair of numbers.
type Span struct{ from, to int }

// widen is given a span of the caller's own.
//
//calvin:requires local(s)
func widen(s *Span) {
	if s.to < 100 {
		s.to++
	}
}

// Widest has the address of a variable of its own go about while it is in a loop.
func Widest(n int) int {
	var s Span
	//calvin:invariant local(&s)
	//calvin:invariant s.to >= 0
	for i := 0; i < n; i++ {
		widen(&s)
		if s.to < 0 {
			s.to = 0
		}
	}
	return s.to
}

// Sum needs no address.
func Sum(n int) int {
	var s Span
	//calvin:invariant local(s)
	//calvin:invariant s.from >= 0
	for i := 0; i < n; i++ {
		if s.from < 100 {
			s.from++
		}
	}
	return s.from
}

// put writes a value through a pointer to it.
//
//calvin:requires held(b.mu)
//calvin:requires to == &b.value && v <= b.size
//calvin:atomic
//calvin:modifies b.value
//calvin:ensures  b.value == v
func (b *Box) put(to *int, v int) { *to = v }

// Empty sets the value by its address.
//
//calvin:atomic
//calvin:modifies b.value
//calvin:ensures  b.value == 0 || b.size < 0
func (b *Box) Empty() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.size >= 0 {
		b.put(&b.value, 0)
	}
}
