// Package lentwriters says of variables that they are as they were before a method was called by way of an interface.
package lentwriters

import (
	"fmt"
	"io"
)

type counter struct {
	n   int
	buf []byte
}

func (c *counter) Write(p []byte) (int, error) {
	c.n += len(p)
	if len(c.buf) > 0 {
		c.buf[0] = 1
	}
	return len(p), nil
}

func render(w io.Writer) { io.WriteString(w, "a") }

// Copied: code that is not at hand calls the method.
func Copied(src io.Reader) {
	c := &counter{}
	io.Copy(c, src)
	//calvin:assert c.n == 0 // failed
	_ = c
}

// Rendered: a function does.
func Rendered() {
	c := &counter{}
	render(c)
	//calvin:assert c.n == 0 // failed
	_ = c
}

// Behind looks at what the object leads to.
func Behind() {
	b := make([]byte, 4)
	c := &counter{buf: b}
	fmt.Fprint(c, "x")
	//calvin:assert b[0] == 0 // failed
	_ = b
}

// BehindRendered does so after a function has called the method.
func BehindRendered() {
	b := make([]byte, 4)
	c := &counter{buf: b}
	render(c)
	//calvin:assert b[0] == 0 // failed
	_ = b
}

// Read reads into bytes of its own.
func Read(r io.Reader) {
	b := []byte{1, 2}
	r.Read(b)
	//calvin:assert b[0] == 1 // failed
	_ = b
}

func twice(w io.Writer, get func() int) int {
	n := get()
	w.Write([]byte("a"))
	return get() - n
}

// Observed has a function that looks meanwhile.
func Observed() {
	c := &counter{}
	_ = twice(c, func() int { return c.n }) // failed
}

func difference(w io.Writer, c *counter) int {
	n := c.n
	w.Write([]byte("a"))
	return c.n - n
}

// Twice passes the object by another way, too.
func Twice() {
	c := &counter{}
	_ = difference(c, c) // failed
}

// Variable goes on with the object.
func Variable() int {
	c := &counter{}
	var w io.Writer = c
	w.Write([]byte("a"))
	return c.n // failed
}

// Asserted takes it out again.
func Asserted() int {
	var w io.Writer = &counter{}
	w.Write([]byte("a"))
	return w.(*counter).n // failed
}
