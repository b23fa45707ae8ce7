// Package heldwriters has no annotations. Hashes, buffers and writers are behind a lock, in fields, entries and elements, and come out of there.
package heldwriters

import (
	"bytes"
	"fmt"
	"hash"
	"hash/fnv"
	"io"
	"os"
	"sync"
)

// A Log has a buffer under its lock.
type Log struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// Add is right.
func (l *Log) Add(s string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.buf.WriteString(s)
}

// Writer lets everybody write.
func (l *Log) Writer() io.Writer { return &l.buf } // failed

// Reader does so under the lock, which does not last.
func (l *Log) Reader() io.Reader {
	l.mu.Lock()
	defer l.mu.Unlock()
	return &l.buf // failed
}

// Each has the lock while others write.
func (l *Log) Each(f func(io.Writer)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f(&l.buf)
}

// out is for who holds the lock.
func (l *Log) out() io.Writer { return &l.buf }

// Print is right.
func (l *Log) Print(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Fprintln(l.out(), n)
}

type entry struct{ h hash.Hash }

// Sums has a hash for each key.
type Sums struct {
	mu sync.Mutex
	m  map[string]*entry
}

// Add is right.
func (s *Sums) Add(k string, b []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.m[k]
	if e == nil {
		if s.m == nil {
			s.m = map[string]*entry{}
		}
		e = &entry{h: fnv.New32()}
		s.m[k] = e
	}
	e.h.Write(b)
}

// Late keeps the hash.
func (s *Sums) Late(k string, b []byte) {
	s.mu.Lock()
	e := s.m[k]
	if e == nil {
		s.mu.Unlock()
		return
	}
	h := e.h
	s.mu.Unlock()
	h.Write(b) // failed
}

// Hashes has them in the map.
type Hashes struct {
	mu sync.Mutex
	m  map[string]hash.Hash
}

// Add is right.
func (s *Hashes) Add(k string, b []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.m[k]
	if h == nil {
		if s.m == nil {
			s.m = map[string]hash.Hash{}
		}
		h = fnv.New32()
		s.m[k] = h
	}
	h.Write(b)
}

// Sum is right.
func (s *Hashes) Sum(k string) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if h, ok := s.m[k]; ok && h != nil {
		return h.Sum(nil)
	}
	return nil
}

// Late keeps the hash.
func (s *Hashes) Late(k string, b []byte) {
	s.mu.Lock()
	h, ok := s.m[k]
	s.mu.Unlock()
	if ok && h != nil {
		h.Write(b) // failed
	}
}

// Other has another one where there is none.
func (s *Hashes) Other(k string, b []byte) []byte {
	s.mu.Lock()
	h := s.m[k]
	s.mu.Unlock()
	if h == nil {
		h = fnv.New32()
		h.Write(b)
		return h.Sum(nil)
	}
	return nil
}

// Rings has them in a slice.
type Rings struct {
	mu sync.Mutex
	hs []hash.Hash
}

// NewRings returns some.
func NewRings() *Rings { return &Rings{hs: []hash.Hash{fnv.New32(), fnv.New32()}} }

// Add is right.
func (s *Rings) Add(i int, b []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hs[i].Write(b)
}

// Late keeps one.
func (s *Rings) Late(i int, b []byte) {
	s.mu.Lock()
	h := s.hs[i]
	s.mu.Unlock()
	h.Write(b) // failed
}

// All keeps all.
func (s *Rings) All(b []byte) {
	s.mu.Lock()
	hs := s.hs
	s.mu.Unlock()
	for _, h := range hs { // failed
		h.Write(b)
	}
}

type kept struct{ h hash.Hash }

// Kept lets callers use the hashes.
type Kept struct {
	mu sync.Mutex
	m  map[string]*kept
}

// Get returns one.
func (s *Kept) Get(k string) hash.Hash {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.m[k]; e != nil {
		return e.h // failed
	}
	return nil
}

// Put is right.
func (s *Kept) Put(k string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.m == nil {
		s.m = map[string]*kept{}
	}
	s.m[k] = &kept{h: fnv.New32()}
}

// A Printer writes to what its callers have given, under a lock.
type Printer struct {
	mu  sync.Mutex
	out io.Writer
	n   int
}

// NewPrinter returns one.
func NewPrinter(w io.Writer) *Printer { return &Printer{out: w} }

// Print is right.
func (p *Printer) Print(s string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.n++
	fmt.Fprintln(p.out, s)
}

// Count is right.
func (p *Printer) Count() {
	p.mu.Lock()
	fmt.Fprintln(p.out, p.n)
	p.mu.Unlock()
}

// Warn has lost the lock.
func (p *Printer) Warn(s string) {
	fmt.Fprintln(p.out, s) // failed
}

// Early has released it.
func (p *Printer) Early(s string) {
	p.mu.Lock()
	p.n++
	p.mu.Unlock()
	fmt.Fprintln(p.out, s) // failed
}

// Console writes to a file, which goroutines may share.
type Console struct {
	mu  sync.Mutex
	out io.Writer
	n   int
}

// NewConsole returns one.
func NewConsole() *Console { return &Console{out: os.Stderr} }

// Print is right.
func (c *Console) Print(s string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	fmt.Fprintln(c.out, s)
}

// Warn is right.
func (c *Console) Warn(s string) { fmt.Fprintln(c.out, s) }
