package regions

import "sync"

// A sample is counted when the buffers have changed places.
type sample struct{ value, count int }

// A Meter has two buffers: one is filled while the other one is looked through.
type Meter struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	front []sample
	//calvin:guarded_by mu
	back []sample
}

// Record adds to the one in front.
func (m *Meter) Record(value int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.front = append(m.front, sample{value: value})
}

// Turn exchanges the buffers, and sums up the one that was in front.
func (m *Meter) Turn() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.front, m.back = m.back[:0], m.front
	sum := 0
	for i := range m.back {
		m.back[i].count++
		sum += m.back[i].value
	}
	return sum
}

// Seen has the names of this round and of the last one.
type Seen struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	now map[string]int
	//calvin:guarded_by mu
	before map[string]int
}

// NewSeen makes one.
func NewSeen() *Seen { return &Seen{now: make(map[string]int), before: make(map[string]int)} }

// Note counts a name.
func (s *Seen) Note(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now == nil {
		s.now = make(map[string]int)
	}
	s.now[name]++
}

// Round begins another round.
func (s *Seen) Round() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.before, s.now = s.now, s.before
	clear(s.now)
}

// Count looks into both.
func (s *Seen) Count(name string) int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.now[name] + s.before[name]
}
