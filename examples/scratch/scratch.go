// Package scratch counts letters and writes lines with memory that it takes from pools and gives back.
package scratch

import (
	"bytes"
	"sync"
)

// counts is what has been counted.
type counts struct {
	of    [26]int
	total int
}

//calvin:transfers
var tables = sync.Pool{New: func() any { return new(counts) }}

//calvin:transfers
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Most returns the letter that occurs most often, and whether there are any.
func Most(text string) (letter byte, ok bool) {
	c := tables.Get().(*counts)
	defer tables.Put(c)
	*c = counts{}
	for i := range len(text) {
		if b := text[i]; 'a' <= b && b <= 'z' {
			c.of[b-'a']++
			c.total++
		}
	}
	most := 0
	//calvin:invariant 0 <= most && most < len(c.of)
	for i, n := range c.of {
		if n > c.of[most] {
			most = i
		}
	}
	return 'a' + byte(most), c.total > 0
}

// Line writes a line.
func Line(words []string) string {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w)
	}
	b.WriteByte('\n')
	s := b.String()
	buffers.Put(b)
	return s
}

// A Sampler keeps its tables to itself.
type Sampler struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	seen int
	//calvin:transfers
	pool sync.Pool
}

// table returns an empty table.
func (s *Sampler) table() *counts {
	if c, ok := s.pool.Get().(*counts); ok {
		c.total = 0
		return c
	}
	return &counts{}
}

// Sample counts the bytes, and how many there have been at all.
func (s *Sampler) Sample(data []byte) int {
	c := s.table()
	for range data {
		c.total++
	}
	n := c.total
	s.pool.Put(c)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen += n
	return s.seen
}
