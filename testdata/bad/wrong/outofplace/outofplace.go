// Package outofplace panics where one looks last: in deferred calls, in new goroutines, in wrappers, behind interfaces and
// in library functions that are given nil.
package outofplace

import (
	"sync"
	"sync/atomic"
)

// Deferred panics at its end.
func Deferred() {
	defer panic("late") // failed
}

// DeferredNil closes nil at its end.
func DeferredNil(c chan int) {
	c = nil
	defer close(c) // failed
}

// A T has methods for values and for pointers.
type T struct{ n int }

// Value has a value.
func (t T) Value() int { return t.n }

// Expression calls a method for values of nil.
func Expression() int {
	var p *T
	f := (*T).Value
	return f(p) // failed
}

// Bound binds a method for values to nil.
func Bound() func() int {
	var p *T
	return p.Value // failed
}

// DeferredValue calls one at its end.
func DeferredValue() {
	var p *T
	defer p.Value() // failed
}

// GoesValue calls one in a goroutine.
func GoesValue() {
	var p *T
	go p.Value() // failed
}

// A Holder holds values.
type Holder struct{ v atomic.Value }

// Swap puts nil where nothing is.
func (h *Holder) Swap() {
	h.v.CompareAndSwap(nil, nil) // failed
}

// Store stores nil.
func (h *Holder) Store() {
	h.v.Store(nil) // failed
}

// Exchange puts nil.
func (h *Holder) Exchange() any {
	return h.v.Swap(nil) // failed
}

// A Setter sets.
type Setter interface {
	//calvin:requires n > 0
	Set(n int, t *T)
	//calvin:atomic
	//calvin:ensures result >= 0
	Get(t *T) int
	//calvin:requires len(f) > 0
	//calvin:atomic
	//calvin:ensures true
	All(m map[int]int, f []int)
}

// Sets passes nil to a method that has contracts.
func Sets(s Setter) {
	s.Set(1, nil) // failed
}

// Gets passes nil to one that says what it does.
func Gets(s Setter) int {
	return s.Get(nil) // failed
}

// None requires nothing less.
func None(s Setter) {
	s.All(nil, nil) // failed
}

// Nobody calls a method of nil.
func Nobody() {
	var s Setter
	s.Set(1, &T{}) // failed
}

// Group waits on nil.
func Group() {
	var wg *sync.WaitGroup
	wg.Wait() // failed
}

// Doer does nothing on nil.
func Doer(o *sync.Once) {
	o.Do(nil) // failed
}
