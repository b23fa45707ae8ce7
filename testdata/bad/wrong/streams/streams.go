// Package streams has goroutines that send on channels which others close.
package streams

import "sync"

// Late sends once it has paid its Done.
func Late(xs []int) {
	out := make(chan int, len(xs))
	var wg sync.WaitGroup
	for _, x := range xs {
		wg.Add(1)
		go func() {
			wg.Done()
			out <- x // failed
		}()
	}
	wg.Wait()
	close(out)
}

// After sends when the right to close is gone.
func After() <-chan int {
	out := make(chan int, 1)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		out <- 1
	}()
	go func() {
		wg.Wait()
		close(out)
	}()
	out <- 2 // failed
	return out
}

// Passed leaves its Done to another, and sends.
func Passed() {
	out := make(chan int, 1)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		go func() { wg.Done() }()
		out <- 1 // failed
	}()
	wg.Wait()
	close(out)
}

// Batches closes between two batches.
func Batches(n int) {
	out := make(chan int, n)
	for i := range n {
		var wg sync.WaitGroup
		wg.Add(1)
		go func() { // failed
			defer wg.Done()
			out <- i
		}()
		wg.Wait()
		close(out)
	}
}

// Twice sends twice, and pays its Done between.
func Twice(xs []int) {
	out := make(chan int, 2*len(xs))
	var wg sync.WaitGroup
	for _, x := range xs {
		wg.Add(1)
		go func() {
			out <- x
			wg.Done()
			out <- x // failed
		}()
	}
	wg.Wait()
	close(out)
}

// Owes owes two Dones, and sends when it has paid both.
func Owes() {
	out := make(chan int, 3)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		wg.Add(1)
		out <- 1
		wg.Done()
		out <- 2
		wg.Done()
		out <- 3 // failed
	}()
	wg.Wait()
	close(out)
}

// Chosen sends in a select when it has paid.
func Chosen(stop <-chan bool) {
	out := make(chan int)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		wg.Done()
		select { // failed
		case out <- 1:
		case <-stop:
		}
	}()
	wg.Wait()
	close(out)
}

// Right is right.
func Right(xs []int, stop <-chan bool) int {
	out := make(chan int)
	var wg sync.WaitGroup
	for _, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			select {
			case out <- x:
			case <-stop:
			}
		}()
	}
	go func() {
		wg.Wait()
		close(out)
	}()
	sum := 0
	for x := range out {
		sum += x
	}
	return sum
}

// A Count is guarded, so that panics are asked for.
type Count struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}
