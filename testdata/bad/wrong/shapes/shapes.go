// Package shapes has guarded variables inside other things.
package shapes

import (
	"sync"
	"sync/atomic"
)

type Inner struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

type Outer struct {
	in    Inner
	ins   [4]Inner
	slice []Inner
	ptr   *Inner
}

type Embedding struct {
	Inner
	k int
}

var (
	global  Inner
	globals [3]Inner
)

func (o *Outer) Nested() {
	o.in.n = 1 // failed
}

func (o *Outer) NestedLocked() {
	o.in.mu.Lock()
	o.in.n = 1
	o.in.mu.Unlock()
}

func (o *Outer) Element(i uint8) {
	o.ins[i%4].n = 1 // failed
}

func (o *Outer) OtherElement() {
	o.ins[1].mu.Lock()
	o.ins[2].n = 1 // failed
	o.ins[1].mu.Unlock()
}

func (o *Outer) SliceElement() {
	if len(o.slice) > 0 {
		o.slice[0].n = 1 // failed
	}
}

func (o *Outer) Pointer() {
	if o.ptr != nil {
		o.ptr.n = 1 // failed
	}
}

func (o *Outer) PointerOther(p *Outer) {
	if o.ptr != nil && p.ptr != nil {
		o.ptr.mu.Lock()
		p.ptr.n = 1 // failed
		o.ptr.mu.Unlock()
	}
}

func (e *Embedding) Promoted() {
	e.n = 1 // failed
}

func Global() {
	global.n = 1 // failed
}

func Globals(i uint8) {
	globals[i%3].n = 1 // failed
}

func GlobalPointer() *int {
	p := &global.n
	*p = 1 // failed
	return p
}

// ByValue copies the guarded field in its receiver's place.
func ByValue(p *Inner) int {
	c := *p // failed
	return c.n
}

func Exchange(p, q *Inner) {
	p.mu.Lock()
	*p = Inner{} // failed
	_ = q
}

func WholeOuter(o *Outer) {
	*o = Outer{} // failed
}

type Sink struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	any any
	//calvin:guarded_by mu
	ptr *int
	//calvin:guarded_by mu
	all []*Item
}

type Item struct {
	limit int
	cell  int
}

// ThroughInterface publishes what is in the interface.
func (s *Sink) ThroughInterface() {
	b := &Item{}
	s.mu.Lock()
	s.any = b
	s.mu.Unlock()
	b.limit = 1 // failed
}

// ThroughInterior publishes an object by a pointer into it.
func (s *Sink) ThroughInterior() {
	b := &Item{}
	s.mu.Lock()
	s.ptr = &b.cell
	s.mu.Unlock()
	b.limit = 1 // failed
}

// ThroughAppend publishes an element.
func (s *Sink) ThroughAppend() {
	b := &Item{}
	s.mu.Lock()
	s.all = append(s.all, b)
	s.mu.Unlock()
	b.limit = 1 // failed
}

// ThroughStruct publishes a pointer in a struct value.
func ThroughStruct() {
	b := &Item{}
	p := Pair{a: b}
	q := p
	pairs.Store(&q)
	b.limit = 1 // failed
}

var pairs atomic.Pointer[Pair]

// A Pair holds an item.
type Pair struct{ a *Item }

// RangeCopy ranges over a copy of the array.
func RangeCopy() {
	a := [2]int{1, 2}
	last := 0
	for _, v := range a {
		a[1] = 9
		last = v
	}
	//calvin:assert last == 9 // failed
	_ = last
}

// Order evaluates the index before it assigns.
func Order() {
	a := [3]int{}
	i := 0
	i, a[i] = 1, 7
	//calvin:assert a[1] == 7 // failed
	_ = a[i]
}

// Conversion reaches the same memory by another type.
func Conversion(p *Inner) {
	type alias struct {
		mu sync.Mutex
		n  int
	}
	q := (*alias)(p) // failed
	q.n = 1
}

// Started runs before main, but not alone.
func init() {
	go touch() // failed
	counted = 1
}

var (
	countedMu sync.Mutex
	//calvin:guarded_by countedMu
	counted int
)

func touch() {
	countedMu.Lock()
	counted++
	countedMu.Unlock()
}
