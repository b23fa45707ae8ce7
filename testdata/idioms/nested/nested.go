// Package nested has structs in structs, by value and by pointer.
package nested

import "sync"

type point struct{ x, y int }

func (p *point) move(dx, dy int) { p.x += dx; p.y += dy }

type label struct {
	text string
	at   point
	tags [4]string
}

type rect struct {
	min, size point
	label     *label
}

func (r *rect) move(dx, dy int) {
	r.min.move(dx, dy)
	if r.label != nil {
		r.label.at.move(dx, dy)
	}
}

func (r rect) area() int { return r.size.x * r.size.y }

// A Shape has rectangles by value, by pointer, in an array, in a slice and in a map.
type Shape struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	bounds rect
	//calvin:guarded_by mu
	inner *rect
	//calvin:guarded_by mu
	parts [3]rect
	//calvin:guarded_by mu
	more []point
	//calvin:guarded_by mu
	byName map[string]point
}

// Move moves all.
func (s *Shape) Move(dx, dy int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bounds.move(dx, dy)
	if s.inner != nil {
		s.inner.move(dx, dy)
	}
	for i := range s.parts {
		s.parts[i].move(dx, dy)
	}
}

// MovePoints moves the elements of a slice.
func (s *Shape) MovePoints(dx, dy int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.more {
		s.more[i].move(dx, dy)
	}
}

// Label has two rectangles lead to one label.
func (s *Shape) Label(t string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := &label{text: t, at: s.bounds.min}
	l.tags[0] = t
	s.bounds.label = l
	if s.inner == nil {
		s.inner = &rect{}
	}
	s.inner.label = l
}

// Bounds returns copies.
func (s *Shape) Bounds() (min, size point) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.bounds.min, s.bounds.size
}

// Area reads all.
func (s *Shape) Area() (a int) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	a = s.bounds.area()
	for _, p := range s.parts {
		a += p.area()
	}
	return a
}

// Add adds a point.
func (s *Shape) Add(name string, x int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byName == nil {
		s.byName = make(map[string]point)
	}
	p := s.byName[name]
	p.x = x
	s.byName[name] = p
	s.more = append(s.more, p)
}

type base struct {
	id   int
	meta map[string]string
}

func (b *base) set(k, v string) {
	if b.meta == nil {
		b.meta = map[string]string{}
	}
	b.meta[k] = v
}

type record struct {
	base
	refs []*record
}

// A DB has records that embed another struct, and one by value.
type DB struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	records []*record
	//calvin:guarded_by mu
	main base
}

// Set writes by the method of what is embedded.
func (d *DB) Set(i int, k, v string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.main.set(k, v)
	if i < 0 || i >= len(d.records) || d.records[i] == nil {
		return
	}
	d.records[i].set(k, v)
}

// New adds a record that leads to the first.
func (d *DB) New(id int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	r := &record{base: base{id: id}}
	if len(d.records) > 0 {
		r.refs = append(r.refs, d.records[0])
	}
	d.records = append(d.records, r)
}

// Meta reads.
func (d *DB) Meta(i int, k string) string {
	d.mu.RLock()
	defer d.mu.RUnlock()
	if i < 0 || i >= len(d.records) || d.records[i] == nil {
		return ""
	}
	return d.records[i].meta[k]
}
