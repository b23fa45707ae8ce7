// Package wrapped has no annotations. Something that writes to a buffer, or reads from one, is in one variable, the buffer in another one, and they are used under several locks, or without any.
package wrapped

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"hash"
	"io"
	"os"
	"sync"
)

// A Report has a buffer inside, and a writer over it.
type Report struct {
	in, out sync.Mutex
	buf     bytes.Buffer
	w       *bufio.Writer
}

// NewReport is right.
func NewReport() *Report {
	r := &Report{}
	r.w = bufio.NewWriter(&r.buf)
	return r
}

// Add holds another lock than Text.
func (r *Report) Add(s string) {
	r.in.Lock()
	defer r.in.Unlock()
	r.w.WriteString(s) // failed
	r.w.Flush()
}

// Text is right by itself.
func (r *Report) Text() string {
	r.out.Lock()
	defer r.out.Unlock()
	return r.buf.String()
}

// A Sound report has one lock.
type Sound struct {
	mu  sync.RWMutex
	buf bytes.Buffer
	w   *bufio.Writer
}

// NewSound is right.
func NewSound() *Sound {
	s := &Sound{}
	s.w = bufio.NewWriter(&s.buf)
	return s
}

// Add is right.
func (s *Sound) Add(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(text)
}

func (s *Sound) add(text string) {
	s.w.WriteString(text)
	s.w.Flush()
}

// Text is right.
func (s *Sound) Text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.String()
}

// A Pair has two writers over one buffer, which it does not keep.
type Pair struct {
	mu, mu2 sync.Mutex
	a, b    *bufio.Writer
}

// NewPair has two owners for one buffer.
func NewPair() *Pair {
	buf := &bytes.Buffer{}
	return &Pair{a: bufio.NewWriter(buf), b: bufio.NewWriter(buf)} // failed
}

// First holds one lock.
func (p *Pair) First(s string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.a.WriteString(s)
}

// Second holds another one.
func (p *Pair) Second(s string) {
	p.mu2.Lock()
	defer p.mu2.Unlock()
	p.b.WriteString(s) // failed
}

// A Tee sums up what it writes.
type Tee struct {
	mu, mu2 sync.Mutex
	sum     hash.Hash
	all     io.Writer
}

// NewTee is right.
func NewTee() *Tee {
	h := sha256.New()
	return &Tee{sum: h, all: io.MultiWriter(os.Stderr, h)}
}

// Print holds another lock than Mark.
func (t *Tee) Print(s string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	io.WriteString(t.all, s) // failed
}

// Mark is right by itself.
func (t *Tee) Mark() {
	t.mu2.Lock()
	defer t.mu2.Unlock()
	t.sum.Write([]byte{0})
}

// A Stream has a file, which synchronises itself.
type Stream struct {
	mu, mu2 sync.Mutex
	f       *os.File
	enc     *json.Encoder
}

// NewStream is right.
func NewStream(f *os.File) *Stream { return &Stream{f: f, enc: json.NewEncoder(f)} }

// Put is right.
func (s *Stream) Put(n int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.enc.Encode(n)
}

// Note is right.
func (s *Stream) Note(text string) {
	s.mu2.Lock()
	defer s.mu2.Unlock()
	s.f.WriteString(text)
}

var (
	mu   sync.Mutex
	text bytes.Buffer
	enc  = json.NewEncoder(&text)
)

// Encode is right by itself.
func Encode(n int) {
	mu.Lock()
	defer mu.Unlock()
	enc.Encode(n)
}

// Note has no lock.
func Note(s string) {
	text.WriteString(s) // failed
}

// Len is right.
func Len() int {
	mu.Lock()
	defer mu.Unlock()
	return text.Len()
}
