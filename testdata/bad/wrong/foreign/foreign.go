// Package foreign relies on what code that is not at hand need not do.
package foreign

import (
	"encoding/json"
	"io"
	"sync"
)

// A T calls back.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n    int
	done func(int)
	out  io.Writer
}

// A Config is read from a file.
type Config struct {
	Size int
	next *Config
}

// Zero believes that what it lends stays as it is.
func Zero(data []byte) error {
	var c Config
	err := json.Unmarshal(data, &c)
	//calvin:assert c.Size == 0 // failed
	return err
}

// Deep believes so of what is behind it.
func Deep(data []byte) error {
	inner := &Config{}
	c := &Config{next: inner}
	err := json.Unmarshal(data, c)
	//calvin:assert inner.Size == 0 // failed
	return err
}

// Variadic believes so of one of many.
func Variadic(in io.Reader) {
	n := 1
	scan(&n)
	//calvin:assert n == 1
	_, _ = io.ReadFull(in, nil)
	//calvin:assert n == 1
	_ = json.NewDecoder(in).Decode(&n)
	//calvin:assert n == 1 // failed
	_ = n
}

func scan(*int) {}

// Buffer believes that a reader leaves its buffer alone.
func Buffer(in io.Reader) {
	if in == nil {
		return
	}
	b := make([]byte, 2)
	_, _ = in.Read(b)
	//calvin:assert b[1] == 0 // failed
	_ = b
}

// Again believes so the second time.
func Again(in io.Reader) {
	if in == nil {
		return
	}
	b := make([]byte, 2)
	_, _ = in.Read(b)
	x := b[0]
	_, _ = in.Read(b)
	//calvin:assert b[0] == x // failed
	_ = x
}

// Has goes on writing what it has lent: a Read keeps nothing, as package io has it.
func Has(in io.Reader) {
	if in == nil {
		return
	}
	b := make([]byte, 2)
	_, _ = in.Read(b)
	b[0] = 1
}

// A Filler may keep what it is passed.
type Filler interface{ Fill(p []byte) }

// Keep does the same where nothing says so.
func Keep(in Filler) {
	if in == nil {
		return
	}
	b := make([]byte, 2)
	in.Fill(b)
	b[0] = 1 // failed
}

// Twice is not atomic: the function runs between two reads.
//
//calvin:atomic
//calvin:ensures result == 0
func (t *T) Twice() int {
	if t.done == nil {
		return 0
	}
	t.mu.Lock()
	a := t.n
	t.mu.Unlock()
	t.done(a)
	t.mu.Lock()
	b := t.n
	t.mu.Unlock()
	return b - a // failed
}

// Between calls what may look at anything between its two halves.
//
//calvin:atomic
//calvin:modifies t.n
//calvin:ensures  t.n == old(t.n)+2
func (t *T) Between() {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
	if t.done != nil {
		t.done(1) // failed
	}
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
}

// Nil calls a function that may be nil.
func (t *T) Nil() {
	t.done(1) // failed
}

// NilInterface calls a method of what may be nil.
func (t *T) NilInterface() {
	_, _ = t.out.Write(nil) // failed
}

// Callback has code that is not at hand change what a lock guards.
func (t *T) Callback() {
	each(func() {
		t.n++ // failed
	})
}

var hook func(func())

func each(f func()) {
	if hook != nil {
		hook(f)
	}
}

// Counter lets a callback write a variable of its own.
func Counter(walk func(func(int))) int {
	if walk == nil {
		return 0
	}
	sum := 0
	walk(func(x int) { sum += x }) // failed
	return sum
}
