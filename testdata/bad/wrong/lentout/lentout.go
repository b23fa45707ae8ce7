// Package lentout has calls of code that is not at hand, after which something may be other than before.
package lentout

import "sync"

// A Counter counts.
type Counter struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

//calvin:requires held(c.mu)
func (c *Counter) Up() { c.n++ }

var mu sync.Mutex

//calvin:guarded_by mu
var total int

// Reaches calls a function that may run what relies on the lock, and comes back from it.
func Reaches(f func()) {
	mu.Lock()
	total = 0
	mu.Unlock()
	f()
	//calvin:assert 1 == 2 // failed
	mu.Lock()
	total = 1
	mu.Unlock()
}

// Passed passes a slice that others have.
func Passed(f func([]int), s []int) {
	if len(s) == 0 {
		return
	}
	before := s[0]
	f(s)
	//calvin:assert s[0] == before // failed
	_ = before
}

// Addresses has elements by their addresses.
func Addresses(f func([]int), s []int) {
	if len(s) == 0 {
		return
	}
	p := &s[0]
	before := *p
	f(s)
	//calvin:assert *p == before // failed
	_ = before
}

// New passes a slice of its own.
func New(f func([]int)) {
	s := make([]int, 2)
	f(s)
	//calvin:assert s[0] == 0 // failed
	_ = s
}

// A Lender takes what is local to its caller.
type Lender interface {
	//calvin:requires local(xs)
	//calvin:atomic
	//calvin:ensures true
	Keep(xs []int)
}

// Lends passes an array on of which a goroutine has an element.
func Lends(l Lender) {
	xs := make([]int, 2)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		//calvin:takes xs[0], wg
		xs[0] = 1
		wg.Done()
	}()
	l.Keep(xs) // failed
	wg.Wait()
}

type point struct{ x, y int }

// Object passes an object of its own.
func Object(f func(*point)) {
	p := &point{}
	f(p)
	//calvin:assert p.x == 0 // failed
	_ = p
}

// Part passes a part of an object of its own.
func Part(f func(*point)) {
	o := &struct{ at point }{}
	f(&o.at)
	//calvin:assert o.at.x == 0 // failed
	_ = o
}

// Variable passes a variable of its own.
func Variable(f func(*int)) {
	n := 0
	f(&n)
	//calvin:assert n == 0 // failed
	_ = n
}

// Both passes two.
func Both(f func(a, b *point)) {
	a, b := &point{}, &point{}
	f(a, b)
	//calvin:assert b.y == 0 // failed
	_ = b
}
