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

// A Map has pointers to its parts. Its slice does not change.
type Map []*shard

// New makes the parts.
func New() Map {
	m := make(Map, 32)
	for i := range m {
		m[i] = &shard{items: make(map[string]*value)}
	}
	return m
}

func (m Map) shard(key string) *shard {
	if len(m) == 0 {
		return nil
	}
	h := fnv.New32a()
	h.Write([]byte(key))
	return m[uint(h.Sum32())%uint(len(m))]
}

// Set keeps what its caller leaves.
func (m Map) Set(key string, data []byte) {
	s := m.shard(key)
	if s == nil {
		return
	}
	s.Lock()
	defer s.Unlock()
	if s.items == nil {
		s.items = make(map[string]*value)
	}
	s.items[key] = &value{data: data}
}

// Hit counts one.
func (m Map) Hit(key string) int {
	if s := m.shard(key); s != nil {
		return s.upsert(key, 1)
	}
	return 0
}

// Len locks one part after the other.
func (m Map) Len() (n int) {
	for _, s := range m {
		if s == nil {
			continue
		}
		s.RLock()
		n += len(s.items)
		s.RUnlock()
	}
	return n
}
