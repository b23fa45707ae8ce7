// Package chanowners gives channels to variables that may not own them.
package chanowners

import "sync"

// A T has channels of its own.
type T struct {
	mu sync.Mutex
	//calvin:closable_if held(mu)
	done chan int
	//calvin:closable_if false
	open chan int
}

func Closed() *T {
	c := make(chan int)
	close(c)
	return &T{done: c} // failed
}

func ClosedForever() *T {
	c := make(chan int)
	close(c)
	return &T{open: c} // failed
}

func Given(c chan int) *T {
	return &T{done: c} // failed
}

func Used() *T {
	c := make(chan int, 1)
	c <- 1
	return &T{done: c} // failed
}

// Known gives away what others know.
func Known(to chan chan int) *T {
	c := make(chan int)
	to <- c
	return &T{open: c} // failed
}

func OfTwoObjects() (*T, *T) {
	c := make(chan int)
	t := &T{done: c}
	u := &T{done: c} // failed
	return t, u
}

func OfTwoFields() *T {
	c := make(chan int)
	return &T{done: c, open: c} // failed
}

// Moved gives one object the other's.
func Moved(t *T) *T {
	return &T{open: t.open} // failed
}

// Kept closes what it has given away.
func Kept() *T {
	c := make(chan int)
	t := &T{open: c}
	close(c) // failed
	return t
}
