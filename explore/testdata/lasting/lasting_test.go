// Package lasting has tests, as package small has, of goroutines that a package starts when it is initialised.
package lasting

import "testing"

// background is what packages start once and for all: it ends with the process.
var background = func() chan int {
	c := make(chan int)
	go func() {
		n := 0
		for {
			n++
			c <- n
		}
	}()
	return c
}()

func TestBackgroundIsNoLeak(t *testing.T) {
	if n := <-background; n != 1 {
		t.Errorf("%d: not started anew", n)
	}
}

func TestBackgroundIsNoExcuse(t *testing.T) {
	go func() {
		for range background {
			<-make(chan int) // want leak
		}
	}()
}
