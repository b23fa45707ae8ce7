// Package containers believes too much of what is in a sync.Map, a sync.Pool or an atomic.Value, and of who has it.
package containers

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// A Box is guarded.
type Box struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	m int
}

// A T has one of each.
type T struct {
	boxes   sync.Map
	mixed   sync.Map
	value   atomic.Value
	any     atomic.Value
	pool    sync.Pool
	mu      sync.Mutex
	n       int
	scratch sync.Pool
	//calvin:guarded_by mu
	held sync.Map
}

// Later writes an object after it was stored.
func (t *T) Later() {
	b := &Box{}
	b.m = 1
	t.boxes.Store("a", b)
	b.m = 2 // failed
}

// Kept writes a new object after LoadOrStore, which may have stored it.
func (t *T) Kept() {
	b := &Box{}
	_, loaded := t.boxes.LoadOrStore("a", b)
	if !loaded {
		b.m = 2 // failed
	}
}

// Loaded writes an object that is loaded.
func (t *T) Loaded() {
	if x, ok := t.boxes.Load("a"); ok {
		x.(*Box).n++ // failed
	}
}

// Missing believes that the key is there.
func (t *T) Missing() int {
	x, _ := t.boxes.Load("a")
	return x.(*Box).m // failed
}

// Mixed believes that all values have one type.
func (t *T) Mixed() int {
	t.mixed.Store("a", 1)
	t.mixed.Store("b", "x")
	if x, ok := t.mixed.Load("a"); ok {
		return x.(int) // failed
	}
	return 0
}

// Twice believes that two loads find the same.
//
//calvin:atomic
func (t *T) Twice() {
	x, ok := t.boxes.Load("a")
	y, more := t.boxes.Load("a")
	//calvin:assert ok == more // failed
	_, _, _, _ = x, y, ok, more
}

// Both is not one step.
//
//calvin:atomic
//calvin:modifies t.boxes
func (t *T) Both() {
	t.boxes.Store("a", &Box{})
	t.boxes.Store("b", &Box{}) // failed
}

// Frame changes what it does not say.
//
//calvin:atomic
//calvin:modifies t.value
func (t *T) Frame() {
	t.boxes.Delete("a")
} // failed

// Key may be a slice.
func (t *T) Key(k any) {
	t.mixed.Store(k, 1) // failed
}

// Compare compares slices.
func (t *T) Compare() {
	t.mixed.CompareAndSwap("a", []int{1}, 2) // failed
}

// Guarded needs the lock.
func (t *T) Guarded() {
	t.held.Store(1, 1) // failed
}

// Nil may be nil.
func Nil(m *sync.Map) {
	if m == nil {
		m.Store(1, 1) // failed
	}
}

// Range believes that something is there.
func (t *T) Range() int {
	n := 0
	t.boxes.Range(func(_, _ any) bool { n = 1; return true })
	//calvin:assert n == 1 // failed
	return n
}

// Stopped believes that what stopped it was the first.
func (t *T) Stopped() int {
	n := 0
	t.boxes.Range(func(_, _ any) bool { n++; return n < 5 })
	//calvin:assert n < 5 // failed
	return n
}

// Callback writes what it may not.
func (t *T) Callback() {
	t.boxes.Range(func(_, _ any) bool {
		t.n++ // failed
		return true
	})
}

// Relock takes a lock twice.
func (t *T) Relock() {
	t.boxes.Range(func(_, x any) bool {
		if b := x.(*Box); b != nil {
			b.mu.Lock()
			b.mu.Lock() // failed
		}
		return false
	})
}

// StoreNil panics.
func (t *T) StoreNil() {
	t.any.Store(nil) // failed
}

// Fresh writes what others may have loaded.
func (t *T) Fresh() {
	b := &Box{}
	t.value.Store(b)
	b.m = 1 // failed
}

// Empty believes that something was stored.
func (t *T) Empty() *Box {
	return t.value.Load().(*Box) // failed
}

// Different compares values of different types.
func (t *T) Different() {
	t.any.CompareAndSwap(1, "x") // failed
}

// Swapped believes that nobody else stores.
//
//calvin:atomic
//calvin:modifies t.value
//calvin:ensures  t.value != old(t.value)
func (t *T) Swapped(b *Box) {
	t.value.CompareAndSwap(b, &Box{})
} // failed

// Put goes on to write what it gave away.
func (t *T) Put() {
	b := &Box{}
	t.scratch.Put(b)
	b.m = 1 // failed
}

// Get believes that what it gets is its own.
func (t *T) Get() {
	if b, ok := t.scratch.Get().(*Box); ok && b != nil {
		b.m = 1 // failed
	}
}

// Made believes that a pool without New has something.
func (t *T) Made() *Box {
	return t.scratch.Get().(*Box) // failed
}

var shared = sync.Pool{New: func() any { return new(Box) }}

// Other has a pool in which strings are too.
var other = sync.Pool{New: func() any { return new(Box) }}

// Type believes that only boxes are there.
func Type() *Box {
	other.Put("x")
	return other.Get().(*Box) // failed
}

// Write writes what may be in several hands.
func Write() {
	b := shared.Get().(*Box)
	if b != nil {
		b.m = 1 // failed
	}
	shared.Put(b)
}

var counts int

var count = sync.OnceFunc(func() {
	counts++ // failed
})

// Count writes in a function that is run once, without a word of it.
func Count() { count() }

// Started has functions run later, which may not do what it may.
func (t *T) Started(ctx context.Context) {
	t.mu.Lock()
	time.AfterFunc(time.Second, func() {
		t.held.Clear() // failed
	})
	context.AfterFunc(ctx, func() {
		t.mu.Unlock() // failed
	})
	t.mu.Unlock()
}

// Own shares what was its own with a function that is run later.
func Own() {
	b := &Box{}
	time.AfterFunc(time.Second, func() {
		if b != nil {
			b.mu.Lock()
			b.mu.Unlock()
		}
	})
	b.m = 1 // failed
}
