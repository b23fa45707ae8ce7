// Package genericboxes has values of type parameters in interfaces that may hold what a guard owns, with faults.
package genericboxes

import "sync"

type counter struct{ n int }

// A Reg owns what it holds, where that is a counter.
type Reg struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	held any
}

// Inc is right.
func (r *Reg) Inc() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if c, ok := r.held.(*counter); ok && c != nil {
		c.n++
	}
}

// Set is right: whoever calls it leaves the counter to it.
func (r *Reg) Set(c *counter) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.held = c
}

func put[T any](r *Reg, x T) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.held = x // failed
}

var shared = &counter{}

// Twice has two places own one counter.
func Twice(a, b *Reg) {
	go put(a, shared)
	go put(b, shared)
}

func putSome[T interface{ get() int }](r *Reg, x T) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.held = x // failed
}

func (c *counter) get() int { return 0 }

var asSome = putSome[*counter]

// Some does so by way of a function value.
func Some(a *Reg) {
	if f := asSome; f != nil {
		f(a, shared)
	}
}

func get[T any](r *Reg) (v T) {
	r.mu.Lock()
	defer r.mu.Unlock()
	v, _ = r.held.(T) // failed
	return v
}

var asCounter = get[*counter]

// Read reads what is guarded, without the lock.
func Read(r *Reg) int {
	if f := asCounter; f != nil {
		if c := f(r); c != nil {
			return c.n
		}
	}
	return 0
}

func must[T any](r *Reg) T {
	r.mu.Lock()
	defer r.mu.Unlock()
	if v, ok := r.held.(T); ok { // failed
		return v
	}
	panic("nothing")
}

func move[T any](from, to *Reg) {
	from.mu.Lock()
	v, ok := from.held.(T) // failed
	from.mu.Unlock()
	if ok {
		to.mu.Lock()
		to.held = v
		to.mu.Unlock()
	}
}

// Moves has a goroutine move a counter to a place that has one.
func Moves(a, b *Reg) {
	go move[*counter](a, b)
}

// local writes what it has given away.
func local[T any]() T {
	c := &counter{}
	var i any = c
	v, _ := i.(T)
	c.n = 1 // failed
	return v
}

var asLocal = local[*counter]

// Locals has what it has given away.
func Locals() int {
	if f := asLocal; f != nil {
		if c := f(); c != nil {
			return c.n
		}
	}
	return 0
}

// direct is right: what others have is not in a region.
func direct[T any](m *sync.Map, x T) { m.Store("a", x) }

// Direct is right.
func Direct(m *sync.Map) {
	go direct(m, shared)
}
