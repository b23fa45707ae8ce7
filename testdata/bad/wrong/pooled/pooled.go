// Package pooled takes objects from pools that hand them over, in ways that are easy to get wrong.
package pooled

import "sync"

type item struct {
	n    int
	next *item
	b    []byte
}

//calvin:transfers
var items = sync.Pool{New: func() any { return new(item) }}

//calvin:transfers
var maybe sync.Pool

//calvin:transfers
var nils = sync.Pool{New: func() any { return (*item)(nil) }}

var plain = sync.Pool{New: func() any { return new(item) }}

// A Box holds an item.
type Box struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	it *item
}

// After uses what it has given back.
func After() int {
	it := items.Get().(*item)
	it.n = 1
	items.Put(it)
	return it.n // failed
}

// Twice gives it back twice.
func Twice() {
	it := items.Get().(*item)
	items.Put(it)
	items.Put(it) // failed
}

// Deferred gives it back twice.
func Deferred() {
	it := items.Get().(*item)
	defer items.Put(it) // failed
	it.n = 1
	items.Put(it)
}

// Kept keeps what it gives back.
func (b *Box) Kept() {
	it := items.Get().(*item)
	b.mu.Lock()
	b.it = it // failed
	b.mu.Unlock()
	items.Put(it)
}

// Later publishes what it has given back.
func (b *Box) Later() {
	it := items.Get().(*item)
	items.Put(it)
	b.mu.Lock()
	b.it = it // failed
	b.mu.Unlock()
}

// Linked gives back what another object leads to.
func Linked() {
	a, b := items.Get().(*item), items.Get().(*item)
	a.next = b
	items.Put(b) // failed
	items.Put(a)
}

// Old counts on what it left there.
func Old() {
	it := items.Get().(*item)
	it.n = 7
	items.Put(it)
	it = items.Get().(*item)
	//calvin:assert it.n == 7 // failed
	items.Put(it)
}

// Zero counts on a new one.
func Zero() {
	it := items.Get().(*item)
	//calvin:assert it.n == 0 // failed
	items.Put(it)
}

// Inside writes what the object leads to, which others may have.
func Inside() {
	it := items.Get().(*item)
	if len(it.b) > 0 {
		it.b[0] = 1 // failed
	}
	items.Put(it)
}

// Nil finds nothing.
func Nil() int {
	it := maybe.Get().(*item) // failed
	return it.n
}

// Fill gives back one that may be nil.
func Fill(it *item) {
	if it == nil {
		maybe.Put(it) // failed
	}
}

// Made finds what New has made.
func Made() int {
	return nils.Get().(*item).n // failed
}

// Shared writes what is in a pool that does not hand it over.
func Shared() {
	it := plain.Get().(*item)
	it.n = 1 // failed
	plain.Put(it)
}

// Given gives back what it was given.
func Given(it *item) {
	items.Put(it) // failed
}

// Two has what a goroutine that it starts has, too.
func Two() {
	it := items.Get().(*item)
	go func() { _ = it.n }()
	items.Put(it) // failed
}

// Both believes that two are one.
func Both() {
	a := items.Get().(*item)
	b := items.Get().(*item)
	//calvin:assert a == b // failed
	items.Put(a)
	items.Put(b)
}
