// Package interfaces has what is behind interfaces with contracts where it cannot be told, or is not checked.
package interfaces

import (
	"bytes"
	"errors"
	"io"
	"sync"
	"time"
)

// A Writer is like one of package io, with a contract.
type Writer interface {
	//calvin:requires len(p) > 0
	Write(p []byte) (int, error)
}

// Buffer is a Writer of which the code is not checked.
func Buffer() Writer {
	return &bytes.Buffer{} // unknown
}

// Assert takes for a Writer what is behind another interface.
func Assert(w io.Writer) Writer {
	v, _ := w.(Writer) // unknown
	return v
}

// A Timer is what time has.
type Timer interface {
	//calvin:atomic
	//calvin:ensures result >= 0
	Seconds() float64
}

// initially is behind an interface from the beginning.
var initially Timer = time.Duration(0) // unknown

// Later uses it.
func Later() Timer { return initially }

// A Reader has no contract.
type Reader interface{ Read() int }

// A Meter has one.
type Meter interface {
	//calvin:atomic
	//calvin:ensures result > 0
	Read() int
}

// A Gauge is a Meter that is more.
type Gauge interface {
	Meter
	Reset()
}

// Meters takes some for others.
func Meters(r Reader) Meter {
	return r // unknown
}

// Converted converts one.
func Converted(r Reader) Meter {
	return Meter(r) // unknown
}

// Embedded is one that has been checked.
func Embedded(g Gauge) Meter { return g }

// Asserted is too.
func Asserted(g Meter) Meter {
	v, ok := g.(Gauge)
	if !ok {
		return g
	}
	return v
}

// Any may be anything.
func Any(x any) int {
	switch x := x.(type) {
	case Meter: // unknown
		return x.Read()
	}
	return 0
}

// Of puts anything behind it.
func Of[T Reader](x T) Meter {
	return x // unknown
}

// A Cell has a method with a contract, and a type parameter.
type Cell[T any] interface {
	//calvin:atomic
	//calvin:ensures true
	Get() T
}

// One is a Cell.
type One struct{}

// Get is one.
func (One) Get() int { return 1 }

// Cells has one.
func Cells() Cell[int] {
	return One{} // unknown
}

// Call cannot be told.
func Call(c Cell[int]) int {
	return c.Get() // unknown
}

// Vague says only that it is atomic.
type Vague interface {
	//calvin:atomic
	Do()
}

// Vaguely calls it.
func Vaguely(v Vague) {
	v.Do() // unknown
}

// A Failure is an error with a contract.
type Failure interface {
	error
	//calvin:atomic
	//calvin:ensures result > 0
	Code() int
}

// Code takes any error for one.
func Code(err error) int {
	var f Failure
	if errors.As(err, &f) { // unknown
		return f.Code()
	}
	return 0
}

// A Filler may write and keep what it gets.
type Filler interface {
	//calvin:requires xs != nil && local(xs)
	Fill(xs *[4]int)
}

// Ones fills with ones.
type Ones struct{}

// Fill does.
//
//calvin:requires local(xs)
func (Ones) Fill(xs *[4]int) { xs[0] = 1 }

// Fillers has one.
func Fillers() Filler {
	return Ones{} // unknown
}

// Filled believes that its array is its own still.
func Filled(f Filler) int {
	var xs [4]int
	f.Fill(&xs) // unknown
	return xs[0]
}

// A bag is behind an interface that does not say what is in it.
type sized[V any] interface{ size() int }

type bag[V any] struct{ n int }

func (b *bag[V]) size() int {
	b.n++
	return b.n
}

// Bags guards some.
type Bags[V any] struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	a sized[V]
	//calvin:guarded_by mu
	b sized[struct{}]
}

// NewBags has two types behind interfaces that may be one.
func NewBags[V any]() *Bags[V] { return &Bags[V]{a: &bag[V]{}, b: &bag[struct{}]{}} }

// Asked is reached if V is struct{}.
func Asked[V any]() {
	var x sized[V] = &bag[V]{}
	if _, ok := x.(*bag[struct{}]); ok { // unknown
		//calvin:assert false
		_ = ok
	}
}
