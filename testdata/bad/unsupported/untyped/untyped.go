// Package untyped has values of types of which nothing is known: complex numbers, and addresses without a type.
package untyped

import (
	"fmt"
	"slices"
	"sort"
	"sync"
	"unsafe"
)

type point struct {
	z complex128
	n int
}

type number interface{ ~int | ~complex128 }

// A T has some of them.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	z complex128
	p unsafe.Pointer
	//calvin:guarded_by mu
	zs []complex128
	//calvin:guarded_by mu
	grid [3]complex128
	m    sync.Map
	pool sync.Pool
}

// Read reads one.
func (t *T) Read() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.z == 0 // unknown
}

// Write stores one.
func (t *T) Write() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.z = 1 // unknown
}

// Both does both by way of a pointer.
func Both(p *complex128) {
	*p = *p + 1 // unknown
}

// Element reads an element.
func (t *T) Element() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.zs[0] == t.grid[1] // unknown
}

// SetElement stores an element.
func (t *T) SetElement(z complex128) { // unknown
	t.mu.Lock()
	defer t.mu.Unlock()
	t.zs[0] = z
}

// Parameter has one as a parameter.
func Parameter(z complex128) bool { return z == 1 } // unknown

// Result has one as a result.
func Result(n int) complex128 { return complex(float64(n), 1) } // unknown

// Local has one in a variable.
func Local(n int) bool {
	z := complex(float64(n), 1) // unknown
	return z == 1               // unknown
}

// Assigned assigns it.
func Assigned(n int) bool {
	var z complex128           // unknown
	z = complex(float64(n), 1) // unknown
	return z == 1              // unknown
}

// Escapes has one in a variable of which the address is used.
func Escapes() *complex128 {
	var z complex128 // unknown
	return &z
}

// New makes one.
func New() *complex128 { return new(complex128) } // unknown

// NewPoint makes a struct with one.
func NewPoint() *point { return &point{n: 1} }

// Makes makes a slice of them.
func Makes(n int) []complex128 {
	if n < 0 || n > 10 {
		return nil
	}
	return make([]complex128, n) // unknown
}

// Appends appends one.
func Appends(zs []complex128) []complex128 { return append(zs, 1) } // unknown

// Joins appends some.
func Joins(zs, ys []complex128) []complex128 { return append(zs, ys...) } // unknown

// Copies copies some.
func Copies(zs, ys []complex128) int { return copy(zs, ys) } // unknown

// Clears clears some.
func Clears(zs []complex128) { clear(zs) } // unknown

// Literal writes some out.
func Literal() []complex128 { return []complex128{1, 2} } // unknown

// MakeMap makes a map of them.
func MakeMap() map[string]complex128 { return make(map[string]complex128) } // unknown

// MakeKeys makes a map with such keys.
func MakeKeys() map[complex128]int { return make(map[complex128]int) } // unknown

// Entry looks into a map.
func Entry(m map[string]complex128) bool { return m["a"] == 1 } // unknown

// Put stores in a map.
func Put(m map[string]complex128) { m["a"] = 1 } // unknown

// Key has one for a key.
func Key(m map[complex128]int) int { return m[1] } // unknown

// Delete deletes at one.
func Delete(m map[complex128]int) { delete(m, 1) } // unknown

// Send sends one.
func Send(c chan complex128) { c <- 1 } // unknown

// Receive receives one.
func Receive(c chan complex128) bool { return <-c == 1 } // unknown

// Select receives one or the other.
func Select(c chan complex128, d chan int) int {
	select { // unknown
	case <-c:
		return 1
	case n := <-d:
		return n
	}
}

// SelectSend sends one.
func SelectSend(c chan complex128, d chan int) int {
	select { // unknown
	case c <- 1:
		return 1
	case n := <-d:
		return n
	}
}

// Prints prints one.
func Prints(n int) { fmt.Println(complex(float64(n), 0)) } // unknown

// Boxes puts one into an interface.
func Boxes(p *complex128) any { return *p } // unknown

// Unboxes takes it out.
func Unboxes(x any) bool {
	z, ok := x.(complex128) // unknown
	return ok && z == 1     // unknown
}

// MustUnbox takes it out and panics else.
func MustUnbox(x any) bool { return x.(complex128) == 1 } // unknown

// Goes passes one to a goroutine.
func Goes(p *complex128) { go use(*p) } // unknown

func use(complex128) {} // unknown

// Captures captures one.
func Captures(n int) func() {
	z := complex(float64(n), 1) // unknown
	return func() { z++ }       // unknown
}

// GoesCaptured has a goroutine change a captured one.
func GoesCaptured() {
	var wg sync.WaitGroup
	var z complex128      // unknown
	wg.Go(func() { z++ }) // unknown
	wg.Wait()
}

// several has several returns.
func several(n int) complex128 { // unknown
	if n > 0 {
		return 1 // unknown
	}
	return 2 // unknown
}

// Inlines inlines it.
func Inlines(n int) bool { return several(n) == 1 } // unknown

// Phi has one of two.
func Phi(b bool, p, q *complex128) bool {
	z := *p // unknown
	if b {
		z = *q // unknown
	}
	return z == 1 // unknown
}

// Ands has one of two by a logical operator.
func Ands(p *complex128) bool { return p != nil && *p == 1 } // unknown

// Loops has one in the variable of a loop.
func Loops() int {
	n := 0
	for z := complex(0, 0); n < 3; z++ { // unknown
		n++
	}
	return n
}

// LoopsCaptured has one in each iteration's variable, which is captured.
func LoopsCaptured() []func() complex128 {
	var fs []func() complex128
	for z := complex(0, 0); len(fs) < 3; z++ { // unknown
		fs = append(fs, func() complex128 { return z }) // unknown
	}
	return fs
}

// Ranges goes over some.
func Ranges(zs []complex128) int {
	n := 0
	for _, z := range zs { // unknown
		if z == 1 { // unknown
			n++
		}
	}
	return n
}

// RangesMap goes over some in a map.
func RangesMap(m map[int]complex128) int { // unknown
	n := 0
	for _, z := range m { // unknown
		if z == 1 { // unknown
			n++
		}
	}
	return n
}

// Sorts sorts some.
func Sorts(zs []complex128) {
	sort.Slice(zs, func(i, j int) bool { return real(zs[i]) < real(zs[j]) }) // unknown
}

// Reverses reverses some.
func Reverses(zs []complex128) { slices.Reverse(zs) } // unknown

// Finds looks for one.
func Finds(zs []complex128) int { return slices.Index(zs, 1) } // unknown

// ArrayOf makes an array of a slice.
func ArrayOf(zs []complex128) bool {
	if len(zs) < 2 {
		return false
	}
	return [2]complex128(zs) == [2]complex128{} // unknown
}

// Array has an array of them.
func Array() bool {
	var zs [2]complex128 // unknown
	zs[0] = 1            // unknown
	return zs[1] == 0    // unknown
}

// Negates negates one.
func Negates(p *complex128) { *p = -*p } // unknown

// Parts computes with the parts.
func Parts(p *complex128) float64 { return real(*p) + imag(*p) } // unknown

// Converts converts one.
func Converts(p *complex128) complex64 { return complex64(*p) } // unknown

// Pointer keeps an address without a type.
func (t *T) Pointer(n *int) { t.p = unsafe.Pointer(n) } // unknown

// Number makes a number of it.
func Number(n *int) uintptr { return uintptr(unsafe.Pointer(n)) } // unknown

// Slice makes a slice of memory.
func Slice(n *int) []int { return unsafe.Slice(n, 1) } // unknown

// String makes a string of memory.
func String(b *byte) string { return unsafe.String(b, 1) } // unknown

// Data takes the address of what is in a slice.
func Data(s []int) *int { return unsafe.SliceData(s) } // unknown

// Add adds to an address.
func Add(n *int) unsafe.Pointer { return unsafe.Add(unsafe.Pointer(n), 8) } // unknown

// Stores stores one in a container.
func (t *T) Stores(p *complex128) { t.m.Store("a", *p) } // unknown

// Pools puts one into a pool.
func (t *T) Pools(p *complex128) { t.pool.Put(*p) } // unknown

// Sum is generic.
func Sum[N number](a, b N) N { return a / b } // unknown

// Total adds some up.
func Total() bool { return Sum(complex(1, 0), 2) == 3 } // unknown

// Deferred passes one to a deferred call.
func Deferred(p *complex128) { defer use(*p) } // unknown

// Panics panics with one.
func Panics(p *complex128) {
	if p != nil {
		panic(*p) // unknown
	}
}

// WithContract has a contract.
//
//calvin:atomic // unknown
//calvin:modifies *p
func WithContract(p *complex128) {}

// Calls calls it.
func Calls(p *complex128) { WithContract(p) } // unknown

// Promised has one as an argument of a function with a contract.
//
//calvin:requires n > 0
//calvin:atomic
func Promised(n int, z complex128) complex128 { return z } // unknown

// CallsPromised calls it.
func CallsPromised(p *complex128) { Promised(1, *p) } // unknown

// An Adder adds.
type Adder interface {
	//calvin:atomic
	Add(z complex128) complex128
}

// Adds adds.
func Adds(a Adder, p *complex128) { a.Add(*p) } // unknown
