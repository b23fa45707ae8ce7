// Package corners has what seldom comes together: large functions and goroutines, generic functions and
// contracts, elements in elements.
package corners

import (
	"sync"
	"sync/atomic"
	"unsafe"
)

// A C is counted.
type C struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	a, b, n int
	//calvin:guarded_by mu
	p unsafe.Pointer
}

// Touch loads an address without a type, and does nothing with it.
func (c *C) Touch() {
	atomic.LoadPointer(&c.p) // unknown
}

// A taker is behind an interface that says which lock it takes.
type taker interface {
	// +checklocksacquire:c.mu
	take(c *C)
}

// Take has the lock taken.
func Take(x taker, c *C) {
	x.take(c) // unknown
	c.n = 1
	c.mu.Unlock()
}

type pair struct{ a, b int }

// A Grid has elements in elements.
type Grid struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	all [3][3]pair
}

// Rows says that they change.
//
//calvin:atomic // unknown
//calvin:modifies g.all[*]
func (g *Grid) Rows() {}

// A Line has elements that it owns.
type Line struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	all []int
}

// Lines says of many that they change.
//
//calvin:atomic // unknown
//calvin:modifies lines[*].all
func Lines(lines []Line) {}

// pick is generic, and says what it does.
//
//calvin:trusted
//calvin:atomic
//calvin:ensures true
func pick[S any](a, b S) S { return a }

// Pick picks.
func Pick() int {
	return pick(1, 2) // unknown
}

// produce sends what it computes.
func produce(ch chan int, n int) {
	a, b := n, 1
	for i := range n {
		switch i % 3 {
		case 0:
			a += i
		case 1:
			b -= i
		case 2:
			a, b = b, a
		}
		if a == n && b == n {
			a = 0
			b = 0
		}
		if a > b {
			a--
			b++
		}
	}
	ch <- a + b
}

// Start has a goroutine send.
func Start() int {
	ch := make(chan int, 1)
	go produce(ch, 1)
	return <-ch
}

// Direct sends itself.
func Direct(ch chan int) {
	produce(ch, 1) // unknown
	produce(ch, 2) // unknown
	produce(ch, 3) // unknown
	produce(ch, 4) // unknown
	produce(ch, 5) // unknown
	produce(ch, 6) // unknown
}

// compute wants a channel that is open.
//
//calvin:requires ch != nil && closer(ch) == tid && !closed(ch)
func compute(ch chan int, n int) {
	a, b := n, 1
	for i := range n {
		switch i % 3 {
		case 0:
			a += i
		case 1:
			b -= i
		case 2:
			a, b = b, a
		}
		if a == n && b == n {
			a = 0
			b = 0
		}
		if a > b {
			a--
			b++
		}
	}
	ch <- a + b
}

// Waits waits for a goroutine by a channel on which it has others send as well.
func Waits() int {
	ch := make(chan int, 10)
	x := 0
	go func() {
		x = 1
		ch <- 1
	}()
	compute(ch, 1) // unknown
	compute(ch, 2) // unknown
	compute(ch, 3) // unknown
	compute(ch, 4) // unknown
	compute(ch, 5) // unknown
	compute(ch, 6) // unknown
	<-ch
	return x
}

// A deep has a pair in it.
type deep struct{ in pair }

// Deep lends a part of a part.
func Deep() int {
	xs := make([]deep, 1)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() { // unknown
		//calvin:takes xs[0], wg
		xs[0].in.a = 1
		wg.Done()
	}()
	wg.Wait()
	return xs[0].in.a
}
