// Package keptbytes has no annotations. Its writers do with the bytes what io.Writer forbids, so nobody counts on having them back.
package keptbytes

import (
	"io"
	"sync"
)

type keeper struct{ last []byte }

func (k *keeper) Write(p []byte) (int, error) {
	k.last = p // failed
	return len(p), nil
}

// Keep has the writer and another goroutine know the bytes.
func Keep(c chan []byte) byte {
	k := &keeper{}
	b := []byte("ab")
	io.Writer(k).Write(b)
	c <- b
	return k.last[0] // failed
}

type later struct {
	mu sync.Mutex
	n  int
}

func (l *later) Write(p []byte) (int, error) {
	go func() { // failed
		l.mu.Lock()
		l.n += int(p[0])
		l.mu.Unlock()
	}()
	return len(p), nil
}

// Reuse writes to them again.
func Reuse(w io.Writer) {
	b := []byte("ab")
	w.Write(b)
	b[0] = 1 // failed
}

// A Log has a lock.
type Log struct {
	mu  sync.RWMutex
	buf []byte
}

// Set takes a copy.
func (l *Log) Set(b []byte) {
	l.mu.Lock()
	l.buf = append([]byte(nil), b...)
	l.mu.Unlock()
}

// Dump lets others read.
func (l *Log) Dump(w io.Writer) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	w.Write(l.buf) // failed
}

type masker struct{ k int }

func (m *masker) Write(p []byte) (int, error) {
	p[0]++ // failed
	m.k++
	return len(p), nil
}

// NewMasker returns one.
func NewMasker() io.Writer { return &masker{} }
