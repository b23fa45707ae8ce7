// Package takenatstart has goroutines that get an object for themselves: a reader, a scanner, a decoder, a struct. Who starts them does not use it any more.
package takenatstart

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"os"
)

// A Client has one goroutine that reads, and one that writes.
type Client struct {
	lines chan []byte
	out   chan string
}

// Serve starts them.
func Serve(conn net.Conn) *Client {
	c := &Client{lines: make(chan []byte), out: make(chan string, 8)}
	go c.read(bufio.NewReader(conn))
	w := bufio.NewWriter(conn)
	go c.write(w)
	return c
}

func (c *Client) read(r *bufio.Reader) {
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return
		}
		c.lines <- line
	}
}

func (c *Client) write(w *bufio.Writer) {
	for text := range c.out {
		w.WriteString(text)
		w.Flush()
	}
}

// Print prints what comes.
func Print(f *os.File) {
	lines := bufio.NewScanner(f)
	go func() {
		for lines.Scan() {
			fmt.Println(lines.Text())
		}
	}()
}

// Decode prints numbers.
func Decode(conns []net.Conn) {
	for _, conn := range conns {
		d := json.NewDecoder(conn)
		go func() {
			var n int
			for d.Decode(&n) == nil {
				fmt.Println(n)
			}
		}()
	}
}

type progress struct{ done, all int }

func (p *progress) add() { p.done++ }

// Watch counts.
func Watch(all int, steps <-chan bool) {
	p := &progress{all: all}
	p.add()
	go func() {
		for range steps {
			p.add()
			fmt.Println(p.done, p.all)
		}
	}()
}

// What follows is wrong.

func pump(r *bufio.Reader) {
	for {
		if _, err := r.ReadByte(); err != nil {
			return
		}
	}
}

// Twice has two goroutines read.
func Twice(conn net.Conn) {
	r := bufio.NewReader(conn)
	go drain(r)
	go drain(r)
}

func drain(r *bufio.Reader) { r.ReadByte() } // failed

// Again has any number of them do so.
func Again(conn net.Conn) {
	r := bufio.NewReader(conn)
	for range 3 {
		go drainAgain(r)
	}
}

func drainAgain(r *bufio.Reader) { r.ReadByte() } // failed

// Aliased uses it by another variable.
func Aliased(conn net.Conn) {
	r := bufio.NewReader(conn)
	q := r
	go pump(r)
	q.ReadByte() // failed
}

// A Kept is known by a field, too.
type Kept struct{ r *bufio.Reader }

// Keep makes one.
func Keep(conn net.Conn) *Kept {
	r := bufio.NewReader(conn)
	k := &Kept{r}
	go pump(r) // failed
	return k
}

// Bytes writes what a buffer leads to.
func Bytes() {
	b := make([]byte, 3)
	buf := bytes.NewBuffer(b[:0])
	go fill(buf)
	b[0] = 1 // failed
}

func fill(buf *bytes.Buffer) { buf.WriteByte(1) } // failed

// Behind reads the buffer to which the goroutine writes.
func Behind() string {
	buf := &bytes.Buffer{}
	w := bufio.NewWriter(buf)
	go flush(w)
	return buf.String()
}

func flush(w *bufio.Writer) { w.Flush() } // failed

// Counted goes on to use a number.
func Counted() *int {
	p := &progress{}
	n := &p.done
	go func() { p.done++ }()
	return n // failed
}

var last *progress

// Stored leaves the object to others.
func Stored() {
	p := &progress{}
	last = p
	go func() { p.add() }() // failed
}

// Last reads it.
func Last() int { return last.done }

// Deferred uses it when it returns.
func Deferred() {
	p := &progress{}
	defer func() { fmt.Println(p.done) }()
	go func() { p.done++ }() // failed
}
