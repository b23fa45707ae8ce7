// Package statements has statements, and directives at statements, without a model.
package statements

import (
	"fmt"
	"io"
	"sync"
)

type T struct {
	mu sync.Mutex
	rw sync.RWMutex
	//calvin:guarded_by mu
	n int
	c sync.Cond
}

func init() {
	go func() {}() // unknown
}

//calvin:atomic
func (t *T) PassesLock(w io.Writer) {
	fmt.Fprint(w, &t.mu) // unknown
}

//calvin:atomic
func (t *T) PassesUnlock(f func(func())) {
	f(t.mu.Unlock) // unknown
}

//calvin:atomic
func (t *T) OtherCond() *sync.Cond {
	return sync.NewCond(&t.rw) // unknown
}

//calvin:atomic
func (t *T) Locker() sync.Locker {
	return t.rw.RLocker() // unknown
}

//calvin:atomic
func (t *T) OwnCond() {
	t.c.Broadcast()
}

// NoLoop has an invariant of what is none.
//
//calvin:atomic
func NoLoop(n int) int {
	//calvin:invariant n > 0 // unknown
	for {
		return n
	}
}

// Unreached has a directive where nothing is.
//
//calvin:atomic
func Unreached(n int) int {
	return n
	//calvin:assert n > 0 // unknown
}

//calvin:atomic
func Clears(xs []sync.Mutex) {
	clear(xs) // unknown
}
