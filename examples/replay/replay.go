// Package replay counts what a log of events says. Its functions are too large to be inlined in each other: calls of the
// large ones stand apart.
package replay

import (
	"math/bits"
	"sync"
)

// An Event is a line of the log.
type Event struct {
	Kind  string
	Key   int
	Bytes int
}

// Stats are the counts.
type Stats struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	hits, misses, stores, evictions, errors int
	//calvin:guarded_by mu
	bytes int
	//calvin:guarded_by mu
	largest int
	//calvin:guarded_by mu
	seen uint64
}

// record counts one event.
func (s *Stats) record(e Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.note(e.Key)
	switch e.Kind {
	case "hit":
		s.hits++
		s.bytes += e.Bytes
	case "miss":
		s.misses++
	case "store":
		s.stores++
		s.bytes += e.Bytes
		if e.Bytes > s.largest {
			s.largest = e.Bytes
		}
	case "evict":
		s.evictions++
		s.bytes -= e.Bytes
	default:
		s.errors++
	}
}

// note remembers, of the key, what fits into a word. Whoever calls holds the lock.
func (s *Stats) note(key int) {
	if key >= 0 && key < 64 {
		s.seen |= 1 << key
	}
}

// Replay counts what happened before, between and after.
func (s *Stats) Replay(before, between, after []Event) {
	s.record(Event{Kind: "start"})
	for _, e := range before {
		s.record(e)
	}
	s.record(Event{Kind: "miss", Key: 1})
	s.record(Event{Kind: "store", Key: 1, Bytes: 10})
	for _, e := range between {
		s.record(e)
	}
	s.record(Event{Kind: "hit", Key: 1, Bytes: 10})
	s.record(Event{Kind: "evict", Key: 1, Bytes: 10})
	for _, e := range after {
		s.record(e)
	}
}

// merge adds the counts of another log. Whoever calls holds the lock.
func (s *Stats) merge(hits, misses, stores, evictions, errors, bytes, largest int, seen uint64) {
	s.hits += hits
	s.misses += misses
	s.stores += stores
	s.evictions += evictions
	s.errors += errors
	s.bytes += bytes
	if largest > s.largest {
		s.largest = largest
	}
	s.seen |= seen
}

// Add adds the counts of other logs.
func (s *Stats) Add(others ...*Stats) int {
	sum := 0
	for _, o := range others {
		if o == s || o == nil {
			continue
		}
		hits, misses, stores, evictions, errors, bytes, largest, seen := o.counts()
		s.mu.Lock()
		s.merge(hits, misses, stores, evictions, errors, bytes, largest, seen)
		s.merge(0, 0, 0, 0, 0, 0, largest+1, 0)
		s.merge(0, 1, 0, 0, 0, 0, 0, seen)
		s.merge(0, 0, 1, 0, 0, 0, 0, 1)
		sum += s.hits + s.misses
		s.mu.Unlock()
	}
	return sum
}

// counts returns all counts at one moment.
func (s *Stats) counts() (hits, misses, stores, evictions, errors, bytes, largest int, seen uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hits, s.misses, s.stores, s.evictions, s.errors, s.bytes, s.largest, s.seen
}

// Keys is how many of the first 64 keys have come up.
func (s *Stats) Keys() int {
	_, _, _, _, _, _, _, seen := s.counts()
	return bits.OnesCount64(seen)
}
