// Package regions has objects without a lock of their own that somebody else's lock guards. Nothing says so but guarded_by.
package regions

import "sync"

// An entry counts.
type entry struct{ n int }

// Inc counts one: whoever calls it has the entry.
func (e *entry) Inc() { e.n++ }

// Stats has a counter for each key.
type Stats struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m map[string]*entry
}

// Hit counts one for a key.
func (s *Stats) Hit(k string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.m == nil {
		s.m = make(map[string]*entry)
	}
	e := s.m[k]
	if e == nil {
		e = &entry{}
		s.m[k] = e
	}
	e.n++
	e.Inc()
}

// A ring is a buffer whose callers synchronise.
type ring struct {
	buf  [8]int
	head int
}

func (r *ring) push(x int) { r.buf[r.head&7] = x; r.head++ }

// A Pair has a ring by value and one by pointer.
type Pair struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	near ring
	//calvin:guarded_by mu
	far *ring
}

// Push adds to both.
func (p *Pair) Push(x int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.near.push(x)
	if p.far == nil {
		p.far = &ring{}
	}
	p.far.push(x)
}

var (
	registryMu sync.Mutex
	//calvin:guarded_by registryMu
	registry = map[string]*entry{}
)

// Register adds an entry to a map in a package variable.
func Register(k string) {
	e := &entry{n: 1}
	registryMu.Lock()
	defer registryMu.Unlock()
	if registry != nil {
		registry[k] = e
	}
}

// A Box hands what it has over by contract.
type Box struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	first *entry
}

// Put takes an entry that nobody else knows.
//
//calvin:requires local(e)
//calvin:atomic
//calvin:modifies b.first
//calvin:ensures b.first == e
func (b *Box) Put(e *entry) {
	b.mu.Lock()
	b.first = e
	b.mu.Unlock()
}

// Fill puts a new one there.
func (b *Box) Fill() { b.Put(&entry{n: 2}) }

// Collect passes through the entries twice.
func (s *Stats) Collect() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []*entry
	for _, e := range s.m {
		all = append(all, e)
	}
	total := 0
	for _, e := range all {
		if e != nil {
			total += e.n
			e.n = 0
		}
	}
	return total
}
