// Package lockobjects overwrites and copies objects with locks in them.
package lockobjects

import "sync"

type C struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// ResetAll replaces the object, and its lock with it.
func (c *C) ResetAll() {
	*c = C{} // failed
}

// ResetAllHeld does so under the lock.
func (c *C) ResetAllHeld() {
	c.mu.Lock()
	*c = C{} // failed
	c.mu.Unlock()
}

// KeepN replaces all but one field.
func (c *C) KeepN() {
	*c = C{n: 1} // failed
}

// Clone copies the object as a whole.
func (c *C) Clone() *C {
	d := *c // failed
	return &d
}

// CloneHeld copies it under its lock: the copy is locked for ever.
func (c *C) CloneHeld() *C {
	c.mu.Lock()
	defer c.mu.Unlock()
	d := *c // failed
	return &d
}

// CloneOwn copies one of its own, which it has locked.
func CloneOwn() *C {
	c := &C{}
	c.mu.Lock()
	d := *c // failed
	c.mu.Unlock()
	return &d
}

// SwapAll exchanges two objects.
func SwapAll(a, b *C) {
	*a, *b = *b, *a // failed
}

// ByValue has a receiver that is a copy.
func (c C) ByValue() int {
	return 1
}

// CallByValue copies at the call.
func (c *C) CallByValue() int {
	return c.ByValue() // failed
}

// MethodValue copies where the method value is made.
func (c *C) MethodValue() func() int {
	return c.ByValue // failed
}

// GoByValue copies where the goroutine is started.
func (c *C) GoByValue() {
	go c.ByValue() // failed
}

// DeferByValue copies where the call is deferred.
func (c *C) DeferByValue() {
	defer c.ByValue() // failed
}

// Interface copies into an interface.
func (c *C) Interface() any {
	return *c // failed
}

// Send copies into a channel.
func (c *C) Send(ch chan C) {
	select {
	case ch <- *c: // failed
	default:
	}
}

type Pair struct {
	a, b C
}

// Part replaces a part.
func (p *Pair) Part() {
	p.a = C{} // failed
}

// Parts copies one part over another.
func (p *Pair) Parts() {
	p.a = p.b // failed
}

// InLiteral copies into a literal.
func (c *C) InLiteral() *Pair {
	return &Pair{a: *c} // failed
}

// RangeAll copies elements.
func RangeAll(cs []C) int {
	n := 0
	for _, c := range cs { // failed
		n += len([1]C{c})
	}
	return n
}

// Element replaces an element.
func Element(cs []C) {
	if len(cs) > 0 {
		cs[0] = C{} // failed
	}
}

// Row replaces all elements of an array.
func Row(p *[2]C) {
	*p = [2]C{} // failed
}

type same struct {
	mu sync.Mutex
	n  int
}

// Converted copies into one of another type.
func (c *C) Converted() int {
	s := same(*c) // failed
	return s.n
}

type Nested struct {
	part struct {
		sync.Mutex
		n int
	}
}

// Reset replaces a part of an unnamed type.
func (n *Nested) Reset() {
	n.part = struct { // failed
		sync.Mutex
		n int
	}{}
}
