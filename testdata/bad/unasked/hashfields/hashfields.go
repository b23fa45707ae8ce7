// Package hashfields has no annotations. Hashes and sources of random numbers are in fields and package variables, under a lock and not.
package hashfields

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"hash"
	"hash/fnv"
	"io"
	"math/rand"
	"net/http"
	"strings"
	"sync"
)

// A Digest sums up what several goroutines give it.
type Digest struct {
	mu sync.Mutex
	h  hash.Hash
	n  int
}

// New returns a digest.
func New() *Digest { return &Digest{h: sha256.New()} }

// Add is right.
func (d *Digest) Add(b []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.n += len(b)
	d.h.Write(b)
}

// Seal is right.
func (d *Digest) Seal() []byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.h.Write([]byte{0})
	return d.h.Sum(nil)
}

// Sum has no lock.
func (d *Digest) Sum() []byte {
	return d.h.Sum(nil) // failed
}

// Kept uses the hash after the unlock, by a variable.
func (d *Digest) Kept() []byte {
	d.mu.Lock()
	h := d.h
	d.mu.Unlock()
	return h.Sum(nil) // failed
}

// All uses those of a slice, which callers leave to it.
func All(hs []hash.Hash, b []byte) {
	for _, h := range hs {
		h.Write(b)
	}
}

// More is right.
func (d *Digest) More(b []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.h.Write(b)
}

// Size asks for what never changes.
func (d *Digest) Size() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.h.Size()
}

// Reset releases the lock too early.
func (d *Digest) Reset() {
	d.mu.Lock()
	d.n = 0
	d.mu.Unlock()
	d.h.Reset() // failed
}

// A Source draws numbers.
type Source struct {
	mu sync.RWMutex
	r  rand.Source
}

// NewSource returns a source.
func NewSource() *Source { return &Source{r: rand.NewSource(1)} }

// Next is right.
func (s *Source) Next() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.r.Int63()
}

// Peek draws under the read lock.
func (s *Source) Peek() int64 {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.r.Int63() // failed
}

// A Plain has no lock: its callers synchronise.
type Plain struct{ h hash.Hash }

// NewPlain returns one.
func NewPlain() *Plain { return &Plain{h: sha256.New()} }

// Add is right.
func (p *Plain) Add(b []byte) { p.h.Write(b) }

// Alone uses one.
func Alone(b []byte) []byte {
	p := NewPlain()
	p.Add(b)
	return p.h.Sum(nil)
}

type started struct{ h hash.Hash }

// Shared has two goroutines use one.
func Shared(b []byte) {
	p := &started{h: sha256.New()}
	go func() { p.h.Write(b) }()
	p.h.Write(b) // failed
}

var (
	mu    sync.Mutex
	names = fnv.New32a()
	urls  = fnv.New32a()
)

// Name is right.
func Name(s string) uint32 {
	mu.Lock()
	defer mu.Unlock()
	names.Reset()
	names.Write([]byte(s))
	return names.Sum32()
}

// A Log writes to a buffer that it has made.
type Log struct {
	mu  sync.Mutex
	out io.Writer
	n   int
}

// NewLog returns a log.
func NewLog() *Log { return newLog(&bytes.Buffer{}) }

func newLog(w io.Writer) *Log { return &Log{out: w} }

// Print is right.
func (l *Log) Print(s string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n++
	fmt.Fprintln(l.out, s)
}

// Printf is right.
func (l *Log) Printf(s string, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Fprintf(l.out, s, n)
}

// Raw has no lock.
func (l *Log) Raw(s string) {
	io.WriteString(l.out, s) // failed
}

// A Tool writes to what callers give it, which may well be a file.
type Tool struct {
	mu  sync.Mutex
	out io.Writer
	n   int
}

// NewTool returns a tool.
func NewTool(w io.Writer) *Tool { return &Tool{out: w} }

// Run is right, as far as anybody can tell.
func (t *Tool) Run() {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
	fmt.Fprintln(t.out, "done")
}

var trace io.Writer = &strings.Builder{}

// Trace is right.
func Trace(s string) {
	mu.Lock()
	defer mu.Unlock()
	fmt.Fprintln(trace, s)
}

// Handle has no lock.
func Handle(_ http.ResponseWriter, r *http.Request) {
	urls.Reset() // failed
	urls.Write([]byte(r.URL.Path))
}
