// Package bysource counts on functions of another package, of which only the source tells, for what they do not do.
package bysource

import (
	"sync"

	"github.com/calvin-go/calvin/testdata/bad/wrong/sourcelib"
)

// A T has guarded memory, and slices, maps and numbers that nobody guards.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	buf []byte
	//calvin:guarded_by mu
	counts map[string]int
	//calvin:guarded_by mu
	n int

	raw   []byte
	seen  map[string]int
	count *int
	box   *sourcelib.Box
}

// Fill forgets that elements are written.
func (t *T) Fill() {
	t.mu.Lock()
	b := t.buf
	t.mu.Unlock()
	sourcelib.Fill(b) // failed
}

// Sum forgets that they are read.
func (t *T) Sum() int {
	t.mu.Lock()
	b := t.buf
	t.mu.Unlock()
	return sourcelib.Sum(b) // failed
}

// Count forgets it of a map.
func (t *T) Count() {
	t.mu.Lock()
	m := t.counts
	t.mu.Unlock()
	sourcelib.Count(m, "x") // failed
}

// Set passes a guarded variable.
func (t *T) Set() { sourcelib.Set(&t.n) } // failed

// Get does so too.
func (t *T) Get() int { return sourcelib.Get(&t.n) } // failed

// FillRaw has written what any goroutine may read.
func (t *T) FillRaw() { sourcelib.Fill(t.raw) } // failed

// CountSeen does so too.
func (t *T) CountSeen() { sourcelib.Count(t.seen, "x") } // failed

// SetCount does so too.
func (t *T) SetCount() { sourcelib.Set(t.count) } // failed

// Written believes that a variable stays as it is.
func Written() {
	n := 1
	sourcelib.Set(&n)
	//calvin:assert n == 1 // failed
	_ = n
}

// Elements believes so of elements.
func Elements() {
	b := make([]byte, 3)
	sourcelib.Fill(b)
	//calvin:assert b[0] == 0 // failed
	_ = b
}

// Extended believes so of those beyond a length.
func Extended() {
	b := make([]byte, 2)
	sourcelib.Extend(b[:1])
	//calvin:assert b[1] == 0 // failed
	_ = b
}

// Entries believes so of entries.
func Entries() {
	m := map[string]int{}
	sourcelib.Count(m, "x")
	//calvin:assert m["x"] == 0 // failed
	_ = m
}

// Later goes on with a variable that a goroutine writes.
func Later() {
	n := 1
	sourcelib.Later(&n)
	n = 2 // failed
	_ = n
}

// Kept goes on with one that is kept.
func Kept() {
	n := 1
	sourcelib.Keep(&n)
	sourcelib.SetKept()
	//calvin:assert n == 1 // failed
	_ = n
}

// Tail believes that the result is memory of its own.
func Tail() {
	b := make([]byte, 3)
	c := sourcelib.Tail(b)
	if len(c) == 0 {
		return
	}
	b[1] = 0 // failed
	c[0] = 1
	//calvin:assert b[1] == 0 // failed
	_ = b
}

// A P is a pair of guarded numbers.
type P struct {
	//calvin:guarded_by pairs
	a int
	//calvin:guarded_by pairs
	b int
}

var pairs sync.Mutex

// Read has all fields read.
func (p *P) Read() bool { return sourcelib.Read(p) } // failed

// Overwrite has all fields written.
func (p *P) Overwrite() { sourcelib.Overwrite(p) } // failed

// Half divides by zero.
func Half() int {
	b := sourcelib.Small(10)
	return b.N // failed
}

// Loop believes that a box leads nowhere.
func Loop() {
	b := sourcelib.New(1)
	c := &sourcelib.Box{}
	c.Loop()
	//calvin:assert c.Next != c // failed
	_, _ = b, c
}

// Own believes that a box of its own stays as it is.
func Own() {
	c := &sourcelib.Box{N: 1}
	c.Add(1)
	//calvin:assert c.N == 1 // failed
	_ = c
}

// Link believes that a box that another one leads to stays as it is.
func Link() {
	b, c := &sourcelib.Box{}, &sourcelib.Box{}
	b.Link(c)
	b.Next.N = 2
	//calvin:assert c.N == 0 // failed
	_, _ = b, c
}

// Linked believes that it leads to no box of its own.
func Linked() {
	b, c := &sourcelib.Box{}, &sourcelib.Box{}
	b.Link(c)
	//calvin:assert b.Next != c // failed
	_, _ = b, c
}

// LoopAll believes so of elements of a slice.
func LoopAll() {
	b := &sourcelib.Box{}
	sourcelib.LoopAll([]*sourcelib.Box{b})
	//calvin:assert b.Next != b // failed
	_ = b
}

// FillBehind believes that bytes behind elements stay as they are.
func FillBehind() {
	b := make([]byte, 1)
	sourcelib.FillBehind([][]byte{b})
	//calvin:assert b[0] == 0 // failed
	_ = b
}

// SetBehind believes so of a variable.
func SetBehind() {
	n := 1
	p := &n
	sourcelib.SetBehind(&p)
	//calvin:assert n == 1 // failed
	_ = p
}

// KeptBehind goes on with a variable that is kept.
func KeptBehind() {
	n := 1
	p := &n
	sourcelib.KeepBehind(&p)
	sourcelib.SetKept()
	//calvin:assert n == 1 // failed
	_ = p
}

// SetTwice forgets that a goroutine of its own passes the variable, too.
func SetTwice() {
	n := 1
	go func() { sourcelib.Set(&n) }() // failed
	sourcelib.Set(&n)                 // failed
}
