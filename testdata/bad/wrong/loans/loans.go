// Package loans lends objects of its own to functions that are called by their contracts, and takes too much for granted afterwards.
package loans

import "sync/atomic"

type item struct{ n int }

var top atomic.Pointer[item]

//calvin:requires local(p)
//calvin:atomic
//calvin:modifies p.n
//calvin:ensures  local(p)
func fill(p *item) { p.n = 1 }

// After makes another object after it.
func After() {
	p := &item{}
	fill(p)
	q := &item{2}
	//calvin:assert q.n == 1 // failed
	_ = q
}

//calvin:requires local(p)
//calvin:performs Same
//calvin:action   Same
//calvin:ensures  local(result)
func same(p *item) *item { return p }

// Alias gets back what it has lent.
func Alias() {
	p := &item{}
	q := same(p)
	//calvin:assert q != p // failed
	_, _ = p, q
}

//calvin:performs Got
//calvin:action   Got
//calvin:ensures  ok ==> local(p)
func get() (p *item, ok bool) { return top.Load(), false }

// Known gets what it knows already.
func Known() {
	a := top.Load()
	b, _ := get()
	//calvin:assert a == nil || a != b // failed
	_, _ = a, b
}

type list struct{ next *item }

//calvin:requires local(l)
//calvin:performs Put
//calvin:action   Put
//calvin:modifies top
func put(l *list) { top.Store(l.next) }

// Keeps writes what was stored in what it has lent.
func Keeps() {
	q := &item{}
	l := &list{next: q}
	put(l)
	q.n = 3 // failed
}

// Deeper has it stored further inside.
func Deeper() {
	q := &item{}
	l := &list{}
	l.next = q
	m := l
	put(m)
	q.n++ // failed
}
