package small

import (
	"sync"
	"testing"
)

func TestChanHandsOver(t *testing.T) {
	c, n := make(chan int), 0
	go func() {
		n = 1
		c <- 1
	}()
	if <-c != 1 || n != 1 {
		t.Error(n)
	}
}

func TestChanBufferedDoesNotWait(t *testing.T) {
	c, n := make(chan int, 1), 0
	go func() {
		<-c
		n = 1 // want race
	}()
	c <- 1
	_ = n // want race
}

func TestChanSenderLeft(t *testing.T) {
	c := make(chan int)
	for range 2 {
		go func() {
			c <- 1 // want leak
		}()
	}
	<-c
}

func TestChanReceiverLeft(t *testing.T) {
	c := make(chan int)
	go func() {
		for range c { // want leak
		}
	}()
	c <- 1
}

func TestChanClosed(t *testing.T) {
	c, sum := make(chan int), 0
	go func() {
		defer close(c)
		for i := range 3 {
			c <- i
		}
	}()
	for v := range c {
		sum += v
	}
	if sum != 3 {
		t.Error(sum)
	}
}

func TestChanSendOnClosed(t *testing.T) {
	c := make(chan int, 1)
	go func() {
		c <- 1 // want panic
	}()
	close(c)
}

func TestChanClosedTwice(t *testing.T) {
	c := make(chan int)
	var closed bool
	var mu sync.Mutex
	for range 2 {
		go func() {
			mu.Lock()
			done := closed
			mu.Unlock()
			if !done {
				close(c) // want panic
				mu.Lock()
				closed = true
				mu.Unlock()
			}
		}()
	}
}

func TestChanCloseOfNil(t *testing.T) {
	var c chan int
	close(c) // want panic
}

func TestChanOrder(t *testing.T) {
	c := make(chan int, 2)
	go func() { c <- 1 }()
	go func() { c <- 2 }()
	if <-c != 1 {
		t.Error("2 came first") // want failure
	}
}

func TestChanAsSemaphore(t *testing.T) {
	sem, n := make(chan bool, 1), 0
	for range 3 {
		go func() {
			sem <- true
			n++
			<-sem
		}()
	}
}

func TestChanAsSemaphoreOfTwo(t *testing.T) {
	sem, n := make(chan bool, 2), 0
	for range 2 {
		go func() {
			sem <- true
			n++ // want race
			<-sem
		}()
	}
}

func TestChanOfChans(t *testing.T) {
	requests := make(chan chan int)
	go func() {
		for reply := range requests {
			reply <- 7
		}
	}()
	reply := make(chan int)
	requests <- reply
	if <-reply != 7 {
		t.Error("not seven")
	}
	close(requests)
}

func TestChanBothWait(t *testing.T) {
	a, b := make(chan int), make(chan int)
	go func() {
		a <- 1
		b <- 1
	}()
	<-b // want deadlock
	<-a
}

func TestChanPipeline(t *testing.T) {
	source, doubled := make(chan int), make(chan int)
	go func() {
		defer close(source)
		for i := range 2 {
			source <- i
		}
	}()
	go func() {
		defer close(doubled)
		for v := range source {
			doubled <- 2 * v
		}
	}()
	want := 0
	for v := range doubled {
		if v != want {
			t.Error(v)
		}
		want += 2
	}
}
