// Package bufferpools has no annotations. Its pools hold objects without a lock: from Get to Put they are one goroutine's.
package bufferpools

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
)

var bufs = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Format takes a buffer and puts it back.
func Format(s string) string {
	b := bufs.Get().(*bytes.Buffer)
	defer bufs.Put(b)
	b.Reset()
	b.WriteString(s)
	return b.String()
}

// Greet passes the buffer on meanwhile.
func Greet(w io.Writer, name string) error {
	b := bufs.Get().(*bytes.Buffer)
	defer func() {
		b.Reset()
		bufs.Put(b)
	}()
	fmt.Fprintf(b, "hello %s", name)
	_, err := w.Write(b.Bytes())
	return err
}

// Late uses the buffer after Put.
func Late(s string) string {
	b := bufs.Get().(*bytes.Buffer)
	b.Reset()
	bufs.Put(b)
	b.WriteString(s) // failed
	return b.String()
}

// Twice puts it back twice.
func Twice(s string) {
	b := bufs.Get().(*bytes.Buffer)
	b.WriteString(s)
	bufs.Put(b)
	bufs.Put(b) // failed
}

// Background has another goroutine use it, too.
func Background(s string) {
	b := bufs.Get().(*bytes.Buffer)
	go func() {
		b.WriteString(s) // failed
	}()
	bufs.Put(b) // failed
}

type scratch struct {
	words int
	lines int
}

// A Counter has a pool in a field.
type Counter struct {
	pool sync.Pool
	last *scratch
}

// Count needs no New.
func (c *Counter) Count(s string) int {
	x, _ := c.pool.Get().(*scratch)
	if x == nil {
		x = &scratch{}
	}
	x.words += len(strings.Fields(s))
	x.lines++
	n := x.words
	*x = scratch{}
	c.pool.Put(x)
	return n
}

// Keep puts back what others can reach.
func (c *Counter) Keep(s string) {
	x, _ := c.pool.Get().(*scratch)
	if x == nil {
		x = &scratch{}
	}
	c.last = x    // failed
	c.pool.Put(x) // failed
}
