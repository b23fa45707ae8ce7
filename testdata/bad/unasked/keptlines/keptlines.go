// Package keptlines has no annotations. Its writers have what they write in fields that a lock guards, which package io forbids if they still have it when they return.
package keptlines

import (
	"sync"
	"sync/atomic"
)

// A Lines has the bytes in a field while it writes.
type Lines struct {
	mu  sync.Mutex
	cur []byte
	n   int
}

func (l *Lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cur = p
	l.count()
	l.cur = nil
	return len(p), nil
}

func (l *Lines) count() {
	for _, b := range l.cur {
		if b == '\n' {
			l.n++
		}
	}
}

// What follows is wrong.

// A History has all that was written.
type History struct {
	mu  sync.Mutex
	all [][]byte
}

func (h *History) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all = append(h.all, p) // failed
	return len(p), nil
}

// A Table has it in a map.
type Table struct {
	m sync.Map
	n atomic.Int64
}

func (t *Table) Write(p []byte) (int, error) {
	t.m.Store(t.n.Add(1), p) // failed
	return len(p), nil
}
