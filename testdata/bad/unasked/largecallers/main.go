// Package largecallers has no annotations. Functions that are large with all that they call pass the address of a guarded slice to a helper, which writes it
// and returns a part of it.
package largecallers

import (
	"encoding/binary"
	"sync"
)

const header = 18

// A Store has a buffer in which entries are put together.
type Store struct {
	mu     sync.Mutex
	buffer []byte
	data   []byte
	index  map[uint64]int
	stats  [8]int
}

// New makes one.
func New() *Store { return &Store{index: map[uint64]int{}} }

func wrap(stamp, hash uint64, key string, entry []byte, buffer *[]byte) []byte {
	size := len(entry) + header + len(key)
	if size > len(*buffer) {
		*buffer = make([]byte, size)
	}
	blob := *buffer
	binary.LittleEndian.PutUint64(blob, stamp)
	binary.LittleEndian.PutUint64(blob[8:], hash)
	binary.LittleEndian.PutUint16(blob[16:], uint16(len(key)))
	copy(blob[header:], key)
	copy(blob[header+len(key):], entry)
	return blob[:size]
}

func (s *Store) count(x uint64) {
	switch {
	case x > 10:
		s.stats[0]++
	case x > 9:
		s.stats[1]++
	case x > 8:
		s.stats[2]++
	case x > 7:
		s.stats[3]++
	case x > 6:
		s.stats[4]++
	}
}

func (s *Store) countAll(x uint64) {
	s.count(x)
	s.count(x + 1)
	s.count(x + 2)
	s.count(x + 3)
	s.count(x + 4)
	s.count(x + 5)
}

// Put adds an entry.
func (s *Store) Put(stamp, hash uint64, key string, entry []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.countAll(stamp)
	s.countAll(hash)
	w := wrap(stamp, hash, key, entry, &s.buffer)
	s.index[hash] = len(s.data)
	s.data = append(s.data, w...)
}

// Count counts.
func (s *Store) Count(x uint64) {
	s.mu.Lock()
	s.countAll(x)
	s.mu.Unlock()
}

// Unlocked puts an entry together without the lock.
func (s *Store) Unlocked(stamp, hash uint64, key string, entry []byte) int {
	s.mu.Lock()
	s.countAll(stamp)
	s.countAll(hash)
	s.mu.Unlock()
	return len(wrap(stamp, hash, key, entry, &s.buffer)) // failed
}

// Late writes the part after the unlock.
func (s *Store) Late(stamp, hash uint64, key string, entry []byte) {
	s.mu.Lock()
	s.countAll(stamp)
	s.countAll(hash)
	w := wrap(stamp, hash, key, entry, &s.buffer)
	s.mu.Unlock()
	if len(w) > 0 {
		w[0] = 1 // failed
	}
}
