// Package writers has no annotations. Its readers, writers and visitors have no locks: whoever has one calls it by way of an interface, and no other goroutine knows
// it.
package writers

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strings"
	"sync"
)

// A counter counts what is written.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// Copy copies, and counts.
func Copy(dst io.Writer, src io.Reader) (int64, error) {
	c := &counter{w: dst}
	_, err := io.Copy(c, src)
	return c.n, err
}

// Render has a function write.
func Render(dst io.Writer, names []string) int64 {
	c := &counter{w: dst}
	heading(c)
	for _, name := range names {
		fmt.Fprintln(c, name)
	}
	c.n++
	heading(c)
	return c.n
}

func heading(w io.Writer) { io.WriteString(w, "names\n") }

// upper reads in capital letters.
type upper struct {
	r    io.Reader
	seen int
}

func (u *upper) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	for i := range p[:n] {
		if 'a' <= p[i] && p[i] <= 'z' {
			p[i] -= 'a' - 'A'
			u.seen++
		}
	}
	return n, err
}

// Upper returns such a reader.
func Upper(r io.Reader) io.Reader { return &upper{r: r} }

// Sum reads all.
func Sum(r io.Reader) (total int, err error) {
	buf := make([]byte, 512)
	for {
		n, err := r.Read(buf)
		for _, b := range buf[:n] {
			total += int(b)
		}
		if err != nil {
			return total, err
		}
		buf[0] = 0
	}
}

// lines has a lock, for lines from several goroutines.
type lines struct {
	mu   sync.Mutex
	open []byte
	n    int
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range p {
		if c == '\n' {
			l.n++
			l.open = l.open[:0]
		} else {
			l.open = append(l.open, c)
		}
	}
	return len(p), nil
}

// A tee writes to two writers.
type tee struct {
	a, b io.Writer
	errs int
}

func (t *tee) Write(p []byte) (int, error) {
	if _, err := t.a.Write(p); err != nil {
		t.errs++
	}
	return t.b.Write(p)
}

// Both prints to both.
func Both() int {
	t := &tee{a: &lines{}, b: os.Stdout}
	fmt.Fprintln(t, "hello")
	fmt.Fprintln(t, t.errs)
	return t.errs
}

// frames writes blocks of bytes with a checksum before each.
type frames struct {
	w    io.Writer
	head [8]byte
	off  int64
}

// NewFrames makes one.
func NewFrames(w io.Writer) io.Writer { return &frames{w: w} }

func (f *frames) Write(p []byte) (int, error) {
	binary.BigEndian.PutUint32(f.head[:4], uint32(len(p)))
	binary.BigEndian.PutUint32(f.head[4:], crc32.ChecksumIEEE(p))
	if _, err := f.w.Write(f.head[:]); err != nil {
		return 0, err
	}
	n, err := f.w.Write(p)
	f.off += int64(n) + 8
	return n, err
}

type visitor interface {
	number(n int)
	operator(o byte)
}

type printer struct {
	b     strings.Builder
	depth int
}

func (p *printer) number(n int) { fmt.Fprintf(&p.b, "%d ", n) }

func (p *printer) operator(o byte) {
	p.depth++
	p.b.WriteByte(o)
}

// An Expr is a tree.
type Expr struct {
	l, r *Expr
	op   byte
	n    int
}

func (e *Expr) walk(v visitor) {
	if e == nil {
		return
	}
	e.l.walk(v)
	e.r.walk(v)
	if e.op == 0 {
		v.number(e.n)
	} else {
		v.operator(e.op)
	}
}

// Print prints it.
func Print(e *Expr) string {
	p := &printer{}
	e.walk(p)
	return p.b.String()
}

// Below have goroutines that use what such a writer leads to.

type patch struct{ buf []byte }

func (c *patch) Write(p []byte) (int, error) {
	if len(c.buf) > 0 {
		c.buf[0] = 1
	}
	return len(p), nil
}

// Captured has another goroutine read the bytes afterwards.
func Captured() {
	b := make([]byte, 4)
	var w io.Writer = &patch{buf: b}
	go func() { println(b[0]) }() // failed
	w.Write(nil)
}

// Before has it read them before.
func Before() {
	b := make([]byte, 4)
	p := &patch{buf: b}
	go func() { println(b[0]) }()
	io.WriteString(p, "x") // failed
}

// BeforeThat is the same with an interface that is a variable.
func BeforeThat() {
	b := make([]byte, 4)
	p := &patch{buf: b}
	go func() { println(b[0]) }()
	var w io.Writer = p // failed
	w.Write(nil)
}

type stats struct{ n int }

type tally struct {
	st *stats
	k  int
}

func (t *tally) Write(p []byte) (int, error) {
	t.st.n++
	t.k++
	return len(p), nil
}

// Shared has several writers with the same numbers behind them.
func Shared() {
	st := &stats{}
	for range 2 {
		go func() {
			io.WriteString(&tally{st: st}, "x") // failed
		}()
	}
}

type words struct{ m map[string]int }

func (w *words) Write(p []byte) (int, error) {
	w.m[string(p)]++
	return len(p), nil
}

// SharedMap has the same with a map.
func SharedMap(m map[string]int) {
	for range 2 {
		go func() {
			fmt.Fprint(&words{m: m}, "x") // failed
		}()
	}
}

// A Log has a lock for its bytes.
type Log struct {
	mu  sync.RWMutex
	buf []byte
}

// Add adds one.
func (l *Log) Add(b byte) {
	l.mu.Lock()
	l.buf = append(l.buf, b)
	l.mu.Unlock()
}

// Dump writes them under the lock.
func (l *Log) Dump(w io.Writer) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	w.Write(l.buf)
}

// DumpLate writes them without.
func (l *Log) DumpLate(w io.Writer) {
	l.mu.RLock()
	b := l.buf
	l.mu.RUnlock()
	w.Write(b) // failed
}

// Fill reads into them with the lock held for reading.
func (l *Log) Fill(r io.Reader) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	r.Read(l.buf) // failed
}
