// Package views has no annotations. What functions of the library return leads to the bytes of a buffer, or goes through a map: it is used while the lock of
// that is held, or when others may write them.
package views

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"iter"
	"maps"
	"os"
	"strings"
	"sync"
)

// A Log has its text in a buffer.
type Log struct {
	mu    sync.Mutex
	text  bytes.Buffer
	sizes map[int]int
	out   chan []byte
}

// New returns a log.
func New() *Log { return &Log{sizes: map[int]int{}, out: make(chan []byte)} }

// Add adds a line.
func (l *Log) Add(s string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text.Reset()
	l.text.WriteString(s)
	l.sizes[len(s)]++
}

// Write writes out the text under the lock.
func (l *Log) Write() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := l.text.Bytes()
	if _, err := os.Stdout.Write(text); err != nil {
		return err
	}
	for _, c := range text {
		if c == 'x' {
			return io.EOF
		}
	}
	return nil
}

// Copy returns a copy.
func (l *Log) Copy() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]byte(nil), l.text.Bytes()...)
}

// Late writes out the text after the lock was released.
func (l *Log) Late() {
	l.mu.Lock()
	text := l.text.Bytes()
	l.mu.Unlock()
	os.Stdout.Write(text) // failed
}

// Rest looks at a part of it.
func (l *Log) Rest() int {
	l.mu.Lock()
	rest := l.text.Bytes()[1:]
	l.mu.Unlock()
	n := 0
	for i := range rest {
		if rest[i] == 'x' { // failed
			n++
		}
	}
	return n
}

func (l *Log) unread() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Bytes() // failed
}

// First uses what a helper returns.
func (l *Log) First() byte { return l.unread()[0] }

// Buffered reads the buffer by another one.
func (l *Log) Buffered() string {
	l.mu.Lock()
	r := bufio.NewReader(&l.text)
	l.mu.Unlock()
	s, _ := r.ReadString('\n') // failed
	return s
}

// Pulled goes through the map.
func (l *Log) Pulled() int {
	l.mu.Lock()
	next, stop := iter.Pull(maps.Keys(l.sizes))
	l.mu.Unlock()
	defer stop()
	k, _ := next() // failed
	return k
}

// Send sends the bytes of the buffer.
func (l *Log) Send() {
	l.mu.Lock()
	l.out <- l.text.Bytes() // failed
	l.mu.Unlock()
}

// Receive receives them.
func (l *Log) Receive() byte { return (<-l.out)[0] }

var pool = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Pooled returns the bytes of a buffer that others get.
func Pooled(s string) []byte {
	b := pool.Get().(*bytes.Buffer)
	defer pool.Put(b)
	b.Reset()
	b.WriteString(s)
	return b.Bytes() // failed
}

// PooledString returns a copy.
func PooledString(s string) string {
	b := pool.Get().(*bytes.Buffer)
	defer pool.Put(b)
	b.Reset()
	b.WriteString(s)
	return string(b.Bytes())
}

// Tokens sends tokens that the scanner overwrites.
func Tokens(r io.Reader, out chan<- []byte) {
	s := bufio.NewScanner(r)
	for s.Scan() { // failed
		out <- s.Bytes()
	}
}

// Texts sends copies of them.
func Texts(r io.Reader, out chan<- string) {
	s := bufio.NewScanner(r)
	for s.Scan() {
		out <- string(s.Bytes())
	}
}

// Goroutine has another goroutine look at the bytes of a buffer, which is used again.
func Goroutine() byte {
	var b bytes.Buffer
	b.WriteString("abc")
	text, first := b.Bytes(), make(chan byte)
	go func() { first <- text[0] }()
	b.Reset() // failed
	return <-first
}

// Given gives away the bytes of a buffer, which is not used again.
func Given(out chan<- []byte) {
	var b bytes.Buffer
	b.WriteString("abc")
	out <- b.Bytes()
}

// Local has readers and buffers of its own.
func Local(s string) (n int) {
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	_, _ = io.Copy(w, io.LimitReader(strings.NewReader(s), 10))
	_ = w.Flush()
	_ = json.NewDecoder(&b).Decode(&n)
	return n
}

// Deferred writes out the text when the lock was released.
func (l *Log) Deferred() {
	l.mu.Lock()
	defer os.Stdout.Write(l.text.Bytes())
	l.mu.Unlock() // failed
}

// Literal looks at it by a literal.
func (l *Log) Literal() (c byte) {
	l.mu.Lock()
	text := l.text.Bytes()
	l.mu.Unlock()
	func() { c = text[0] }() // failed
	return c
}
