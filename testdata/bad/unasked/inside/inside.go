// Package inside has no annotations, and structs and maps that lie in objects with a lock, whose own methods access them.
package inside

import "sync"

type queue struct {
	items []int
	n     int
}

func (q *queue) push(i int) {
	q.items = append(q.items, i)
	q.n++
}

func (q *queue) size() int { return q.n }

// A Shard guards its queue by its lock.
type Shard struct {
	lock    sync.RWMutex
	entries queue
}

// Push takes the lock.
func (s *Shard) Push(i int) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.entries.push(i)
}

// Size takes it for reading.
func (s *Shard) Size() int {
	s.lock.RLock()
	defer s.lock.RUnlock()
	return s.entries.size()
}

// Twice takes it for both.
func (s *Shard) Twice(i int) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.entries.push(i)
	s.entries.push(i)
}

// Weak writes under the read lock.
func (s *Shard) Weak(i int) {
	s.lock.RLock()
	defer s.lock.RUnlock()
	s.entries.push(i) // failed
}

// Peek takes no lock.
func (s *Shard) Peek() int {
	return s.entries.size() // failed
}

// Direct takes no lock, and no method.
func (s *Shard) Direct() int {
	return s.entries.n // failed
}

// Two writes another shard's queue.
func (s *Shard) Two(t *Shard, i int) {
	s.lock.Lock()
	defer s.lock.Unlock()
	t.entries.push(i) // failed
}

type bag map[int]int

func (b bag) put(i int) { b[i]++ }

func (b bag) count(i int) int { return b[i] }

// A Store guards its bag by its lock.
type Store struct {
	mu  sync.Mutex
	bag bag
}

// NewStore returns an empty one.
func NewStore() *Store { return &Store{bag: bag{}} }

// Put takes the lock.
func (s *Store) Put(i int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bag.put(i)
}

// Both takes it, too.
func (s *Store) Both(i int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bag.put(i)
	return s.bag.count(i)
}

// Count takes no lock.
func (s *Store) Count(i int) int {
	return s.bag.count(i) // failed
}

type tail struct{ n int }

func (t *tail) grow() { t.n++ } // failed

// A Log guards its tail by its lock.
type Log struct {
	mu   sync.Mutex
	tail tail
}

// Add takes the lock.
func (l *Log) Add() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tail.grow()
}

// Later has the lock where the goroutine starts, not where it runs.
func (l *Log) Later() {
	l.mu.Lock()
	defer l.mu.Unlock()
	go l.tail.grow()
}
