// Package ownhashes has no annotations. It has a hash of its own, which returns what it keeps.
package ownhashes

import (
	"encoding/hex"
	"hash"
	"sync"
)

type kept struct {
	hash.Hash
	mu  sync.Mutex
	buf []byte
}

// Sum gives away what the lock guards.
func (k *kept) Sum([]byte) []byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.buf[0]++
	return k.buf // failed
}

// Use reads it.
func Use(k *kept) string {
	var h hash.Hash = k
	return hex.EncodeToString(h.Sum(nil)) // failed
}

// Any reads what some hash returns.
func Any(h hash.Hash) string {
	return hex.EncodeToString(h.Sum(nil)) // failed
}
