// Package madeonce has types of which a field may not be set after all.
package madeonce

import (
	"encoding/json"
	"sync"
)

// halfway is set on one of two ways.
type halfway struct{ m map[string]int }

func newHalfway(b bool) *halfway {
	h := &halfway{}
	if b {
		h.m = make(map[string]int)
	}
	return h
}

func (h *halfway) use() int { return len(h.m) }

// Halfway writes to what was not made.
func Halfway(b bool) {
	newHalfway(b).m["a"] = 1 // failed
}

// early calls a method before the field is set.
type early struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m map[string]int
}

// Early has a goroutine use it.
func Early() *early {
	e := &early{}
	go e.use()
	e.mu.Lock()
	e.m = make(map[string]int)
	e.mu.Unlock()
	return e
}

func (e *early) use() {
	e.mu.Lock()
	e.m["a"] = 1 // failed
	e.mu.Unlock()
}

// element is in a slice, which begins with zeros.
type element struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m map[string]int
}

func newElement() *element { return &element{m: map[string]int{}} }

func (e *element) use() {
	e.mu.Lock()
	e.m["a"] = 1 // failed
	e.mu.Unlock()
}

// Elements uses zeros.
func Elements() { // unfounded
	newElement().use()
	es := make([]element, 3)
	es[0].use()
}

// reset is set to nil later.
type reset struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m map[string]int
}

func newReset() *reset { return &reset{m: map[string]int{}} }

func (r *reset) clear() {
	r.mu.Lock()
	r.m = nil
	r.mu.Unlock()
}

func (r *reset) use() {
	r.mu.Lock()
	r.m["a"] = 1 // failed
	r.mu.Unlock()
}

// Reset clears it.
func Reset() { // unfounded
	r := newReset()
	r.clear()
	r.use()
}

// wiped is assigned a zero value as a whole.
type wiped struct{ f func() }

func newWiped() *wiped { return &wiped{f: func() {}} }

// Wiped wipes it.
func Wiped() { // unfounded
	w := newWiped()
	*w = wiped{}
	w.use()
}

func (w *wiped) use() {
	w.f() // failed
}

// generic is made by a function that does not know it.
type generic struct{ f func() }

func newGeneric() *generic { return &generic{f: func() {}} }

func zero[T any]() *T {
	var z T
	return &z
}

func (g *generic) use() {
	g.f() // failed
}

// Generic makes both.
func Generic() { // unfounded
	newGeneric().use()
	zero[generic]().use()
}

// decoded is made by a decoder.
type decoded struct{ f func() }

func newDecoded() *decoded { return &decoded{f: func() {}} }

func (d *decoded) use() {
	d.f() // failed
}

type message struct{ D *decoded }

// Decoded uses what was decoded.
func Decoded(text []byte) { // unfounded
	newDecoded().use()
	var m message
	if json.Unmarshal(text, &m) == nil && m.D != nil {
		m.D.use()
	}
}

// option takes what may be nil.
type option struct{ f func() }

func newOption(f func()) *option {
	if f == nil {
		println("no function")
	}
	return &option{f: f}
}

func (o *option) use() {
	o.f() // failed
}

// Option passes nil.
func Option() { newOption(nil).use() } // unfounded

// recovered is returned half made after a panic.
type recovered struct{ f func() }

func newRecovered(g func() int) (r *recovered) {
	defer func() { _ = recover() }()
	r = &recovered{}
	g()
	r.f = func() {}
	return r
}

func (r *recovered) use() {
	r.f() // failed
}

// Recovered recovers.
func Recovered(g func() int) { newRecovered(g).use() }

// received comes out of a closed channel.
type received struct{ f func() }

func (r received) use() {
	r.f() // failed
}

// Received receives twice.
func Received(ch chan received) { // unfounded
	r := received{f: func() {}}
	r.use()
	r = <-ch
	r.use()
}

// asserted comes out of an assertion that has failed.
type asserted struct{ f func() }

func (a asserted) use() {
	a.f() // failed
}

// Asserted asserts.
func Asserted(x any) { // unfounded
	a := asserted{f: func() {}}
	a.use()
	a, _ = x.(asserted)
	a.use()
}

// part is in a struct that is made without it.
type part struct{ f func() }

func (p *part) use() {
	p.f() // failed
}

type whole struct {
	part part
	n    int
}

// Whole makes it with and without.
func Whole() { // unfounded
	with, without := &whole{part: part{f: func() {}}}, &whole{n: 1}
	with.part.use()
	without.part.use()
}

// rounds refers to the object of the round before.
type rounds struct{ f func() }

func (r *rounds) use() {
	r.f() // failed
}

// Rounds sets the field in the last round.
func Rounds() { // unfounded
	var before *rounds
	for i := range 3 {
		r := &rounds{}
		if before != nil {
			before.use()
		}
		before = r
		if i == 2 {
			r.f = func() {}
		}
	}
}

// either is one of two objects.
type either struct{ f func() }

func (e *either) use() {
	e.f() // failed
}

// Either sets the field of one.
func Either(b bool) { // unfounded
	x, y := &either{}, &either{}
	z := x
	if b {
		z = y
	}
	z.f = func() {}
	x.use()
}

// variable is a package variable.
type variable struct{ f func() }

var global variable

func (v *variable) use() {
	v.f() // failed
}

// Variable uses it.
func Variable() { // unfounded
	v := variable{f: func() {}}
	v.use()
	global.use()
}

// captured is used by a function literal.
type captured struct{ f func() }

func (c *captured) use() {
	c.f() // failed
}

// Captured sets the field between two calls of the literal.
func Captured() { // unfounded
	c := &captured{}
	use := func() { c.use() }
	use()
	c.f = func() {}
	use()
}

// converted is of another type at first.
type converted struct{ f func() }

func (c converted) use() {
	c.f() // failed
}

// Converted converts.
func Converted() { // unfounded
	c := converted{f: func() {}}
	c.use()
	c = converted(struct{ f func() }{})
	c.use()
}

// Lazy says itself that the field may be nil. Others may write Lazy{}.
type Lazy struct{ f func() }

// NewLazy sets it.
func NewLazy() *Lazy { return &Lazy{f: func() {}} }

// Use looks at it.
func (l *Lazy) Use() {
	if l.f != nil {
		l.f()
	}
}

// Forget does not look.
func (l *Lazy) Forget() {
	l.f() // failed
}

// ring has a length that is not known.
type ring struct{ buf []int }

func newRing(n uint8) *ring { return &ring{buf: make([]int, n)} }

func (r *ring) get(i uint) int {
	return r.buf[i%uint(len(r.buf))] // failed
}

// Ring makes an empty one.
func Ring() int { return newRing(0).get(3) } // unfounded

// array has four elements.
type array struct{ buf []int }

func newArray() *array { return &array{buf: make([]int, 4)} }

func (a *array) get(i int) int {
	return a.buf[i] // failed
}

// Array wants a fifth.
func Array() int { return newArray().get(3) + newArray().get(4) } // unfounded

// shrunk is cut off later.
type shrunk struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	buf []int
}

func newShrunk() *shrunk { return &shrunk{buf: make([]int, 4)} }

func (s *shrunk) cut() {
	s.mu.Lock()
	s.buf = s.buf[:0]
	s.mu.Unlock()
}

func (s *shrunk) get() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf[3] // failed
}

// Shrunk cuts it off.
func Shrunk() int { // unfounded
	s := newShrunk()
	s.cut()
	return s.get()
}

// A Stack is of use as it is, and nobody here makes one.
type Stack struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	top *frame
}

type frame struct {
	value int
	below *frame
}

func (s *Stack) Push(value int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.top = &frame{value: value, below: s.top}
}

func (s *Stack) Top() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.top.value // failed
}
