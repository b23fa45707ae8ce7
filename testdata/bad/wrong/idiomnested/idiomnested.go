// Package idiomnested has structs in structs, and code that uses them wrongly.
package idiomnested

import "sync"

type point struct{ x, y int }

func (p *point) move(dx int) { p.x += dx }

type label struct{ at point }

type rect struct {
	min, size point
	label     *label
}

func (r *rect) move(dx int) {
	r.min.move(dx)
	r.size.move(dx)
}

type Shape struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	bounds rect
	//calvin:guarded_by mu
	inner *rect
	//calvin:guarded_by mu
	parts [3]rect
	//calvin:guarded_by mu
	moves int
	other sync.Mutex
	//calvin:guarded_by other
	spare rect
}

func (s *Shape) Unlocked() {
	s.bounds.move(1) // failed
}

func (s *Shape) PartUnlocked() {
	s.parts[1].min.move(1) // failed
}

func (s *Shape) UnderReadLock() {
	s.mu.RLock()
	defer s.mu.RUnlock()
	s.bounds.move(1) // failed
}

func (s *Shape) UnderOthersLock(o *Shape) {
	o.mu.Lock()
	defer o.mu.Unlock()
	s.parts[0].move(1) // failed
}

func (s *Shape) OtherField() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.spare.move(1) // failed
}

func (s *Shape) PartKept() {
	s.mu.Lock()
	p := &s.parts[2]
	s.mu.Unlock()
	p.move(1) // failed
}

func (s *Shape) PointKept() {
	s.mu.Lock()
	p := &s.bounds.min
	s.mu.Unlock()
	p.x = 1 // failed
}

func (s *Shape) LabelKept() {
	s.mu.Lock()
	l := s.bounds.label
	s.mu.Unlock()
	if l != nil {
		l.at.move(1) // failed
	}
}

func (s *Shape) LabelOfCopy() {
	s.mu.Lock()
	r := s.bounds
	s.mu.Unlock()
	if r.label != nil {
		r.label.at.x = 1 // failed
	}
}

func (s *Shape) InTwoRegions() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.other.Lock()
	defer s.other.Unlock()
	s.spare = s.bounds // failed
}

func (s *Shape) LabelInTwo() {
	l := &label{}
	s.mu.Lock()
	s.bounds.label = l
	s.mu.Unlock()
	s.other.Lock()
	s.spare.label = l // failed
	s.other.Unlock()
}

func (s *Shape) Started() {
	go s.shift()
}

func (s *Shape) shift() {
	s.bounds.min.move(1) // failed
}

// Counts moves rightly, and then counts without the lock.
func (s *Shape) Counts() {
	s.mu.Lock()
	s.bounds.move(1)
	for i := range s.parts {
		s.parts[i].move(1)
	}
	s.mu.Unlock()
	s.moves++ // failed
}
