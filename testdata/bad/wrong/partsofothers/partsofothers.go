// Package partsofothers stores the addresses of parts of objects with locks of their own where another lock guards what they lead to.
package partsofothers

import "sync"

type part struct{ n int }

func (p *part) add() { p.n++ }

type adder interface{ add() }

// An Outer has a part that its own lock guards.
type Outer struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	in part
	//calvin:guarded_by mu
	row [3]part
}

// Add adds under the lock of the whole.
func (o *Outer) Add() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.in.n++
	o.row[2].n++
}

type node struct {
	p *part
	n int
}

// An Other has a lock, too.
type Other struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	p *part
	//calvin:guarded_by mu
	head *node
	//calvin:guarded_by mu
	all map[int]*part
	//calvin:guarded_by mu
	each []*part
	//calvin:guarded_by mu
	any adder
}

// Add adds to everything that the other lock guards.
func (o *Other) Add() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.p != nil {
		o.p.n++
	}
	if o.head != nil && o.head.p != nil {
		o.head.n++
		o.head.p.n++
	}
	for _, p := range o.all {
		if p != nil {
			p.n++
		}
	}
	for _, p := range o.each {
		if p != nil {
			p.n++
		}
	}
}

// Pointer stores the address of a part, and lets others know of the whole.
func (o *Other) Pointer() *Outer {
	s := &Outer{}
	o.mu.Lock()
	o.p = &s.in // failed
	o.mu.Unlock()
	return s
}

// Element stores that of an element of an array in it.
func (o *Other) Element() *Outer {
	s := &Outer{}
	o.mu.Lock()
	o.p = &s.row[2] // failed
	o.mu.Unlock()
	return s
}

// ByNode stores it in an object first.
func (o *Other) ByNode() *Outer {
	s := &Outer{}
	n := &node{p: &s.in} // failed
	o.mu.Lock()
	o.head = n
	o.mu.Unlock()
	return s
}

// Entry stores it in a map.
func (o *Other) Entry() *Outer {
	s := &Outer{}
	o.mu.Lock()
	if o.all != nil {
		o.all[2] = &s.in // failed
	}
	o.mu.Unlock()
	return s
}

// Appended appends it to a slice.
func (o *Other) Appended() *Outer {
	s := &Outer{}
	o.mu.Lock()
	o.each = append(o.each, &s.in) // failed
	o.mu.Unlock()
	return s
}

// Interface stores it as an interface.
func (o *Other) Interface() *Outer {
	s := &Outer{}
	o.mu.Lock()
	o.any = &s.in // failed
	o.mu.Unlock()
	return s
}

// Passed has another function store it.
func (o *Other) Passed() *Outer {
	s := &Outer{}
	o.put(&s.in) // failed
	return s
}

//calvin:requires local(p)
func (o *Other) put(p *part) {
	o.mu.Lock()
	o.p = p
	o.mu.Unlock()
}

// Whole stores one that stands by itself.
func (o *Other) Whole() {
	o.put(&part{n: 1})
}
