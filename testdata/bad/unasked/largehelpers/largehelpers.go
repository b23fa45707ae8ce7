// Package largehelpers has no annotations. Large helpers run under a lock of their callers, and get something besides.
package largehelpers

import (
	"sync"
	"time"
)

type shape struct{ a, b, c, d, e int }

func (s *shape) count(x int) {
	switch {
	case x > 10:
		s.a++
	case x > 9:
		s.b++
	case x > 8:
		s.c++
	case x > 7:
		s.d++
	case x > 6:
		s.e++
	}
}

func (s *shape) countAll(x int) {
	s.count(x)
	s.count(x + 1)
	s.count(x + 2)
	s.count(x + 3)
	s.count(x + 4)
	s.count(x + 5)
}

func measure(x, y int) int {
	var s shape
	s.countAll(x)
	s.countAll(y)
	return s.a + s.b + s.c + s.d + s.e
}

// A is wrong: its helper gives the lock back and uses the slice meanwhile.
type A struct {
	mu   sync.Mutex
	buf  []byte
	n, m int
}

func (a *A) Put(x int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.n = measure(x, x)
	a.fill(a.buf, x) // failed
	a.n = measure(a.n, x)
}

func (a *A) Set(x int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.m = measure(x, x)
	a.fill(a.buf, x+1) // failed
	a.m = measure(a.n, x)
}

func (a *A) Reset() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.buf) > 0 {
		a.buf[0] = 0
	}
}

func (a *A) fill(b []byte, x int) {
	a.n += measure(x, 3)
	a.mu.Unlock()
	time.Sleep(time.Millisecond)
	if len(b) > 0 {
		b[0] = 1 // failed
	}
	a.mu.Lock()
	a.m += measure(x, 4)
}

// B is wrong: its helper keeps the slice of the caller.
type B struct {
	mu   sync.Mutex
	last []byte
	n, m int
}

func (a *B) Put(x []byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.n = measure(len(x), 1)
	a.keep(x, 1)
	a.n = measure(a.n, 3)
}

func (a *B) Local(x int) byte {
	b := make([]byte, 4)
	a.mu.Lock()
	a.m = measure(x, x)
	a.keep(b, x+1)
	a.m = measure(a.n, x)
	a.mu.Unlock()
	b[0]++ // failed
	return b[0]
}

func (a *B) Reset() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.last) > 0 {
		a.last[0] = 0
	}
}

func (a *B) keep(b []byte, x int) {
	a.n += measure(x, 3)
	a.last = b // failed
	a.m += measure(x, 4)
}

// C is wrong: another goroutine has the slice, too.
type C struct {
	mu   sync.Mutex
	sum  int
	n, m int
}

func (a *C) Put(x int) {
	b := make([]byte, 4)
	go func() { b[1] = 4 }() // failed
	a.mu.Lock()
	defer a.mu.Unlock()
	a.n = measure(len(b), 1)
	a.add(b, 1)
	a.n = measure(a.n, 3)
}

func (a *C) Get(x int) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.add(nil, 1)
	return a.sum
}

func (a *C) add(b []byte, x int) {
	a.n += measure(x, 3)
	for _, v := range b {
		a.sum += int(v)
	}
	a.m += measure(x, 4)
}

// An Item is guarded by the lock of its shelf, or of its table.
type Item struct{ n, m int }

type Shelf struct {
	mu    sync.Mutex
	items []*Item
}

func (s *Shelf) Bump() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, it := range s.items {
		it.n++
	}
}

func (s *Shelf) Add() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items = append(s.items, &Item{})
}

// D is wrong: its helper gets an item of a shelf without the lock of that.
type D struct {
	mu    sync.Mutex
	n, m  int
	shelf *Shelf
}

func NewD() *D { return &D{shelf: &Shelf{}} }

func (a *D) Put(x int) {
	a.shelf.mu.Lock()
	if len(a.shelf.items) == 0 {
		a.shelf.mu.Unlock()
		return
	}
	it := a.shelf.items[0]
	a.shelf.mu.Unlock()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.n = measure(x, 1)
	a.touch(it, 1) // failed
	a.n = measure(a.n, 3)
}

func (a *D) Other(x int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.n = measure(x, 1)
	a.touch(&Item{}, 1)
	a.n = measure(a.n, 3)
}

func (a *D) touch(it *Item, x int) {
	a.n += measure(x, 3)
	it.n++
	a.m += measure(x, 4)
	it.m++
}

// E is wrong: what its helper returns is used after the unlock.
type E struct {
	mu   sync.Mutex
	rows map[string]*Item
	n, m int
}

func (a *E) Put(k string) {
	a.mu.Lock()
	a.n = measure(len(k), 1)
	it := a.row(k, 1)
	a.n = measure(a.n, 3)
	a.mu.Unlock()
	it.n++ // failed
}

func (a *E) Get(k string) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.n = measure(len(k), 1)
	it := a.row(k, 2)
	it.m++
	return it.n
}

func (a *E) row(k string, x int) *Item {
	a.n += measure(x, 3)
	it := a.rows[k]
	if it == nil {
		it = &Item{}
		a.rows[k] = it
	}
	a.m += measure(x, 4)
	return it
}

// F is wrong: its helper starts a goroutine with what it gets.
type F struct {
	mu   sync.Mutex
	n, m int
}

func (a *F) Put(k string) {
	b := make([]byte, 3)
	a.mu.Lock()
	a.n = measure(len(k), 1)
	a.spread(b, 1)
	a.n = measure(a.n, 3)
	a.mu.Unlock()
	b[0]++ // failed
}

func (a *F) Put2(k string) {
	b := make([]byte, 3)
	a.mu.Lock()
	a.n = measure(len(k), 1)
	a.spread(b, 1)
	a.n = measure(a.n, 3)
	a.mu.Unlock()
}

func (a *F) spread(b []byte, x int) {
	a.n += measure(x, 3)
	go func() { println(b[0]) }() // failed
	a.m += measure(x, 4)
}

// G is wrong: its helper sends what its caller goes on to use.
type G struct {
	mu   sync.Mutex
	n, m int
	out  chan []byte
}

func (a *G) Put(k string) {
	b := make([]byte, 3)
	a.mu.Lock()
	a.n = measure(len(k), 1)
	a.send(b, 1)
	a.n = measure(a.n, 3)
	a.mu.Unlock()
	b[0]++ // failed
}

func (a *G) Put2(k string) {
	b := make([]byte, 3)
	a.mu.Lock()
	a.n = measure(len(k), 1)
	a.send(b, 1)
	a.n = measure(a.n, 3)
	a.mu.Unlock()
}

func (a *G) Run() {
	for b := range a.out {
		println(b[0]) // failed
	}
}

func (a *G) send(b []byte, x int) {
	a.n += measure(x, 3)
	a.out <- b
	a.m += measure(x, 4)
}

// H is right: its helpers read what their callers have, and add to what the lock guards.
type H struct {
	mu     sync.Mutex
	rows   map[string]*Item
	buf    []byte
	joined []byte
	n, m   int
}

func NewH() *H { return &H{rows: map[string]*Item{}} }

func (a *H) Put(k string, value []byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.n = measure(len(k), 1)
	a.add(k, value)
	a.n = measure(a.n, 3)
}

func (a *H) Double(k string, value []byte) {
	a.mu.Lock()
	a.buf = append(append(a.buf[:0], value...), value...)
	a.m = measure(len(k), 2)
	a.add(k, a.buf)
	a.m = measure(a.n, 4)
	a.mu.Unlock()
}

func (a *H) Len(k string) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.m = measure(len(k), 2)
	a.add(k, nil)
	return len(a.joined)
}

func (a *H) add(k string, value []byte) {
	a.n += measure(len(value), 3)
	it := a.rows[k]
	if it == nil {
		it = &Item{}
		a.rows[k] = it
	}
	it.n++
	a.joined = append(a.joined, value...)
	a.m += measure(len(k), 4)
}
