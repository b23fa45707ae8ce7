// Package hashes has no annotations. It sums up, in a program that has bytes under a lock.
package hashes

import (
	"crypto/sha256"
	"encoding/hex"
	"sync"
)

// A Store is right.
type Store struct {
	mu  sync.Mutex
	buf []byte
}

var salt = []byte("salt")

// Set is right.
func (s *Store) Set(i int, b byte) {
	s.mu.Lock()
	s.buf[i] = b
	s.mu.Unlock()
}

// Key is right.
func Key(text string) string {
	h := sha256.New()
	h.Write([]byte(text))
	h.Write(salt)
	return hex.EncodeToString(h.Sum(nil))
}

// Onto appends to what the lock guards, and reads it later.
func (s *Store) Onto(text string) string {
	h := sha256.New()
	h.Write([]byte(text))
	s.mu.Lock()
	sum := h.Sum(s.buf[:0])
	s.mu.Unlock()
	return hex.EncodeToString(sum) // failed
}
