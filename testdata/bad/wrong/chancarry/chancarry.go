// Package chancarry sends on channels that carry less than any value.
package chancarry

import "sync"

// A Positive carries positive numbers.
type Positive struct {
	//calvin:carries[n] n > 0
	//calvin:closable_if held(mu)
	c  chan int
	mu sync.Mutex
}

// Zero sends a number that is not positive.
func (p *Positive) Zero() {
	p.c <- 0 // failed
}

// Half sends a positive number on what may be closed.
func (p *Positive) Half() {
	p.c <- 1 // failed
}

// Any sends any number.
func (p *Positive) Any(n int) {
	p.c <- n // failed
}

// Alias sends a number that is not positive on what may be such a channel.
func Alias(c chan int) {
	c <- -1 // failed
}

// Used gives a channel with something in it to a variable that carries something else.
func Used() *Positive {
	c := make(chan int, 1)
	c <- -1
	return &Positive{c: c} // failed
}

// Ended forgets that the channel may be closed, and the value then is 0.
func Ended(p *Positive) {
	n := <-p.c
	//calvin:assert n > 0 // failed
	_ = n
}
