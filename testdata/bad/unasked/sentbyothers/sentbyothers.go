// Package sentbyothers has no annotations. Goroutines say by a channel that they are done, on which others send too.
package sentbyothers

import "sync"

// Own receives what it has sent itself.
func Own() int {
	done := make(chan int, 1)
	x := 0
	go func() {
		x = 1
		close(done)
	}()
	done <- 1
	<-done
	return x // failed
}

func send(ch chan int) { ch <- 1 }

// Inlined has a callee send.
func Inlined() int {
	done := make(chan int, 1)
	x := 0
	go func() {
		x = 1
		close(done)
	}()
	send(done)
	<-done
	return x // failed
}

type box struct{ ch chan int }

// Boxed has a method send, on the channel in a field.
func Boxed(b *box) int {
	done := make(chan int, 1)
	x := 0
	b.ch = done
	go func() {
		x = 1
		close(done)
	}()
	b.poke()
	<-done
	return x // failed
}

func (b *box) poke() { b.ch <- 1 }

var global = make(chan chan int)

// Sent gives the channel to whoever receives it.
func Sent() int {
	done := make(chan int, 1)
	x := 0
	go func() {
		x = 1
		close(done)
	}()
	global <- done
	<-done
	return x // failed
}

func Other() {
	ch := <-global
	ch <- 1
}

// Default sends if it need not wait.
func Default() int {
	done := make(chan int, 1)
	x := 0
	go func() {
		x = 1
		close(done)
	}()
	select {
	case done <- 1:
	default:
	}
	<-done
	return x // failed
}

// Twice has a goroutine send more often than it was to.
func Twice() int {
	done := make(chan int, 3)
	x := 0
	go func() {
		x = 1
		done <- 1
	}()
	go func() {
		done <- 1
		done <- 2
	}()
	<-done
	<-done
	return x // failed
}

// Lasts has another goroutine send as often as it likes.
func Lasts() int {
	done := make(chan int, 3)
	x := 0
	go func() {
		x = 1
		done <- 1
	}()
	var wg sync.WaitGroup
	wg.Add(1)
	go func() { // failed
		defer wg.Done()
		done <- 2
	}()
	<-done
	return x
}

// Looped has a goroutine send in a loop.
func Looped(n int) int {
	done := make(chan int, 3)
	x := 0
	go func() {
		x = 1
		done <- 1
	}()
	go func() {
		for range n {
			done <- 1
		}
	}()
	<-done
	<-done
	return x // failed
}

// Called calls the function that another goroutine runs.
func Called() int {
	done := make(chan int, 3)
	x := 0
	go func() {
		x = 1
		done <- 1
	}()
	go one(done)
	one(done)
	<-done
	<-done
	return x // failed
}

func one(ch chan int) { ch <- 1 }

// Literal has a literal send that is only called.
func Literal() int {
	done := make(chan int, 3)
	x := 0
	go func() {
		x = 1
		done <- 1
	}()
	add := func() { done <- 1 }
	add()
	<-done
	return x // failed
}

// Right is right: each goroutine sends once.
func Right() int {
	done := make(chan int)
	x, y := 0, 0
	go func() {
		x = 1
		done <- 1
	}()
	go func() {
		y = 1
		done <- 1
	}()
	<-done
	<-done
	return x + y
}

// Closed is right: nobody sends.
func Closed() int {
	done := make(chan int)
	x := 0
	go func() {
		x = 1
		close(done)
	}()
	<-done
	return x
}
