// Package p has state that one goroutine has.
package p

import "sync"

type Hub struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	//calvin:confined_to run
	names map[string]int
	//calvin:confined_to run
	//calvin:guarded_by mu
	ids map[int]int
	in chan int
	//calvin:confined_to run
	sum, count int
	//calvin:confined_to run
	seen map[int]bool

	other int //calvin:confined_to drain
	//calvin:confined_to NewHub
	last int
}

func NewHub() *Hub {
	h := &Hub{in: make(chan int)}
	go func() { h.last = <-h.in }()
	return h
}

func (h *Hub) run() {}

func drain(n int, h *Hub) { h.other = n }

type Box[T any] struct {
	//calvin:confined_to loop
	v T
}

func (b *Box[T]) loop() {}

func local() {
	type Inner struct {
		//calvin:confined_to local
		n int
	}
	x := &Inner{}
	go func() { x.n++ }()
}
