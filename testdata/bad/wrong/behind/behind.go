// Package behind holds locks where it calls what others may have put behind an interface, or passes functions that take them:
// no type of this package is converted to the interface here, but whoever imports it may do that.
package behind

import "sync"

// A Taker takes a lock.
type Taker interface {
	//calvin:atomic
	//calvin:ensures true
	Take()
}

// A Wide is a Taker that does more.
type Wide interface {
	Taker
	More()
}

// A Runner runs what it is given.
type Runner interface {
	//calvin:performs Some*
	//calvin:action Some
	//calvin:ensures true
	Run(f func())
}

var table sync.Mutex

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Take takes the lock of its receiver.
func (t *T) Take() {
	t.mu.Lock()
	t.mu.Unlock()
}

// More makes a T a Wide.
func (t *T) More() {}

// A part gets its method from a T.
type part struct {
	T
}

// A number takes a lock that is no part of it.
type number int

func (number) Take() {
	table.Lock()
	table.Unlock()
}

// A cell is one for each type.
type cell[P any] struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	value P
}

func (c *cell[P]) Take() {
	c.mu.Lock()
	c.mu.Unlock()
}

func Dispatched(t *T, by Taker) {
	if by == nil {
		return
	}
	t.mu.Lock()
	by.Take() // failed
	t.mu.Unlock()
}

func Widely(t *T, by Wide) {
	if by == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	by.Take() // failed
}

func MethodValue(t *T, by Taker) {
	if by == nil {
		return
	}
	f := by.Take
	t.mu.Lock()
	f() // failed
	t.mu.Unlock()
}

func MethodExpression(t *T, by Taker) {
	if by == nil {
		return
	}
	f := Taker.Take
	t.mu.Lock()
	f(by) // failed
	t.mu.Unlock()
}

func Promoted(p *part, by Taker) {
	if by == nil {
		return
	}
	p.mu.Lock()
	by.Take() // failed
	p.mu.Unlock()
}

func PackageLock(by Taker) {
	if by == nil {
		return
	}
	table.Lock()
	by.Take() // failed
	table.Unlock()
}

func Generic(c *cell[int], by Taker) {
	if by == nil {
		return
	}
	c.mu.Lock()
	by.Take() // failed
	c.mu.Unlock()
}

// between calls it with no lock of its own.
//
//calvin:atomic
//calvin:ensures true
func between(by Taker) {
	if by != nil {
		by.Take()
	}
}

func Between(t *T, by Taker) {
	t.mu.Lock()
	between(by) // failed
	t.mu.Unlock()
}

// each calls what it is given.
//
//calvin:performs Some*
//calvin:action Some
//calvin:ensures true
func each(f func()) {
	if f != nil {
		f()
	}
}

func Given(t *T) {
	t.mu.Lock()
	each(t.Take) // failed
	t.mu.Unlock()
}

func GivenLiteral(t *T) {
	t.mu.Lock()
	each(func() { // failed
		t.mu.Lock()
		t.mu.Unlock()
	})
	t.mu.Unlock()
}

// on passes on what it is given.
//
//calvin:performs Some*
//calvin:action Some
//calvin:ensures true
func on(f func()) {
	each(f)
}

func GivenOn(t *T) {
	t.mu.Lock()
	defer t.mu.Unlock()
	on(t.Take) // failed
}

func GivenBehind(t *T, r Runner) {
	if r == nil {
		return
	}
	t.mu.Lock()
	r.Run(t.Take) // failed
	t.mu.Unlock()
}

func GivenDeferred(t *T) {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer each(t.Take) // failed
}
