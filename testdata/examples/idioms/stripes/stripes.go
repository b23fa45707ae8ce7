// Package stripes has maps in parts, each with its lock.
package stripes

import (
	"hash/fnv"
	"sync"
)

type value struct {
	data []byte
	hits int
}

type bucket struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m map[uint64]*value
}

// A Table has its parts by value, in an array.
type Table struct{ buckets [16]bucket }

func (t *Table) bucket(k uint64) *bucket { return &t.buckets[k&15] }

// Put keeps a copy.
func (t *Table) Put(k uint64, d []byte) {
	b := t.bucket(k)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.m == nil {
		b.m = make(map[uint64]*value)
	}
	v := b.m[k]
	if v == nil {
		v = new(value)
		b.m[k] = v
	}
	v.data = append(v.data[:0], d...)
	v.hits++
}

// Total goes through the parts.
func (t *Table) Total() (n int) {
	for i := range t.buckets {
		b := &t.buckets[i]
		b.mu.Lock()
		for _, v := range b.m {
			n += v.hits
		}
		b.mu.Unlock()
	}
	return n
}

type shard struct {
	sync.RWMutex
	//calvin:guarded_by RWMutex
	items map[string]*value
}

func (s *shard) upsert(key string, n int) int {
	s.Lock()
	defer s.Unlock()
	v, ok := s.items[key]
	if !ok {
		v = &value{}
		if s.items == nil {
			s.items = make(map[string]*value)
		}
		s.items[key] = v
	}
	v.hits += n
	return v.hits
}

// A Sharded has pointers to its parts, in a slice that does not change.
type Sharded struct {
	//calvin:immutable
	shards []*shard
}

// New makes the parts.
func New(n int) *Sharded {
	all := make([]*shard, 0, 32)
	for range n {
		all = append(all, &shard{items: make(map[string]*value)})
	}
	return &Sharded{shards: all}
}

func (s *Sharded) shard(key string) *shard {
	if len(s.shards) == 0 {
		return nil
	}
	h := fnv.New32a()
	h.Write([]byte(key))
	return s.shards[uint(h.Sum32())%uint(len(s.shards))]
}

// Hit counts one.
func (s *Sharded) Hit(key string) int {
	part := s.shard(key)
	if part == nil {
		return 0
	}
	return part.upsert(key, 1)
}

// Len locks one part after the other.
func (s *Sharded) Len() (n int) {
	for _, part := range s.shards {
		if part == nil {
			continue
		}
		part.RLock()
		n += len(part.items)
		part.RUnlock()
	}
	return n
}
