// Package sharedwriters has no annotations. Several goroutines have the same writer, by way of an interface.
package sharedwriters

import (
	"io"
	"sync"
)

type counter struct{ n int }

func (c *counter) Write(p []byte) (int, error) {
	c.n += len(p) // failed
	return len(p), nil
}

var out io.Writer = &counter{}

// Print may be called by anybody.
func Print(s string) { io.WriteString(out, s) }

type byGoroutine struct{ n int }

func (c *byGoroutine) visit() {
	c.n++ // failed
}

type visitor interface{ visit() }

// Visit has two goroutines call it.
func Visit() {
	var v visitor = &byGoroutine{}
	go func() { v.visit() }()
	v.visit()
}

type inLocked struct{ n int }

func (c *inLocked) count() {
	c.n++ // failed
}

type countable interface{ count() }

// A Box has a lock, and does not take it.
type Box struct {
	mu sync.Mutex
	c  countable
	k  int
}

// NewBox makes one.
func NewBox() *Box { return &Box{c: &inLocked{}} }

// Count counts.
func (b *Box) Count() { b.c.count() }

// Add adds.
func (b *Box) Add() {
	b.mu.Lock()
	b.k++
	b.mu.Unlock()
}

type sink interface{ put(p []byte) }

type mangler struct{ k int }

func (m *mangler) put(p []byte) {
	p[0]++ // failed
	m.k++
}

var common = make([]byte, 4)

func feed(s sink) { s.put(common) }

// Feed passes bytes that others have.
func Feed() { feed(&mangler{}) }

// FeedTwice has two goroutines do so.
func FeedTwice() {
	go Feed()
	go Feed()
}
