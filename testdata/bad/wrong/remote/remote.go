// Package remote passes objects to functions and goroutines of others, and goes on as if they were its own; and it passes nil to
// functions of the library that do not take it.
package remote

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"maps"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A T has a lock.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	items []int
	//calvin:guarded_by mu
	names map[string]int
	//calvin:guarded_by mu
	b bytes.Buffer
	v any
	l sync.Locker
	m sync.Map
	a atomic.Value
	c chan any
}

func (t *T) inc() {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
}

// After has a timer call a method later.
func After() {
	t := &T{}
	time.AfterFunc(time.Second, t.inc)
	t.n = 1 // failed
}

// AfterNil has it call nothing.
func AfterNil() {
	var f func()
	time.AfterFunc(time.Second, f) // failed
}

// Unknown has an unknown function use an object in a goroutine.
func Unknown(f func(*T)) {
	t := &T{}
	go f(t)
	t.n = 1 // failed
}

// UnknownAny has it use what is in an interface.
func UnknownAny(f func(any)) {
	t := &T{}
	go f(t)
	t.n = 1 // failed
}

// Called has an unknown function use it.
func Called(f func(any)) {
	t := &T{}
	f(t)
	t.n = 1 // failed
}

// CalledWith has it use what another object leads to.
func CalledWith(f func(any)) {
	t := &T{}
	f(struct{ t *T }{t})
	t.n = 1 // failed
}

// CalledList has it use an element.
func CalledList(f func([]*T)) {
	t := &T{}
	f([]*T{t})
	t.n = 1 // failed
}

// Formats has it printed: that keeps nothing, but who prints may call what prints.
func Formats(f func(...any)) {
	t := &T{}
	f("t", t)
	t.n = 1 // failed
}

// Stores stores it in a map of package sync.
func (t *T) Stores() {
	o := &T{}
	t.m.Store(1, o)
	o.n = 1 // failed
}

// Swaps stores it in an atomic value.
func (t *T) Swaps() {
	o := &T{}
	t.a.Swap(o)
	o.n = 1 // failed
}

// Sends sends it in an interface.
func (t *T) Sends() {
	o := &T{}
	t.c <- o
	o.n = 1 // failed
}

// Yields passes it to the body of a loop.
func Yields(yield func(any) bool) {
	o := &T{}
	yield(o)
	o.n = 1 // failed
}

func objects(yield func(any) bool) {
	o := &T{}
	if !yield(o) {
		return
	}
	o.n = 1 // failed
}

// Ranges keeps what it gets.
func (t *T) Ranges() {
	for o := range objects { // unfounded
		t.c <- o
	}
}

// As looks for an error nowhere.
func As(err error) bool {
	var p **E
	return errors.As(err, p) // failed
}

// An E is an error.
type E struct{}

func (*E) Error() string { return "" }

// LogPanic logs and panics.
func LogPanic(n int) {
	if n > 0 {
		log.Panic("no") // failed
	}
}

// LogPanicf logs and panics.
func LogPanicf(n int) {
	if n > 0 {
		log.Panicf("no %d", n) // failed
	}
}

// LogPanicln logs and panics.
func LogPanicln(n int) {
	if n > 0 {
		log.Panicln(n) // failed
	}
}

// NilBuffer writes to no buffer.
func NilBuffer() {
	var b *bytes.Buffer
	b.WriteString("a") // failed
}

// NilBuilder writes to no builder.
func NilBuilder() {
	var b *strings.Builder
	b.WriteString("a") // failed
}

// NilWriter prints to nothing.
func NilWriter() {
	var b *bytes.Buffer
	fmt.Fprint(b, "a") // failed
}

// NilLocker locks nothing.
func NilLocker() {
	var l sync.Locker
	l.Lock() // failed
}

// Buffer writes without the lock.
func (t *T) Buffer() {
	t.b.WriteString("a") // failed
}

// Print prints to it without the lock.
func (t *T) Print() {
	fmt.Fprint(&t.b, 1) // failed
}

// Text reads it without the lock.
func (t *T) Text() string {
	return t.b.String() // failed
}

// Contains looks without the lock.
func (t *T) Contains(x int) bool {
	return slices.Contains(t.items, x) // failed
}

// Index looks without the lock.
func (t *T) Index(x int) int {
	t.mu.Lock()
	s := t.items
	t.mu.Unlock()
	return slices.Index(s, x) // failed
}

// Search searches without the lock.
func (t *T) Search(x int) int {
	t.mu.Lock()
	s := t.items
	t.mu.Unlock()
	return sort.SearchInts(s, x) // failed
}

// Keys goes over the names without the lock.
func (t *T) Keys() []string {
	t.mu.Lock()
	m := t.names
	t.mu.Unlock()
	return slices.Collect(maps.Keys(m)) // failed
}

// Sorts sorts without the lock.
func (t *T) Sorts() {
	t.mu.Lock()
	s := t.items
	t.mu.Unlock()
	slices.Sort(s) // failed
}

// Runs prints without the lock.
func (t *T) Runs() {
	t.mu.Lock()
	s := t.items
	t.mu.Unlock()
	fmt.Println(s) // failed
}

func three() [3]int { return [3]int{1, 2, 3} }

// Third has an element of what is returned.
func Third(i int) int {
	return three()[i] // failed
}

// Pointed has an element where nothing is.
func Pointed(i int) int {
	var p *[3]int
	if i < 0 || i > 2 {
		return 0
	}
	return p[i] // failed
}

// SetPointed stores one there.
func SetPointed() {
	var p *[3]int
	p[1] = 2 // failed
}

// RangePointed goes over nothing.
func RangePointed() (n int) {
	var p *[3]int
	for _, x := range p { // failed
		n += x
	}
	return n
}

// SlicePointed slices nothing.
func SlicePointed() []int {
	var p *[3]int
	return p[:] // failed
}

// Converted counts on elements.
func Converted(s []int) {
	if len(s) > 2 && [2]int(s)[1] != s[1] {
		panic("differs")
	}
	if len(s) > 2 && [2]int(s)[1] != s[0] {
		panic("differs") // failed
	}
}

// Nexts counts on there being something left.
func Nexts(s string) {
	for range s {
	}
	//calvin:assert s != "" // failed
}
