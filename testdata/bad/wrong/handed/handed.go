// Package handed has callers that publish what a callee gave them, which breaks its invariant.
package handed

import (
	"sync"
	"sync/atomic"
)

// A T divides.
//
//calvin:invariant n > 0
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// newT makes.
//
//calvin:atomic
//calvin:ensures local(result)
func newT() *T { return &T{} }

var g atomic.Pointer[T]

// Pub publishes.
func Pub() {
	g.Store(newT()) // failed
}

// Use uses.
func Use() int {
	t := g.Load()
	if t == nil {
		return 0
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return 10 / t.n
}

type box struct{ t *T }

var h atomic.Pointer[box]

// Pub2 publishes in a box.
func Pub2() {
	b := &box{}
	b.t = newT()
	h.Store(b) // failed
}

// Pub3 by channel.
func Pub3(c chan any) {
	c <- newT() // failed
}

// Pub4 by closure.
func Pub4() func() *T {
	t := newT()
	return func() *T { return t } // failed
}

// Pub5 by go.
func Pub5() {
	t := newT()
	go Use2(t) // failed
}

// Use2 uses.
func Use2(t *T) {
	t.mu.Lock()
	_ = 10 / t.n
	t.mu.Unlock()
}

// A Big has one inside.
type Big struct {
	T
	other int
}

// Pub7 makes
func Pub7() *Big { return new(Big) } // failed

type U struct{ n int }

// newU makes one of which nothing is said.
//
//calvin:atomic
//calvin:ensures local(result)
func newU() *U { return &U{} }

// Div divides by zero where it has one.
func Div(c bool) int {
	if c {
		u := newU()
		return 10 / u.n // failed
	}
	return 1
}

// A Link has others behind it.
//
//calvin:invariant n > 0
type Link struct {
	n    int
	next *Link
}

// over divides by what comes with its argument.
//
//calvin:requires local(l) && l.n > 0
//calvin:performs skip
func over(l *Link) int {
	if l.next != nil {
		return 10 / l.next.n
	}
	return 0
}

// Skips hands over what breaks its invariant, to a callee that does nothing that others see.
func Skips() int {
	l := &Link{n: 1}
	l.next = &Link{}
	return over(l) // failed
}

// Keeps does not.
func Keeps() int {
	l := &Link{n: 1}
	l.next = &Link{n: 2}
	return over(l)
}
