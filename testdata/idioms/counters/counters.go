// Package counters has counters per key. Every idiom below this directory is written as its users write it, with guards and nothing else.
package counters

import (
	"sort"
	"sync"
	"time"
)

type counter struct {
	hits  int
	bytes int64
	last  time.Time
}

func (c *counter) add(n int64) (total int64) {
	c.hits++
	c.bytes += n
	return c.bytes
}

// Stats counts by key.
type Stats struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	byKey map[string]*counter
}

// New returns empty counts.
func New() *Stats { return &Stats{byKey: make(map[string]*counter)} }

// get counts on its callers to hold the lock.
func (s *Stats) get(key string) *counter {
	c, ok := s.byKey[key]
	if !ok {
		c = new(counter)
		s.byKey[key] = c
	}
	return c
}

// Record counts one.
func (s *Stats) Record(key string, n int64) (total int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.get(key)
	c.last = time.Now()
	return c.add(n)
}

// Hits reads under the read lock.
func (s *Stats) Hits(key string) int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if c, ok := s.byKey[key]; ok {
		return c.hits
	}
	return 0
}

// Reset writes whole counters.
func (s *Stats) Reset() {
	s.mu.Lock()
	for _, c := range s.byKey {
		*c = counter{}
	}
	s.mu.Unlock()
}

// Expire forgets what has not been counted lately.
func (s *Stats) Expire(before time.Time) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k, c := range s.byKey {
		if c.last.Before(before) {
			delete(s.byKey, k)
			n++
		}
	}
	return n
}

// A Line is a line of the report.
type Line struct {
	Key  string
	Hits int
}

// Report copies the counts, and sorts them without the lock.
func (s *Stats) Report() []Line {
	s.mu.RLock()
	lines := make([]Line, 0, len(s.byKey))
	for k, c := range s.byKey {
		lines = append(lines, Line{k, c.hits})
	}
	s.mu.RUnlock()
	sort.Slice(lines, func(i, j int) bool { return lines[i].Hits > lines[j].Hits })
	return lines
}

// All returns copies of the counters.
func (s *Stats) All() map[string]counter {
	s.mu.RLock()
	defer s.mu.RUnlock()
	out := make(map[string]counter, len(s.byKey))
	for k, c := range s.byKey {
		out[k] = *c
	}
	return out
}

// Max returns the key that was counted most.
func (s *Stats) Max() (key string, hits int) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var best *counter
	for k, c := range s.byKey {
		if best == nil || c.hits > best.hits {
			best, key = c, k
		}
	}
	if best == nil {
		return "", 0
	}
	return key, best.hits
}

// Merge adds the counts of another.
func (s *Stats) Merge(o *Stats) {
	for k, c := range o.All() {
		s.mu.Lock()
		mine := s.get(k)
		mine.hits += c.hits
		mine.bytes += c.bytes
		s.mu.Unlock()
	}
}

// Nested counts by two keys.
type Nested struct {
	sync.Mutex
	//calvin:guarded_by Mutex
	m map[string]map[string]int
}

// Inc counts one.
func (n *Nested) Inc(a, b string) {
	n.Lock()
	defer n.Unlock()
	if n.m == nil {
		n.m = make(map[string]map[string]int)
	}
	in, ok := n.m[a]
	if !ok {
		in = make(map[string]int)
		n.m[a] = in
	}
	in[b]++
}

// Sum adds the counts of a key.
func (n *Nested) Sum(a string) (sum int) {
	n.Lock()
	defer n.Unlock()
	for _, v := range n.m[a] {
		sum += v
	}
	return sum
}

var (
	mu sync.Mutex
	//calvin:guarded_by mu
	counts = make(map[string]*counter)
)

// Count counts in package variables.
func Count(k string) {
	mu.Lock()
	defer mu.Unlock()
	c, ok := counts[k]
	if !ok {
		counts[k] = &counter{hits: 1}
		return
	}
	c.hits++
}
