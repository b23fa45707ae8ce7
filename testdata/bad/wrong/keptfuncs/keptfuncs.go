// Package keptfuncs calls functions that it has stored, under the locks that these take, and prints by a Logger what does not
// come back.
package keptfuncs

import (
	"log"
	"sync"
)

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n      int
	once   func()
	value  func() int
	notify func()
	inside struct{ run func() }
	log    *log.Logger
}

var (
	table sync.Mutex
	hook  = func() { table.Lock(); table.Unlock() }
)

func New() *T {
	t := &T{
		notify: func() {},
		log:    log.Default(),
	}
	return &T{
		once:   sync.OnceFunc(func() { t.mu.Lock(); t.n++; t.mu.Unlock() }),
		value:  sync.OnceValue(func() int { t.mu.Lock(); defer t.mu.Unlock(); return t.n }),
		notify: t.take,
		inside: struct{ run func() }{t.take},
	}
}

func (t *T) take() { t.mu.Lock(); t.mu.Unlock() }

func (t *T) Once() {
	if t.once == nil {
		return
	}
	t.mu.Lock()
	t.once() // failed
	t.mu.Unlock()
}

func (t *T) Value() int {
	if t.value == nil {
		return 0
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.value() // failed
}

func (t *T) Notify() {
	if t.notify == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.notify() // failed
}

func (t *T) Inside() {
	if t.inside.run == nil {
		return
	}
	t.mu.Lock()
	t.inside.run() // failed
	t.mu.Unlock()
}

func (t *T) ByName() {
	if f := t.notify; f != nil {
		t.mu.Lock()
		f() // failed
		t.mu.Unlock()
	}
}

func Hook() {
	table.Lock()
	defer table.Unlock()
	hook() // failed
}

// tell calls it with no lock of its own.
//
//calvin:performs Some*
//calvin:action Some
//calvin:ensures true
func (t *T) tell() {
	if t.notify != nil {
		t.notify()
	}
}

func (t *T) Tell() {
	t.mu.Lock()
	t.tell() // failed
	t.mu.Unlock()
}

func (t *T) Panics() {
	if t.log == nil {
		return
	}
	t.log.Panicf("%d", 1) // failed
}

func (t *T) PanicsLater(n int) {
	if n > 3 && t.log != nil {
		defer t.log.Panicln("too many") // failed
	}
}
