// Package anylocks makes a sync.Locker of a nil pointer, by way of another interface.
package anylocks

import "sync"

// Known has it in a variable.
func Known() {
	var m *sync.Mutex
	var a any = m
	l := a.(sync.Locker) // failed
	l.Lock()
	l.Unlock()
}

// Either has a lock there on one way only.
func Either(b bool) {
	var m *sync.Mutex
	var a any = m
	if b {
		a = &sync.Mutex{}
	}
	l := a.(sync.Locker) // failed
	l.Lock()
	l.Unlock()
}

// Asked looks whether it is a Locker, which it is.
func Asked(b bool) {
	var a any = (*sync.RWMutex)(nil)
	if b {
		a = &sync.RWMutex{}
	}
	if l, ok := a.(sync.Locker); ok { // failed
		l.Lock()
		l.Unlock()
	}
}

// Switched has it told by its type.
func Switched(b bool) {
	var a any = (*sync.RWMutex)(nil)
	if b {
		a = 1
	}
	switch l := a.(type) {
	case sync.Locker: // failed
		l.Lock()
		l.Unlock()
	}
}

type full interface {
	sync.Locker
	TryLock() bool
}

// Narrow leaves methods out.
func Narrow(b bool) {
	var f full = (*sync.Mutex)(nil)
	if b {
		f = &sync.RWMutex{}
	}
	var l sync.Locker = f // failed
	l.Lock()
	l.Unlock()
}

type tries interface{ TryLock() bool }

// Widened asks for other methods.
func Widened(b bool) {
	var t tries = (*sync.Mutex)(nil)
	if b {
		t = &sync.RWMutex{}
	}
	l := t.(sync.Locker) // failed
	l.Lock()
	l.Unlock()
}

// T holds anything.
type T struct{ a any }

// New has it hold a nil pointer.
func New() *T {
	var m *sync.Mutex
	return &T{a: m}
}

// Lock does not look.
func (t *T) Lock() {
	if l, ok := t.a.(sync.Locker); ok { // failed
		l.Lock()
		l.Unlock()
	}
}

func boxed() any {
	var m *sync.Mutex
	return m
}

// Returned gets it from a function.
func Returned() {
	l := boxed().(sync.Locker) // failed
	l.Lock()
	l.Unlock()
}

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

// Doer is Either with another method.
func Doer(b bool) {
	var a any = (*counter)(nil)
	if b {
		a = &counter{}
	}
	a.(doer).Do() // failed
}

// AskedDoer is Asked with another method.
func AskedDoer(b bool) {
	var a any = (*counter)(nil)
	if b {
		a = &counter{}
	}
	if d, ok := a.(doer); ok {
		d.Do() // failed
	}
}

// SwitchedDoer is Switched with another method.
func SwitchedDoer(b bool) {
	var a any = (*counter)(nil)
	if b {
		a = 1
	}
	switch d := a.(type) {
	case doer:
		d.Do() // failed
	}
}
