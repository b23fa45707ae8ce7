// Package hidden copies values that share memory with their copies: what their types hold out of sight, no lock of ours
// guards.
package hidden

import (
	"bytes"
	"container/list"
	"fmt"
	"math/big"
	"strings"
	"sync"
	"text/tabwriter"
	"time"
)

type C struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	out bytes.Buffer
	//calvin:guarded_by mu
	text strings.Builder
	//calvin:guarded_by mu
	outs [2]bytes.Buffer
	//calvin:guarded_by mu
	part part
	//calvin:guarded_by mu
	list list.List
	//calvin:guarded_by mu
	sum big.Int
	//calvin:guarded_by mu
	own mine
	//calvin:guarded_by mu
	n int

	other sync.Mutex
	//calvin:guarded_by other
	second bytes.Buffer
}

type part struct {
	n   int
	out bytes.Buffer
}

type mine bytes.Buffer

// Snapshot reads the copy when it does not hold the lock any more.
func (c *C) Snapshot() string {
	c.mu.Lock()
	b := c.out // failed
	c.mu.Unlock()
	return b.String()
}

// WriteCopy writes to what it shares with the original.
func (c *C) WriteCopy() {
	c.mu.Lock()
	b := c.out // failed
	c.mu.Unlock()
	b.WriteString("x")
}

// Drain copies and resets: the copy is written over by whoever writes next.
func (c *C) Drain() string {
	c.mu.Lock()
	b := c.out // failed
	c.out.Reset()
	c.mu.Unlock()
	return b.String()
}

// Two stores one buffer under two locks.
func (c *C) Two() {
	c.mu.Lock()
	c.other.Lock()
	c.second = c.out // failed
	c.other.Unlock()
	c.mu.Unlock()
}

// Swap exchanges them, which shares nothing; that is not seen.
func (c *C) Swap() {
	c.mu.Lock()
	c.other.Lock()
	c.second, c.out = c.out, c.second // failed
	c.other.Unlock()
	c.mu.Unlock()
}

// Go passes a copy to a goroutine.
func (c *C) Go() {
	c.mu.Lock()
	go show(c.out) // failed
	c.mu.Unlock()
}

func show(b bytes.Buffer) string { return b.String() }

// Call passes a copy to a function.
func (c *C) Call() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return show(c.out) // failed
}

// Defer passes a copy to a call that comes after the Unlock.
func (c *C) Defer() {
	c.mu.Lock()
	defer show(c.out) // failed
	c.mu.Unlock()
}

// Return returns a copy.
func (c *C) Return() bytes.Buffer {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.out // failed
}

// Builder copies a Builder, which panics at the next write to the copy.
func (c *C) Builder() {
	c.mu.Lock()
	b := c.text // failed
	c.mu.Unlock()
	b.WriteString("x")
}

// BuilderString reads what others write.
func (c *C) BuilderString() string {
	c.mu.Lock()
	b := c.text // failed
	c.mu.Unlock()
	return b.String()
}

// OwnBuilder copies one that nobody else knows: it panics all the same.
func OwnBuilder() {
	var a strings.Builder
	a.WriteString("x")
	b := a // failed
	b.WriteString("y")
}

// Array copies an array of them.
func (c *C) Array() string {
	c.mu.Lock()
	all := c.outs // failed
	c.mu.Unlock()
	return all[1].String()
}

// Element copies one of an array.
func (c *C) Element() string {
	c.mu.Lock()
	b := c.outs[1] // failed
	c.mu.Unlock()
	return b.String()
}

// Range copies one after the other.
func (c *C) Range() {
	c.mu.Lock()
	for _, b := range c.outs { // failed
		b.WriteString("x")
	}
	c.mu.Unlock()
}

// Part copies a struct that has one in it.
func (c *C) Part() string {
	c.mu.Lock()
	p := c.part // failed
	c.mu.Unlock()
	return p.out.String()
}

// Defined copies one of a type of ours that is defined by theirs.
func (c *C) Defined() string {
	c.mu.Lock()
	m := c.own // failed
	c.mu.Unlock()
	b := bytes.Buffer(m)
	return b.String()
}

// Box puts a copy into an interface.
func (c *C) Box() any {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.out // failed
}

// Print does so for a call.
func (c *C) Print() {
	c.mu.Lock()
	fmt.Println(c.part) // failed
	c.mu.Unlock()
}

// Closure takes the copy along.
func (c *C) Closure() func() string {
	c.mu.Lock()
	b := c.out // failed
	c.mu.Unlock()
	return func() string { return b.String() }
}

// Map stores a copy in a map.
func (c *C) Map() {
	c.mu.Lock()
	m := map[string]bytes.Buffer{"x": c.out} // failed
	c.mu.Unlock()
	b := m["x"]
	b.WriteString("x")
}

// Send sends a copy.
func (c *C) Send(ch chan bytes.Buffer) {
	c.mu.Lock()
	b := c.out // failed
	c.mu.Unlock()
	select {
	case ch <- b:
	default:
	}
}

// Literal puts a copy into a new object.
func (c *C) Literal() *part {
	c.mu.Lock()
	defer c.mu.Unlock()
	return &part{out: c.out} // failed
}

// Deref copies by a pointer.
func Deref(p *part) string {
	q := *p // failed
	return q.out.String()
}

// Over overwrites one with a copy of another.
func Over(p *part) *part {
	q := &part{}
	*q = *p // failed
	return q
}

func (p part) byValue() string { return p.out.String() }

// Receiver has a receiver that is a copy.
func (c *C) Receiver() string {
	c.mu.Lock()
	f := c.part.byValue // failed
	c.mu.Unlock()
	return f()
}

// Twice stores what it gets in two places.
func (c *C) Twice(b bytes.Buffer) {
	c.mu.Lock()
	c.out = b // failed
	c.mu.Unlock()
	c.other.Lock()
	c.second = b
	c.other.Unlock()
}

func write(b bytes.Buffer) { b.WriteString("x") }

// Started gives two goroutines what it gets.
func Started(b bytes.Buffer) {
	go show(b) // failed
	go write(b)
}

// Asserted takes two copies out of an interface.
func Asserted(x any) {
	b, ok := x.(bytes.Buffer)
	if !ok {
		return
	}
	d := b // failed
	go func() { d.WriteString("x") }()
	e := b
	e.WriteString("y")
}

// Received stores what it gets.
func (c *C) Received(ch chan bytes.Buffer) {
	c.mu.Lock()
	c.out = <-ch // failed
	c.mu.Unlock()
}

// Looked stores what is in a map.
func (c *C) Looked(m map[string]bytes.Buffer) {
	c.mu.Lock()
	c.out = m["x"] // failed
	c.mu.Unlock()
}

func same(b bytes.Buffer) bytes.Buffer { return b }

// Handed gets its own back.
func (c *C) Handed(b bytes.Buffer) {
	c.mu.Lock()
	c.out = same(b) // failed
	c.mu.Unlock()
	c.other.Lock()
	c.second = same(b)
	c.other.Unlock()
}

// Looping stores what it gets again and again.
func Looping(ps []*part, b bytes.Buffer) {
	for range ps {
		q := &part{out: b} // failed
		q.out.WriteString("x")
	}
}

type box[T any] struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	v T
}

// Generic copies one in a generic type.
func Generic(x *box[bytes.Buffer]) string {
	x.mu.Lock()
	b := x.v // failed
	x.mu.Unlock()
	return b.String()
}

// List copies a list: the elements think that they are in the other one.
func (c *C) List() *list.List {
	c.mu.Lock()
	l := c.list // failed
	c.mu.Unlock()
	return &l
}

// Sum copies a number that others change in place.
func (c *C) Sum() string {
	c.mu.Lock()
	s := c.sum // failed
	c.mu.Unlock()
	return s.String()
}

// Timer copies a timer: what is stopped is not what runs.
func Timer(t *time.Timer) bool {
	u := *t // failed
	return u.Stop()
}

// Table copies a writer.
func Table(w *tabwriter.Writer) {
	v := *w // failed
	v.Init(nil, 0, 0, 0, ' ', 0)
}

// Add writes as it should.
func (c *C) Add() {
	c.mu.Lock()
	c.out.WriteString("x")
	c.text.WriteString("x")
	c.part.out.WriteByte('x')
	c.outs[0].WriteByte('x')
	c.n = c.out.Len()
	c.mu.Unlock()
}

// What follows is right: what is copied has nothing hidden in it yet, or is taken as what it is.

// Text makes a string under the lock.
func (c *C) Text() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.out.String()
}

// Only stores a buffer that it gets: it counts on its callers to leave it the bytes, and each copy of a buffer with bytes is a finding.
func (c *C) Only(b bytes.Buffer) {
	c.mu.Lock()
	c.out = b
	c.mu.Unlock()
}

// Pass passes on one without content.
func (c *C) Pass() {
	c.Only(bytes.Buffer{})
	var b bytes.Buffer
	go write(b)
}

// Empty overwrites with nothing.
func (c *C) Empty() {
	c.mu.Lock()
	c.out = bytes.Buffer{}
	c.part = part{n: 1}
	c.outs = [2]bytes.Buffer{}
	c.text = strings.Builder{}
	c.mu.Unlock()
}

// Fresh copies an empty one.
func Fresh() string {
	var a bytes.Buffer
	b := a
	b.WriteString("x")
	return b.String()
}

// New returns one by value that has nothing in it.
func New(n int) part {
	return part{n: n}
}

// Made uses it.
func Made() string {
	p := New(3)
	p.out.WriteString("x")
	return p.out.String()
}

// Pointer copies a pointer.
func Pointer() string {
	b := &bytes.Buffer{}
	d := b
	d.WriteString("x")
	return b.String()
}

type event struct {
	at   time.Time
	took time.Duration
}

type log struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	last event
}

// Last copies times, which are values.
func (l *log) Last() event {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last
}

// Note stores one.
func (l *log) Note(e event) {
	l.mu.Lock()
	l.last = e
	l.mu.Unlock()
}
