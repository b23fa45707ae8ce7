// Package takes hands over rights in ways that are easy to get wrong.
package takes

import "sync"

//calvin:takes c
func closes(c chan int) {
	close(c)
}

// Called closes a channel by a call, and once more.
func Called() {
	c := make(chan int)
	closes(c)
	close(c) // failed
}

// Lost closes what may be closed.
//
//calvin:atomic
//calvin:ensures closed(c)
func Lost(c chan int) {
	close(c) // failed
} // failed

// pays owes its caller's group a Done.
//
//calvin:takes wg
func pays(wg *sync.WaitGroup) {
	wg.Done()
}

// Once pays once too often.
func Once() {
	var wg sync.WaitGroup
	wg.Add(1)
	pays(&wg)
	wg.Done() // failed
}

// Both starts a goroutine and pays for it.
func Both() {
	var wg sync.WaitGroup
	wg.Add(1)
	go pays(&wg)
	wg.Done() // failed
}

// Go lets a goroutine pay what Go of the WaitGroup pays.
func Go() {
	var wg sync.WaitGroup
	wg.Go(func() { // failed
		wg.Done()
	})
}
