// Package takes hands over rights where it cannot be told what they are.
package takes

import "sync"

// value takes something over, and is used as a value.
//
//calvin:takes c
func value(c chan int) { // unknown
	close(c)
}

var values = []func(chan int){value}

// Changed starts a goroutine that closes what the variable holds by then.
func Changed() {
	var mu sync.Mutex
	//calvin:guarded_by mu
	c := make(chan int)
	go func() { // unknown
		mu.Lock()
		close(c)
		mu.Unlock()
	}()
	mu.Lock()
	c = nil
	mu.Unlock()
}

// Reassigned divides a slice that is in a variable which is assigned meanwhile.
func Reassigned() {
	s := make([]int64, 2)
	var wg sync.WaitGroup
	wg.Go(func() { // unknown
		//calvin:takes s[0]
		s[0] = 1
	})
	s = nil
	wg.Wait()
}

// Called takes something over in a function literal that no goroutine runs.
func Called(ch chan int) {
	f := func() {
		//calvin:takes ch // unknown
		close(ch)
	}
	f()
}
