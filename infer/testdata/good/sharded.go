package good

import "sync"

type shard struct {
	hits int // want "guarded_by mu" 2
	mu   sync.Mutex
}

type sharded struct{ shards []*shard }

// at has a copy of the receiver; what the copy leads to is not new.
func (m sharded) at(i int) *shard { return m.shards[i] }

func (m sharded) Hit(i int) {
	s := m.at(i)
	s.mu.Lock()
	s.hits++
	s.mu.Unlock()
}

func (m sharded) Clear(i int) {
	s := m.at(i)
	s.mu.Lock()
	s.hits = 0
	s.mu.Unlock()
}
