// Package panics has functions that say when they panic, and some that panic otherwise.
package panics

import (
	"strings"
	"sync"
	"sync/atomic"
)

// Half panics if n is negative.
//
//calvin:panics_if n < 0
func Half(n int) int {
	if n < 0 {
		panic("half of a negative number")
	}
	return n / 2
}

// First panics as an index expression does.
//
//calvin:panics_if len(s) == 0
func First(s []int) int { return s[0] }

// Lenient says that it may panic, and does not.
//
//calvin:panics_if n < 0
func Lenient(n int) int { return n }

// Quarter panics where Half does.
//
//calvin:panics_if n < 0
func Quarter(n int) int { return Half(n) / 2 }

// Either has two reasons.
//
//calvin:panics_if n < 0
//calvin:panics_if n > 9
func Either(n int) int {
	if n < 0 || n > 9 {
		panic("no digit")
	}
	return n
}

// Caught panics, and catches it: it returns.
//
//calvin:panics_if n < 0
func Caught(n int) (ok bool) {
	defer func() { ok = recover() == nil }()
	if n == 7 {
		panic("seven")
	}
	return true
}

// Changed changes what its condition speaks of: that was so when it was called.
//
//calvin:panics_if n < 0
func Changed(n int) {
	n = -n
	if n > 0 {
		panic("it was negative")
	}
}

// A Gate can be closed.
type Gate struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	closed bool
	shut   atomic.Bool
}

// Enter panics if the gate is shut.
//
//calvin:panics_if g.shut
func (g *Gate) Enter() {
	if g.shut.Load() {
		panic("shut")
	}
}

// Shut shuts it.
func (g *Gate) Shut() { g.shut.Store(true) }

// Zero panics for 0, too.
//
//calvin:panics_if n < 0
func Zero(n int) int {
	if n <= 0 {
		panic("not positive") // want TestZero: panics_if n < 0
	}
	return n
}

// Second has not enough in it.
//
//calvin:panics_if len(s) == 0
func Second(s []int) int {
	return s[1] // want TestSecond: panics_if len(s) == 0
}

// Nothing panics behind a pointer.
//
//calvin:panics_if n < 0
func Nothing(p *int, n int) int {
	return *p + n // want TestNothing: panics_if n < 0
}

// Eighth panics in what it calls.
//
//calvin:panics_if n < -8
func Eighth(n int) int {
	return Quarter(n) / 2 // want TestEighth: panics_if n < -8
}

// Run panics in what it is given.
//
//calvin:panics_if f == nil
func Run(f func()) {
	f() // want TestRun: panics_if f == nil
}

// Repeat panics in the library.
//
//calvin:panics_if n < -5
func Repeat(n int) string {
	return strings.Repeat("x", n) // want TestRepeat: panics_if n < -5
}

// Ends panics in a deferred call.
//
//calvin:panics_if n < 0
func Ends(n int) {
	defer func() {
		if n == 0 {
			panic("none") // at the line where it ends
		}
	}()
} // want TestEnds: panics_if n < 0

// Again panics again, after it has caught the first.
//
//calvin:panics_if n < 0
func Again(n int) {
	defer func() {
		if recover() != nil {
			panic("again")
		}
	}()
	if n == 0 {
		panic("first") // want TestAgain: panics_if n < 0
	}
}

// Both has two reasons, and a third.
//
//calvin:panics_if n < 0
//calvin:panics_if n > 9
func Both(n int) int {
	if n < 0 || n > 8 {
		panic("no digit") // want TestBoth: panics_if n < 0
	}
	return n
}

// Pass panics if the gate is shut in the midst, which it was not when it was called.
//
//calvin:panics_if g.shut
func (g *Gate) Pass() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut.Load() {
		panic("shut") // want TestPass: panics_if g.shut
	}
}

// Down is called by itself.
//
//calvin:panics_if n > 3
func Down(n int) {
	if n == 0 {
		panic("bottom") // want TestDown: panics_if n > 3
	}
	Down(n - 1)
}

// Kept speaks of what is guarded.
//
//calvin:panics_if g.closed
func (g *Gate) Kept() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.closed {
		panic("open") // want TestOpen: panics_if g.closed
	}
}
