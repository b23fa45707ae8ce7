// Package untold has locks, pools, functions and memory of which it cannot be told which, or what, they are.
package untold

import (
	"fmt"
	"sync"
)

// Local has a lock of its own.
func Local() {
	var mu sync.Mutex
	//calvin:assert mu == free // unknown
	_ = &mu
}

// Param gets a copy.
//
//calvin:requires held(mu) // unknown
func Param(mu sync.Mutex) {}

// T has a lock in it.
type T struct {
	mu sync.Mutex
	n  int
}

// Value gets it in a struct.
//
//calvin:requires t.mu == tid // unknown
func Value(t T) int { return t.n }

// Method gets it in its receiver.
//
//calvin:requires held(t.mu) // unknown
func (t T) Method() int { return t.n }

// Variable has it in a struct of its own.
func Variable() int {
	var t T
	t.n = 1
	//calvin:assert t.mu == free // unknown
	return t.n
}

// Loop says it of each round.
func Loop() int {
	var t T
	//calvin:invariant t.mu == free // unknown
	for t.n < 10 {
		t.n++
	}
	return t.n
}

// Pool puts one together for a variable that nobody else knows.
func Pool() {
	var p sync.Pool                                // unknown
	p = sync.Pool{New: func() any { return &T{} }} // unknown
	_ = p
}

// Each starts what the loop's own variable holds.
func Each(k int, next func() func()) {
	i := 0
	for f := next(); i < k; f = next() {
		i++
		func() { go f() }() // unknown
	}
}

// Z has numbers that are not modelled.
type Z struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	z complex128
	//calvin:guarded_by mu
	zs [4]complex128
}

// Scan has one written, without the lock.
func (z *Z) Scan() {
	fmt.Sscan("1", &z.z) // unknown
}

// Array has several written.
func (z *Z) Array(f func(*[4]complex128)) {
	f(&z.zs) // unknown
}

var (
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
)

type doer interface {
	//calvin:requires held(mu)
	Do()
}

// Gives is behind an interface that does not say that the lock is given back.
type Gives struct{}

// Do gives it back.
//
//calvin:requires held(mu)
func (Gives) Do() { mu.Unlock() } // unknown

// Counts counts on having it.
func Counts(d doer) {
	mu.Lock()
	d.Do()
	n++
	mu.Unlock()
}

// Uses passes it.
func Uses() { Counts(Gives{}) }
