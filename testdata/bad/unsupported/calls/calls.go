// Package calls calls what cannot be read.
package calls

import (
	"runtime"
	"sync"
)

// Chosen calls a function literal that is only called, of which it is not known that it is this one.
//
//calvin:atomic
func Chosen(b bool) (n int) {
	var f func()
	if b {
		f = func() { n++ }
	}
	f() // unknown
	return n
}

// Recursive says of itself only that it is atomic, so that its calls are read instead.
//
//calvin:atomic
func Recursive(n int) int {
	if n == 0 {
		return 0
	}
	return Recursive(n-1) + 1 // unknown
}

// Exit ends its goroutine.
//
//calvin:atomic
func Exit() {
	runtime.Goexit() // unknown
}

func exit() { runtime.Goexit() }

// ExitBehind does so in what it calls.
//
//calvin:atomic
func ExitBehind(b bool) {
	if b {
		exit() // unknown
	}
}

// A Bag is guarded.
type Bag struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	items []int
}

type pair struct{ a, b []int }

// Gives has a goroutine look at what is guarded.
func (b *Bag) Gives(f func([]int)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	go f(b.items) // unknown
}

// GivesPair has it look at it as a part.
func (b *Bag) GivesPair(f func(pair)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	go f(pair{a: b.items}) // unknown
}
