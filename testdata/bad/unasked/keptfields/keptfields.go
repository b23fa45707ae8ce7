// Package keptfields has no annotations. Its methods pass on what a field of their receiver leads to: by a channel, a function value, an interface, or to where a lock guards it. No caller can leave that to a method whose receiver
// goes on to have it, as the next call finds it there again.
package keptfields

import (
	"fmt"
	"os"
	"sync"
)

type item struct{ n int }

// A Batch is sent as a whole, and begins again.
type Batch struct {
	out   chan []*item
	done  chan struct{}
	items []*item
}

func NewBatch() *Batch {
	b := &Batch{out: make(chan []*item), done: make(chan struct{})}
	go func() {
		for items := range b.out {
			fmt.Println(len(items))
		}
	}()
	return b
}

func (b *Batch) Add(n int) {
	b.items = append(b.items, &item{n})
	if len(b.items) == 10 {
		b.Flush()
	}
}

func (b *Batch) Flush() {
	items := b.items
	b.items = nil
	b.out <- items
}

func (b *Batch) FlushAfter() {
	if len(b.items) == 0 {
		return
	}
	b.out <- b.items
	b.items = nil
}

func (b *Batch) TryFlush() {
	select {
	case b.out <- b.items:
		b.items = nil
	case <-b.done:
	}
}

func (b *Batch) FlushBy() {
	b.out <- b.items
	b.reset()
}

func (b *Batch) reset() { b.items = make([]*item, 0, 10) }

// A Feed sends its items one by one.
type Feed struct {
	out   chan *item
	items []*item
}

func (f *Feed) Add(n int) { f.items = append(f.items, &item{n}) }

func (f *Feed) Next() {
	i := f.items[0]
	f.items = f.items[1:]
	f.out <- i
}

// A Job sends itself.
type Job struct {
	out chan *Job
	n   int
}

func (j *Job) Submit() {
	j.n++
	j.out <- j
}

// What follows is wrong.

// A Line is formatted in one buffer.
type Line struct {
	out chan []byte
	buf []byte
}

func NewLine() *Line {
	l := &Line{out: make(chan []byte)}
	go func() {
		for b := range l.out {
			os.Stdout.Write(b)
		}
	}()
	return l
}

func (l *Line) Print(s string) {
	l.buf = append(l.buf[:0], s...)
	l.out <- l.buf // failed
}

func (l *Line) PrintBy(s string) { // unfounded
	l.buf = append(l.buf[:0], s...)
	l.send(l.buf)
}

func (l *Line) send(b []byte) { l.out <- b } // failed inlined

func (l *Line) Sometimes(more bool) {
	l.out <- l.buf // failed
	if !more {
		l.buf = nil
	}
}

// A Set is passed by value, and its callers have it, too.
type Set struct {
	out chan []int
	ns  []int
}

func (s Set) Send(n int) {
	s.ns[0] = n
	s.out <- s.ns // failed
}

// A Counts sends the map that it goes on to write.
type Counts struct {
	out    chan map[string]int
	counts map[string]int
}

func (c *Counts) Count(s string) {
	c.counts[s]++
	c.out <- c.counts // failed
}

// A Two replaces one of two fields.
type Two struct {
	out  chan []*item
	a, b []*item
}

func (t *Two) Add(n int) { t.b = append(t.b, &item{n}) }

func (t *Two) Flush() {
	a := t.a
	t.a = nil
	t.out <- a   // failed
	t.out <- t.b // failed
}

// A Double has two buffers, of which it sends one and swaps them: it comes to the first again.
type Double struct {
	out  chan []int
	a, b []int
}

func (d *Double) Send(n int) {
	d.a = append(d.a[:0], n)
	d.out <- d.a // failed
	d.a, d.b = d.b, d.a
}

// A Trim keeps what its helper leaves.
type Trim struct {
	out chan []int
	ns  []int
}

func (t *Trim) Add(n int) { t.ns = append(t.ns, n) }

func (t *Trim) Send() {
	t.out <- t.ns // failed
	t.trim()
}

func (t *Trim) trim() { t.ns = t.ns[:0] }

// A Current calls a function that keeps what it gets.
type Current struct {
	each func(*item)
	last *item
}

func NewCurrent(out chan *item) *Current {
	return &Current{last: &item{}, each: func(i *item) { out <- i }}
}

func (c *Current) Count() {
	c.last.n++
	c.each(c.last) // failed
}

// A Conn calls a function with itself, and is used again.
type Conn struct {
	n         int
	onMessage func(*Conn)
}

func (c *Conn) Handle() {
	c.n++
	c.onMessage(c) // failed
}

// A Registry owns what is put there.
type Registry struct {
	mu  sync.Mutex
	all map[int]*item
}

func (r *Registry) Count(k int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all[k].n++
}

// A Client goes on to have what it has put there.
type Client struct {
	r    *Registry
	last *item
}

func (c *Client) Put(k int) {
	c.last.n++
	c.r.mu.Lock()
	c.r.all[k] = c.last // failed
	c.r.mu.Unlock()
}
