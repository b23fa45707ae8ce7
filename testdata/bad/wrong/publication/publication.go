// Package publication goes on using objects that others have come to know.
package publication

import (
	"sync"
	"sync/atomic"
)

type Box struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n     int
	limit int
	inner *Box
}

var (
	current atomic.Pointer[Box]
	mu      sync.Mutex
	//calvin:guarded_by mu
	boxes []*Box
	//calvin:guarded_by mu
	first *Box
)

func AfterStore() {
	b := &Box{}
	current.Store(b)
	b.limit = 1 // failed
}

func AfterGuardedStore() {
	b := &Box{}
	mu.Lock()
	first = b
	b.limit = 1 // failed
	mu.Unlock()
}

func AfterGo() {
	b := &Box{}
	go b.Touch()
	b.n = 1 // failed
}

func AfterCapture() {
	b := &Box{}
	go func() {
		b.Touch()
	}()
	b.limit = 1 // failed
}

// AfterNested publishes the inner box with the outer one.
func AfterNested() {
	inner := &Box{}
	outer := &Box{inner: inner}
	current.Store(outer)
	inner.limit = 1 // failed
}

// AfterDeep does so over two steps.
func AfterDeep() {
	a, b, c := &Box{}, &Box{}, &Box{}
	b.inner = c
	a.inner = b
	current.Store(a)
	c.limit = 1 // failed
}

// AfterSlice publishes what a slice holds.
func AfterSlice() {
	b := &Box{}
	s := make([]*Box, 1)
	s[0] = b
	mu.Lock()
	boxes = s
	mu.Unlock()
	b.limit = 1 // failed
}

// AfterCall passes the box to a function that may publish it.
func AfterCall() {
	b := &Box{}
	Keep(b)
	b.limit = 1 // failed
}

// Keep publishes b.
//
//calvin:atomic
//calvin:modifies current
//calvin:ensures  current == b
func Keep(b *Box) { current.Store(b) }

// AfterMethod does the same with a receiver.
func AfterMethod() {
	b := &Box{}
	b.Touch()
	b.limit = 1 // failed
}

// Touch is an ordinary method.
//
//calvin:atomic
//calvin:when     b.mu == free
//calvin:modifies b.n
//calvin:ensures  b.n == old(b.n)+1
func (b *Box) Touch() {
	b.mu.Lock()
	b.n++
	b.mu.Unlock()
}

// Leaking promises a local object that it has published.
//
//calvin:atomic
//calvin:modifies current
//calvin:ensures  local(result)
func Leaking() *Box {
	b := &Box{}
	current.Store(b)
	return b // failed
}

// Old promises a local object that it has from elsewhere.
//
//calvin:atomic
//calvin:ensures local(result)
func Old() *Box {
	return current.Load() // failed
}

// Init wants a local object.
//
//calvin:requires local(b)
//calvin:atomic
//calvin:modifies b.n
//calvin:ensures  b.n == 7 && local(b)
func (b *Box) Init() { b.n = 7 }

// InitShared has none.
func InitShared() {
	if b := current.Load(); b != nil {
		b.Init() // failed
	}
}

// InitParam cannot know.
func InitParam(b *Box) {
	b.Init() // failed
}

// LocalTwice publishes between two uses.
func LocalTwice() {
	b := &Box{}
	b.Init()
	Keep(b)
	b.Init() // failed
}

// Loop publishes in an earlier iteration.
func Loop(n int) {
	b := &Box{}
	for range n {
		b.limit = 1 // failed
		current.Store(b)
	}
}

// Reread takes a local object for the published one to be still there.
func Reread() int {
	b := &Box{limit: 3}
	current.Store(b)
	c := current.Load()
	//calvin:assert c == b // failed
	return c.limit
}
