// Package unguardedwriters has values of plain types of the standard library that nothing guards, and several goroutines use.
package unguardedwriters

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"math/rand"
	"strings"
	"sync"
	"text/tabwriter"
)

// A Box has a lock, and guards a number.
type Box struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Get is right.
func (b *Box) Get() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.n
}

// A Sink has a writer by pointer.
type Sink struct{ w *bufio.Writer }

// NewSink makes one.
func NewSink(w io.Writer) *Sink { return &Sink{w: bufio.NewWriter(w)} }

// Put runs in a goroutine as well, of which the caller does not wait.
func (s *Sink) Put(line string) {
	s.w.WriteString(line) // failed
}

// Start has another goroutine write.
func (s *Sink) Start() {
	go s.Put("a") // failed
}

// A Source has a reader by value.
type Source struct{ r bufio.Reader }

// Next runs in a goroutine as well.
func (s *Source) Next() byte {
	b, _ := s.r.ReadByte() // failed
	return b
}

// Start has another goroutine read.
func (s *Source) Start() {
	go s.Next() // failed
}

// Table has two goroutines write a table.
func Table(out io.Writer) {
	w := tabwriter.NewWriter(out, 0, 8, 1, ' ', 0)
	go func() {
		w.Write([]byte("a\tb\n")) // failed
	}()
	w.Write([]byte("c\td\n")) // failed
}

// Rows has two goroutines write rows.
func Rows(out io.Writer) {
	w := csv.NewWriter(out)
	go func() {
		w.Flush() // failed
	}()
	w.Flush() // failed
}

// Values has two goroutines encode.
func Values(out io.Writer) {
	e := json.NewEncoder(out)
	go func() {
		e.Encode(1) // failed
	}()
	e.Encode(2) // failed
}

// A Log has a buffer by value.
type Log struct{ b bytes.Buffer }

// Add runs in a goroutine as well.
func (l *Log) Add(s string) {
	l.b.WriteString(s) // failed
}

// Start has another goroutine add.
func (l *Log) Start() {
	go l.Add("a") // failed
}

// Text has two goroutines build.
func Text() {
	var b strings.Builder
	go func() {
		b.WriteString("a") // failed
	}()
	b.WriteString("b") // failed
}

// A Dice has a source of random numbers.
type Dice struct{ r *rand.Rand }

// Roll runs in a goroutine as well.
func (d *Dice) Roll() int {
	return d.r.Intn(6) // failed
}

// Start has another goroutine roll.
func (d *Dice) Start() {
	go d.Roll() // failed
}

func render(w io.Writer) {
	io.WriteString(w, "a")
}

// Rendered has two goroutines write by way of a function.
func Rendered(out io.Writer) {
	w := bufio.NewWriter(out)
	go func() {
		render(w) // failed
	}()
	render(w) // failed
}

// Wrapped has two goroutines write to one writer by way of another.
func Wrapped(out io.Writer) {
	w := bufio.NewWriter(out)
	e := json.NewEncoder(w)
	go func() {
		e.Encode(1) // failed
	}()
	w.Flush() // failed
}

var keeper = make(chan io.Writer, 1)

func keep(w io.Writer) {
	keeper <- w
}

// Kept leaves a writer to others.
func Kept(out io.Writer) {
	w := bufio.NewWriter(out)
	keep(w)
	w.Flush() // failed
}
