// Package countedsends waits for as many values as goroutines were promised to send, while others send as often as they like.
package countedsends

import "sync"

//calvin:pure
func two() int { return 2 }

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

// Before starts the others first.
func Before() int {
	done := make(chan int, 3)
	x := 0
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		done <- two()
	}()
	go func() { // failed
		x = 1
		done <- 1
	}()
	<-done
	return x
}

// ByGo has Go of a WaitGroup run the others.
func ByGo() int {
	done := make(chan int, 3)
	x := 0
	go func() {
		x = 1
		done <- 1
	}()
	var wg sync.WaitGroup
	wg.Go(func() { done <- 2 }) // failed
	<-done
	return x
}

// Apart is right: it has received what was promised before others may send.
func Apart() int {
	done := make(chan int, 3)
	x := 0
	go func() {
		x = 1
		done <- 1
	}()
	<-done
	var wg sync.WaitGroup
	wg.Go(func() { done <- 2 })
	wg.Wait()
	return x
}
