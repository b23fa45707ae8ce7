// Package toldresults has no annotations. Helpers that are called under a lock return parts of what it guards, and new slices. Their callers are large.
package toldresults

import (
	"encoding/binary"
	"errors"
	"sync"
)

var errNone = errors.New("none")

// A queue is its callers' own.
type queue struct {
	array []byte
	count int
}

func (q *queue) get(i int) ([]byte, error) {
	if q.count == 0 {
		return nil, errNone
	}
	if i <= 0 || i >= len(q.array) {
		return nil, errNone
	}
	size, n := binary.Uvarint(q.array[i:])
	if n <= 0 || int(size) > len(q.array)-i {
		return nil, errNone
	}
	return q.array[i+n : i+int(size)], nil
}

// A Store has one under a lock.
type Store struct {
	mu      sync.RWMutex
	index   map[string]int
	entries queue
}

// entry is called with the lock.
func (s *Store) entry(k string) ([]byte, error) {
	i := s.index[k]
	if i == 0 {
		return nil, errNone
	}
	e, err := s.entries.get(i)
	if err != nil {
		return nil, err
	}
	if len(e) < 8 {
		return nil, errNone
	}
	return e, nil
}

// copied takes the lock, and returns a copy.
func (s *Store) copied(k string) ([]byte, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	e, err := s.entry(k)
	if err != nil {
		return nil, err
	}
	out := make([]byte, len(e))
	copy(out, e)
	return out, nil
}

func large(n int) int {
	total := 0
	if n%3 == 0 {
		total += n*7 - 0
	}
	if n%4 == 1 {
		total += n*8 - 1
	}
	if n%5 == 2 {
		total += n*9 - 2
	}
	if n%6 == 3 {
		total += n*10 - 3
	}
	if n%7 == 4 {
		total += n*11 - 4
	}
	if n%8 == 5 {
		total += n*12 - 5
	}
	if n%9 == 6 {
		total += n*13 - 6
	}
	if n%10 == 7 {
		total += n*14 - 7
	}
	if n%11 == 8 {
		total += n*15 - 8
	}
	if n%12 == 9 {
		total += n*16 - 9
	}
	if n%13 == 10 {
		total += n*17 - 10
	}
	if n%14 == 11 {
		total += n*18 - 11
	}
	if n%15 == 12 {
		total += n*19 - 12
	}
	if n%16 == 13 {
		total += n*20 - 13
	}
	if n%17 == 14 {
		total += n*21 - 14
	}
	if n%18 == 15 {
		total += n*22 - 15
	}
	if n%19 == 16 {
		total += n*23 - 16
	}
	if n%20 == 17 {
		total += n*24 - 17
	}
	if n%21 == 18 {
		total += n*25 - 18
	}
	if n%22 == 19 {
		total += n*26 - 19
	}
	if n%23 == 20 {
		total += n*27 - 20
	}
	if n%24 == 21 {
		total += n*28 - 21
	}
	if n%25 == 22 {
		total += n*29 - 22
	}
	if n%26 == 23 {
		total += n*30 - 23
	}
	if n%27 == 24 {
		total += n*31 - 24
	}
	if n%28 == 25 {
		total += n*32 - 25
	}
	if n%29 == 26 {
		total += n*33 - 26
	}
	if n%30 == 27 {
		total += n*34 - 27
	}
	return total
}

// Put is right.
func (s *Store) Put(k string, b []byte) int {
	n := large(len(b))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.entries.array = append(s.entries.array, b...)
	s.entries.count++
	s.index[k] = len(s.entries.array)
	return n
}

// First is right: it reads under the lock.
func (s *Store) First(k string) (byte, int) {
	n := large(len(k))
	s.mu.RLock()
	defer s.mu.RUnlock()
	e, err := s.entry(k)
	if err != nil {
		return 0, n
	}
	return e[0], n
}

// Clear is right: it writes under the lock.
func (s *Store) Clear(k string) int {
	n := large(len(k))
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, err := s.entry(k); err == nil {
		e[0] = 0
	}
	return n
}

// Copy is right: what it has is its own.
func (s *Store) Copy(k string) (byte, int) {
	n := large(len(k))
	b, err := s.copied(k)
	if err != nil || len(b) == 0 {
		return 0, n
	}
	b[0]++
	return b[0], n
}

// Late reads after it has given the lock back.
func (s *Store) Late(k string) (byte, int) {
	n := large(len(k))
	s.mu.RLock()
	e, err := s.entry(k)
	s.mu.RUnlock()
	if err != nil {
		return 0, n
	}
	return e[0], n // failed
}

// Reading writes with the lock for reading.
func (s *Store) Reading(k string) int {
	n := large(len(k))
	s.mu.RLock()
	defer s.mu.RUnlock()
	if e, err := s.entry(k); err == nil {
		e[0] = 0 // failed
	}
	return n
}

// Unlocked has no lock.
func (s *Store) Unlocked(k string) (byte, int) {
	n := large(len(k))
	e, err := s.entry(k) // failed
	if err != nil {
		return 0, n
	}
	return e[0], n
}

// Sent tells others.
func (s *Store) Sent(k string, out chan<- []byte) int {
	n := large(len(k))
	s.mu.RLock()
	defer s.mu.RUnlock()
	if e, err := s.entry(k); err == nil {
		out <- e // failed
	}
	return n
}

// Started has a goroutine read it.
func (s *Store) Started(k string) int {
	n := large(len(k))
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, err := s.entry(k); err == nil {
		go func() { e[0]++ }() // failed
	}
	return n
}

// Whole returns it.
func (s *Store) Whole(k string) ([]byte, int) {
	n := large(len(k))
	s.mu.RLock()
	defer s.mu.RUnlock()
	e, err := s.entry(k)
	if err != nil {
		return nil, n
	}
	return e, n // failed
}
