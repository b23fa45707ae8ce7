// Package stillopen sends on channels in fields that somebody may close.
package stillopen

import "sync"

// A Closed has a channel that a method closes.
type Closed struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n  int
	ch chan int
}

// NewClosed makes one.
func NewClosed() *Closed { return &Closed{ch: make(chan int)} }

// Close closes it.
func (c *Closed) Close() { close(c.ch) } // failed

// Send may come too late.
func (c *Closed) Send() { c.ch <- 1 } // failed

// A Helped has a channel that a function closes which gets it to send on.
type Helped struct{ ch chan int8 }

// NewHelped makes one.
func NewHelped() *Helped { return &Helped{ch: make(chan int8)} }

func shut(ch chan<- int8) { close(ch) } // failed

// Close has it closed.
func (h *Helped) Close() { shut(h.ch) } // unfounded

// Send may come too late.
func (h *Helped) Send() { h.ch <- 1 } // failed

// An Exported has a channel that other packages may close.
type Exported struct{ Ch chan int16 }

// NewExported makes one.
func NewExported() *Exported { return &Exported{Ch: make(chan int16)} }

// Send may come too late.
func (e *Exported) Send() { e.Ch <- 1 } // failed

// A Given has a channel that others know.
type Given struct{ ch chan int32 }

// NewGiven is given it.
func NewGiven(ch chan int32) *Given { return &Given{ch: ch} }

// Send may come too late.
func (g *Given) Send() { g.ch <- 1 } // failed

// A Returned gives its channel away.
type Returned struct{ ch chan int64 }

// NewReturned makes one.
func NewReturned() *Returned { return &Returned{ch: make(chan int64)} }

// Chan gives it away.
func (r *Returned) Chan() chan int64 { return r.ch }

// Send may come too late.
func (r *Returned) Send() { r.ch <- 1 } // failed

// A Kept has a channel that goes to another variable as well.
type Kept struct {
	ch   chan uint
	copy other
}

type other struct{ ch chan uint }

// NewKept makes one.
func NewKept() *Kept {
	ch := make(chan uint)
	return &Kept{ch: ch, copy: other{ch: ch}}
}

// Close closes what the other variable holds.
func (k *Kept) Close() { close(k.copy.ch) } // failed

// Send may come too late.
func (k *Kept) Send() { k.ch <- 1 } // failed

// A Literal has a channel that a literal closes which knows it.
type Literal struct {
	ch   chan uint8
	stop func()
}

// NewLiteral makes one.
func NewLiteral() *Literal {
	ch := make(chan uint8)
	return &Literal{ch: ch, stop: func() { close(ch) }} // failed
}

// Send may come too late.
func (l *Literal) Send() { l.ch <- 1 } // failed

// An Addressed has a channel of which the variable's address is used.
type Addressed struct{ ch chan uint16 }

// NewAddressed makes one.
func NewAddressed() *Addressed { return &Addressed{ch: make(chan uint16)} }

func at(p *chan uint16) { close(*p) } // failed

// Close closes it.
func (a *Addressed) Close() { at(&a.ch) } // unfounded

// Send may come too late.
func (a *Addressed) Send() { a.ch <- 1 } // failed

// A Listed sends its channel.
type Listed struct {
	ch  chan uint32
	out chan chan uint32
}

// NewListed makes one.
func NewListed() *Listed { return &Listed{ch: make(chan uint32), out: make(chan chan uint32)} }

// Tell sends it.
func (l *Listed) Tell() { l.out <- l.ch }

// Send may come too late.
func (l *Listed) Send() { l.ch <- 1 } // failed

// A From may become a To, whose field is another one.
type From struct{ ch chan string }

// A To is the same with another name.
type To struct{ ch chan string }

// NewFrom makes one.
func NewFrom() *From { return &From{ch: make(chan string)} }

// Convert copies.
func (f *From) Convert() To { return To(*f) }

// Close closes it.
func (t To) Close() { close(t.ch) } // failed

// Send may come too late.
func (f *From) Send() { f.ch <- "" } // failed

// A Boxed puts its channel into an interface.
type Boxed struct{ ch chan bool }

// NewBoxed makes one.
func NewBoxed() *Boxed { return &Boxed{ch: make(chan bool)} }

// Value gives it away.
func (b *Boxed) Value() any { return b.ch }

// Send may come too late.
func (b *Boxed) Send() { b.ch <- true } // failed
