// Package looked passes atomic variables and locks to code that looks into them as if they were numbers.
package looked

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
)

// C has a counter.
type C struct {
	n  atomic.Int64
	mu sync.Mutex
	//calvin:guarded_by mu
	k int
}

// Add may come at any time.
func (c *C) Add() { c.n.Add(1) }

// Print prints what is inside the counter.
func (c *C) Print() {
	fmt.Println(&c.n) // failed
}

var total atomic.Int64

// Total prints a package variable.
func Total() {
	fmt.Println(&total) // failed
}

// Value prints one that holds anything.
func Value(v *atomic.Value) {
	fmt.Printf("%v\n", v) // failed
}

// Group prints a WaitGroup.
func Group(g *sync.WaitGroup) {
	fmt.Println(g) // failed
}

// Array prints several.
func Array(a *[2]atomic.Int64) {
	fmt.Println(a) // failed
}

// D has them in an array.
type D struct{ ns [2]atomic.Int64 }

// Print prints them with the rest.
func (d *D) Print() {
	fmt.Println(d) // failed
}

// Unnamed has one in a struct without a name.
func Unnamed(a *struct{ n atomic.Int64 }) {
	fmt.Println(a) // failed
}

// Same compares two.
func Same(a, b *atomic.Int64) bool {
	return reflect.DeepEqual(a, b) // failed
}

// Slices compares many.
func Slices(a, b []atomic.Int64) bool {
	return reflect.DeepEqual(a, b) // failed
}

// Values compares what they hold.
func Values(a, b []atomic.Value) bool {
	return reflect.DeepEqual(a, b) // failed
}

// Pointers compares what many pointers lead to.
func Pointers(a, b []*atomic.Int64) bool {
	return reflect.DeepEqual(a, b) // failed
}

// Maps compares what maps lead to.
func Maps(a, b map[string]*atomic.Int64) bool {
	return reflect.DeepEqual(a, b) // failed
}

type holder struct{ n atomic.Int64 }

// Structs compares those that are in structs.
func Structs(a, b []holder) bool {
	return reflect.DeepEqual(a, b) // failed
}

// Printed prints an array of structs.
func Printed(a *[3]holder) {
	fmt.Println(a) // failed
}

// E leads to one.
type E struct{ n *atomic.Int64 }

// Same follows the pointer.
func (e *E) Same(o *E) bool {
	return reflect.DeepEqual(e, o) // failed
}

// F has a number that only sync/atomic may touch.
type F struct {
	//calvin:atomic_only
	n  int64
	mu sync.Mutex
	//calvin:guarded_by mu
	k int
}

// Add does.
func (f *F) Add() { atomic.AddInt64(&f.n, 1) }

// G is an F without a lock.
type G struct {
	//calvin:atomic_only
	n int64
	k int
}

// Add does as well.
func (g *G) Add() { atomic.AddInt64(&g.n, 1) }

// Print reads it.
func (g *G) Print() {
	fmt.Println(g) // failed
}

// Equal reads two.
func (g *G) Equal(h *G) bool {
	return reflect.DeepEqual(g, h) // failed
}

// P has a pointer of that kind.
type P struct {
	//calvin:atomic_only
	p *int64
}

// Print reads the pointer.
func (p *P) Print() {
	fmt.Println(p) // failed
}

// A tally is counted by functions of sync/atomic.
type tally struct {
	//calvin:atomic_only
	N int64
}

func (t *tally) up() { atomic.AddInt64(&t.N, 1) }

// Tallies prints many.
func Tallies(all []tally) {
	fmt.Println(all) // failed
}

// SameTallies compares many.
func SameTallies(a, b []tally) bool {
	return reflect.DeepEqual(a, b) // failed
}

// Turned turns many around.
func Turned(all []tally) {
	slices.Reverse(all) // failed
}

// Encoded encodes many.
func Encoded(all []tally) ([]byte, error) {
	return json.Marshal(all) // failed
}

// A Team has many under a lock, which does not matter to who counts.
type Team struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	all []tally
}

// Print prints them under the lock.
func (t *Team) Print() {
	t.mu.Lock()
	fmt.Println(t.all) // failed
	t.mu.Unlock()
}
