// Package deferredgiving has no annotations. Deferred calls give function literals to other goroutines: nobody has what these capture before the function returns.
package deferredgiving

import "sync"

var tasks = make(chan func())

// run has a goroutine of a pool run the task, or one of its own.
func run(task func()) {
	select {
	case tasks <- task:
	default:
		go func() { task() }()
	}
}

// First asks all, and has the calls that are too late cancelled when it has the first answer.
func First(asks []func() (int, func())) int {
	won := -1
	cancels := make([]func(), len(asks))
	defer run(func() {
		for i, cancel := range cancels {
			if i != won && cancel != nil {
				cancel()
			}
		}
	})
	for i, ask := range asks {
		n, cancel := ask()
		cancels[i] = cancel
		if n > 0 {
			won = i
			return n
		}
	}
	return 0
}

// Early gives the literal away at once.
func Early(n int) int {
	won := -1
	run(func() { println(won) })
	for i := range n {
		won = i // failed
	}
	return n
}

// Goes has a goroutine run it before the return.
func Goes(n int) int {
	won := -1
	show := func() { println(won) }
	defer run(show)
	go func() { show() }()
	for i := range n {
		won = i // failed
	}
	return n
}

// Sends has a deferred call that is made before it write what it gives away.
func Sends(n int) int {
	won := -1
	defer func() { won = 3 }() // failed
	defer run(func() { println(won) })
	won = n
	return n
}

// Result reads what it has given away.
func Result(n int) (won int) {
	defer run(func() { won++ }) // failed
	won = n
	return won
}

// Loops gives one away in each round, and goes on to write.
func Loops(n int) {
	won := -1
	for i := range n {
		func() {
			defer run(func() { println(won) })
			won = i // failed
		}()
	}
}

// Nested gives it away by a function that returns before.
func Nested(n int) int {
	won := -1
	func() {
		defer run(func() { println(won) })
		won = 1
	}()
	won = n // failed
	return won
}

// A Box keeps a function.
type Box struct {
	mu  sync.Mutex
	say func()
}

// Keep has the box keep the literal when it returns, and before.
func (b *Box) Keep(n int) {
	won := -1
	say := func() { println(won) }
	defer b.set(say)
	b.set(say)
	won = n // failed
}

func (b *Box) set(say func()) {
	b.mu.Lock()
	b.say = say
	b.mu.Unlock()
}

// Say calls it.
func (b *Box) Say() {
	b.mu.Lock()
	say := b.say
	b.mu.Unlock()
	say()
}
