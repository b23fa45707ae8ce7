// Package byothers has methods that get nil from callers by an interface, and deferred calls that forget what others do while a callee
// comes to its panic.
package byothers

import (
	"sync"
	"sync/atomic"
)

type item struct{ n int }

type setter interface {
	//calvin:requires p == nil || p.n >= 0
	Set(p *item)
}

// S keeps what it gets.
type S struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	p *item
}

// Set does not expect nil.
func (s *S) Set(p *item) { // failed
	s.mu.Lock()
	s.p = p
	s.mu.Unlock()
}

// Clear passes it.
func Clear(s setter) { s.Set(nil) }

// Use has it passed.
func Use(s *S) { Clear(s) }

// L looks at what it gets later.
type L struct{}

// Set does not expect nil either.
func (l *L) Set(p *item) { // failed
	get := func() *item { return p }
	_ = get().n
}

// UseL has it passed.
func UseL(l *L) { Clear(l) }

var open atomic.Bool

// Open opens.
func Open() { open.Store(true) }

//calvin:panics_if n < 0
//calvin:performs skip
func check(n int) {
	for range 1000 {
		if open.Load() {
			break
		}
	}
	if n < 0 {
		panic("n < 0")
	}
}

// Late looks after the panic at what it knew before.
//
//calvin:panics_if n < 0
func Late(n int) {
	done := false
	defer func() {
		if !done {
			is := open.Load()
			//calvin:assert !is // failed
			_ = is
		}
	}()
	//calvin:assume !open
	check(n)
	done = true
}

var last atomic.Int64

// Count counts.
func Count() { last.Add(1) }

// Number is Late with a number.
//
//calvin:panics_if n < 0
func Number(n int) {
	done := false
	defer func() {
		if !done {
			is := last.Load()
			//calvin:assert is == 7 // failed
			_ = is
		}
	}()
	//calvin:assume last == 7
	check(n)
	done = true
}
