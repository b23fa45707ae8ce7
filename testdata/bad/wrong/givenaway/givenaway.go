// Package givenaway hands objects over, and then lets others come to them by another way.
package givenaway

import "sync/atomic"

type item struct{ n int }

type box struct{ it *item }

var last atomic.Pointer[item]

var boxes atomic.Pointer[box]

// A Pipe hands items from one goroutine to another.
type Pipe struct {
	//calvin:transfers
	//calvin:closable_if false
	ch chan *item
	//calvin:closable_if false
	others chan *item
}

// Shared stores what it sent where everybody finds it.
func (p *Pipe) Shared() {
	it := &item{n: 1}
	p.ch <- it
	last.Store(it) // failed
}

// Boxed stores it in an object of its own, and shares that.
func (p *Pipe) Boxed() {
	it := &item{n: 1}
	b := &box{}
	p.ch <- it
	b.it = it // failed
	boxes.Store(b)
}

// Sent sends it to somebody else as well.
func (p *Pipe) Sent() {
	it := &item{n: 1}
	p.ch <- it
	p.others <- it // failed
}

// Returned gives it to its caller.
func (p *Pipe) Returned() *item {
	it := &item{n: 1}
	p.ch <- it
	return it // failed
}

// Started lets a goroutine look at it.
func (p *Pipe) Started() {
	it := &item{n: 1}
	p.ch <- it
	go func() { // failed
		if it != nil && it.n > 0 {
			last.Store(nil)
		}
	}()
}

// Held keeps it in an interface.
func (p *Pipe) Held() any {
	it := &item{n: 1}
	p.ch <- it
	return it // failed
}

// Maybe sends it on one way only.
func (p *Pipe) Maybe(send bool) {
	it := &item{n: 1}
	if send {
		p.ch <- it
	}
	last.Store(it) // failed
}

// Receive changes what it gets, as it may.
func (p *Pipe) Receive() {
	if it := <-p.ch; it != nil {
		it.n++
	}
}

// Either sends it or stores it.
func (p *Pipe) Either(send bool) {
	it := &item{n: 1}
	if send {
		p.ch <- it
		return
	}
	last.Store(it)
}
