// Package remnants has calls and goroutines of which something is left that has no translation.
package remnants

import "sync"

// A Closer closes channels.
type Closer interface {
	//calvin:requires ch != nil && closer(ch) == tid && !closed(ch)
	Close(ch chan int)
}

// A Gauge shows a number.
type Gauge interface {
	//calvin:panics_if n < 0
	//calvin:requires n < 100
	Show(n int)
}

// A T has a lock.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Awaits waits for a goroutine by one channel, and has another closed.
func Awaits(c Closer) int {
	n := 0
	done := make(chan int)
	more := make(chan int)
	go func() {
		n = 1
		close(done)
	}()
	c.Close(more) // unknown
	<-done
	return n
}

// Passes waits for a goroutine by a channel, and passes another to code that is not at hand.
func Passes(f func(chan int)) int {
	n := 0
	done := make(chan int)
	more := make(chan int)
	go func() {
		n = 1
		close(done)
	}()
	f(more) // unknown
	<-done
	return n
}

// Shows may panic after a call of which it is not said what it does before.
//
//calvin:panics_if n < 0
func Shows(g Gauge, n int) {
	if n < 50 {
		g.Show(n) // unknown
	}
}

// Takes writes an element, and pays nothing for it.
func Takes(xs []int) {
	go func() { // unknown
		//calvin:takes xs[0]
		xs[0] = 1
	}()
}

//calvin:takes xs[0], wg
func fill(xs []int, wg *sync.WaitGroup) { // unknown
	xs[0] = 1
	wg.Done()
}

// Fills starts it.
func Fills() int {
	xs := make([]int, 1)
	var wg sync.WaitGroup
	wg.Add(1)
	go fill(xs, &wg)
	wg.Wait()
	return xs[0]
}

// Filler returns it.
func Filler() func([]int, *sync.WaitGroup) { return fill }

// PaysTwice calls Done in what Go of another WaitGroup runs.
func PaysTwice() int {
	n := 0
	var wg, other sync.WaitGroup
	other.Add(1)
	wg.Go(func() { // unknown
		n++
		other.Done()
	})
	other.Wait()
	wg.Wait()
	return n
}

// Rows lends a row of arrays.
func Rows() int {
	xs := make([][2]int, 1)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() { // unknown
		//calvin:takes xs[0], wg
		xs[0][1] = 1
		wg.Done()
	}()
	wg.Wait()
	return xs[0][1]
}
