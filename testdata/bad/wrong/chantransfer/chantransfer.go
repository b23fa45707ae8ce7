// Package chantransfer hands objects over by channels in ways that are easy to get wrong.
package chantransfer

// A Buffer is handed around.
type Buffer struct{ n int }

// A Pool hands buffers around.
type Pool struct {
	//calvin:transfers
	//calvin:closable_if false
	free chan *Buffer
	//calvin:closable_if false
	open chan *Buffer
}

// Kept writes to a buffer that it has given away.
func (p *Pool) Kept() {
	b := &Buffer{}
	p.free <- b
	b.n = 1 // failed
}

// give gives away a buffer that its callers leave to it.
func (p *Pool) give(b *Buffer) { p.free <- b }

// Borrowed gives away a buffer, and writes to it.
func (p *Pool) Borrowed() {
	b := &Buffer{}
	p.give(b)
	b.n = 1 // failed
}

// Again gives a buffer away twice.
func (p *Pool) Again() {
	b := &Buffer{}
	p.free <- b
	p.free <- b // failed
}

// Published writes to a buffer that comes from a channel which does not transfer it.
func (p *Pool) Published() {
	if b := <-p.open; b != nil {
		b.n = 1 // failed
	}
}

// Sent writes to a buffer that it has sent.
func (p *Pool) Sent() {
	b := &Buffer{}
	p.open <- b
	b.n = 1 // failed
}

type node struct {
	b *Buffer
	n int
}

// Inside gives away what it still reaches.
func (p *Pool) Inside() {
	x := &node{b: &Buffer{}}
	p.free <- x.b // failed
	x.b.n = 2
}
