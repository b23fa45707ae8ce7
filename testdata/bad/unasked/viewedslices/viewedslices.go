// Package viewedslices has no annotations. Readers and decoders of the library read a slice that a lock guards: while the lock is held, and later.
package viewedslices

import (
	"bytes"
	"encoding/json"
	"sync"
)

// A Log has its text in a slice.
type Log struct {
	mu    sync.Mutex
	bytes []byte
}

// Set writes it.
func (l *Log) Set(c byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.bytes) > 0 {
		l.bytes[0] = c
	}
}

// Locked reads it under the lock.
func (l *Log) Locked() (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	_ = json.NewDecoder(bytes.NewReader(l.bytes)).Decode(&n)
	return n
}

// Copied reads a copy.
func (l *Log) Copied() byte {
	l.mu.Lock()
	r := bytes.NewReader(bytes.Clone(l.bytes))
	l.mu.Unlock()
	c, _ := r.ReadByte()
	return c
}

// Read reads a slice.
func (l *Log) Read() byte {
	l.mu.Lock()
	r := bytes.NewReader(l.bytes)
	l.mu.Unlock()
	c, _ := r.ReadByte() // failed
	return c
}

// Decode has one reader behind another.
func (l *Log) Decode() (n int) {
	l.mu.Lock()
	d := json.NewDecoder(bytes.NewReader(l.bytes))
	l.mu.Unlock()
	_ = d.Decode(&n) // failed
	return n
}
