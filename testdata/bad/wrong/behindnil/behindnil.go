// Package behindnil calls methods of nil pointers that interfaces hold.
package behindnil

import "sync"

type doer interface{ Do() }

type counter struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Do counts on its receiver.
func (c *counter) Do() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

// At once calls what it converts.
func AtOnce() {
	doer((*counter)(nil)).Do() // failed
}

// Variable has it in a variable.
func Variable() {
	var c *counter
	var d doer = c
	d.Do() // failed
}

// Maybe has it there on one way only.
func Maybe(b bool) {
	var c *counter
	if b {
		c = &counter{}
	}
	var d doer = c
	d.Do() // failed
}

// Either assigns it on one way only.
func Either(b bool) {
	var d doer
	if b {
		d = &counter{}
	} else {
		d = (*counter)(nil)
	}
	d.Do() // failed
}

// Again has it in a variable that is assigned another variable's value.
func Again() {
	var d doer = (*counter)(nil)
	e := d
	e.Do() // failed
}

// Deferred calls it at the end.
func Deferred() {
	defer doer((*counter)(nil)).Do() // failed
}

// Asserted takes it out of another interface.
func Asserted() {
	var x any = (*counter)(nil)
	x.(doer).Do() // failed
}

type number struct{ n int }

// Do has a receiver that is a copy.
func (n number) Do() { _ = n.n }

// ByValue follows the pointer before the method runs.
func ByValue() {
	var n *number
	doer(n).Do() // failed
}

type part struct{ *counter }

// Promoted has the method from a part.
func Promoted() {
	var p *part
	doer(p).Do() // failed
}

// Literal calls it in a function literal.
func Literal() {
	var d doer = (*counter)(nil)
	func() {
		d.Do() // failed
	}()
}

// What follows is right.

type patient struct{ n int }

// Do does not count on its receiver.
func (p *patient) Do() {
	if p == nil {
		return
	}
}

// Patient calls it.
func Patient() {
	var p *patient
	doer(p).Do()
}

// Known is not nil.
func Known(b bool) {
	c := &counter{}
	var d doer = c
	if b {
		d = number{}
	}
	d.Do()
}

// Given does not know what it gets: that it works is believed, and listed.
func Given(d doer, b bool) {
	if b {
		d = &counter{}
	}
	d.Do()
}
