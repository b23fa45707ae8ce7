// Package idiomcounters has counters per key, and code that uses them wrongly.
package idiomcounters

import "sync"

type counter struct{ hits int }

func (c *counter) add() { c.hits++ }

type Stats struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	byKey map[string]*counter
	//calvin:guarded_by mu
	total int
	other sync.Mutex
	//calvin:guarded_by other
	worst *counter
}

func New() *Stats { return &Stats{byKey: make(map[string]*counter)} }

func (s *Stats) get(key string) *counter {
	c, ok := s.byKey[key]
	if !ok {
		c = new(counter)
		s.byKey[key] = c
	}
	return c
}

func (s *Stats) Unlocked(key string) {
	if c, ok := s.byKey[key]; ok { // failed
		c.hits++
	}
}

func (s *Stats) UnderReadLock(key string) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if c, ok := s.byKey[key]; ok {
		c.hits++ // failed
	}
}

func (s *Stats) AddsUnderReadLock(key string) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if c, ok := s.byKey[key]; ok {
		c.add() // failed
	}
}

func (s *Stats) UnderOthersLock(o *Stats, key string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if c, ok := s.byKey[key]; ok { // failed
		c.hits++
	}
}

func (s *Stats) Kept(key string) {
	s.mu.Lock()
	c := s.get(key)
	s.mu.Unlock()
	c.hits++ // failed
}

func (s *Stats) lookup(key string) *counter {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.get(key)
}

func (s *Stats) WrittenByTheCaller(key string) {
	s.lookup(key).add() // failed
}

func (s *Stats) Snapshot() int {
	s.mu.RLock()
	var all []*counter
	for _, c := range s.byKey {
		all = append(all, c)
	}
	s.mu.RUnlock()
	sum := 0
	for _, c := range all {
		if c != nil {
			sum += c.hits // failed
		}
	}
	return sum
}

func (s *Stats) InTwoRegions(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.other.Lock()
	defer s.other.Unlock()
	s.worst = s.get(key) // failed
}

func (s *Stats) Sent(key string, ch chan *counter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch <- s.get(key) // failed
}

func (s *Stats) Started(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	go read(s.get(key)) // failed
}

func read(c *counter) {
	if c != nil {
		_ = c.hits
	}
}

var last *counter

func (s *Stats) Global(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	last = s.get(key) // failed
}

func (s *Stats) MergesUnlocked(o *Stats) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k, c := range o.byKey { // failed
		s.get(k).hits += c.hits
	}
}

// RecordsAndCounts records rightly, and then counts without the lock.
func (s *Stats) RecordsAndCounts(key string) {
	s.mu.Lock()
	s.get(key).add()
	s.mu.Unlock()
	s.total++ // failed
}

// Nested counts by two keys.
type Nested struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m map[string]map[string]int
}

func (n *Nested) Inc(a, b string) {
	n.mu.Lock()
	if n.m == nil {
		n.m = make(map[string]map[string]int)
	}
	in, ok := n.m[a]
	if !ok {
		in = make(map[string]int)
		n.m[a] = in
	}
	n.mu.Unlock()
	in[b]++ // failed
}

func (n *Nested) Inner(a string) map[string]int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.m[a] // failed
}
