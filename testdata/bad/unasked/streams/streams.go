// Package streams has no annotations. Its goroutines send on channels that others close.
package streams

import "sync"

// Early closes before it waits.
func Early(xs []int) {
	out := make(chan int, len(xs))
	var wg sync.WaitGroup
	for _, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out <- x
		}()
	}
	close(out) // failed
	wg.Wait()
}

// Closer does not wait.
func Closer(xs []int) <-chan int {
	out := make(chan int)
	var wg sync.WaitGroup
	for _, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out <- x
		}()
	}
	go func() { // failed
		close(out)
	}()
	wg.Wait()
	return out
}

// OtherGroup waits for another WaitGroup.
func OtherGroup(xs []int) <-chan int {
	out := make(chan int)
	var wg, others sync.WaitGroup
	for _, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out <- x
		}()
	}
	go func() { // failed
		others.Wait()
		close(out)
	}()
	wg.Wait()
	return out
}

// Started starts one more when the right to close is gone.
func Started() <-chan int {
	out := make(chan int)
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		out <- 1
	}()
	go func() {
		wg.Wait()
		close(out)
	}()
	go func() { // failed
		defer wg.Done()
		out <- 2
	}()
	return out
}

// Both have goroutines of two WaitGroups send.
func Both() {
	out := make(chan int, 2)
	var wg, others sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		out <- 1
	}()
	others.Add(1)
	go func() { // failed
		defer others.Done()
		out <- 2
	}()
	wg.Wait()
	close(out)
	others.Wait()
}

// Perhaps waits on some ways.
func Perhaps(xs []int, wait bool) <-chan int {
	out := make(chan int)
	var wg sync.WaitGroup
	for _, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out <- x
		}()
	}
	go func() {
		if wait {
			wg.Wait()
		}
		close(out) // failed
	}()
	return out
}

// Run has them run by Go, and closes before it waits.
func Run(xs []int) {
	out := make(chan int, len(xs))
	var wg sync.WaitGroup
	for _, x := range xs {
		wg.Go(func() { out <- x })
	}
	close(out) // failed
	wg.Wait()
}

// Again uses the WaitGroup again.
func Again() {
	out := make(chan int, 2)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		out <- 1
	}()
	wg.Wait()
	wg.Add(1)
	go func() {
		defer wg.Done()
		out <- 2
	}()
	close(out) // failed
	wg.Wait()
}

// Inner has a goroutine without a Done send.
func Inner() {
	out := make(chan int, 1)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		go func() { // failed
			out <- 1
		}()
	}()
	wg.Wait()
	close(out)
}

// InnerGroup has a goroutine of another WaitGroup send.
func InnerGroup() {
	out := make(chan int, 1)
	var wg, others sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		others.Add(1)
		go func() { // failed
			defer others.Done()
			out <- 1
		}()
	}()
	wg.Wait()
	close(out)
	others.Wait()
}

// Twice closes in two places.
func Twice() {
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
	wg.Wait()
	close(out) // failed
}

// Named starts functions with names, and has one wait for the wrong WaitGroup.
func Named() <-chan int {
	out := make(chan int)
	var wg, others sync.WaitGroup
	wg.Add(1)
	go sender(out, &wg)
	go closeAfter(&others, out) // failed
	return out
}

func sender(out chan<- int, wg *sync.WaitGroup) {
	defer wg.Done()
	out <- 1
}

func closeAfter(wg *sync.WaitGroup, ch chan int) {
	wg.Wait()
	close(ch)
}

// Channels has one closed of two.
func Channels() <-chan int {
	out, more := make(chan int), make(chan int, 1)
	var wg, others sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		out <- 1
	}()
	others.Add(1)
	go func() {
		defer others.Done()
		more <- 2
	}()
	go func() { // failed
		wg.Wait()
		close(out)
		close(more)
	}()
	others.Wait()
	return out
}

// Stored runs a literal from a variable, which counts without a lock.
func Stored(n int) int {
	total := 0
	var wg sync.WaitGroup
	add := func(i int) {
		total += i
		wg.Done()
	}
	wg.Add(n)
	for i := range n {
		go add(i) // failed
	}
	wg.Wait()
	return total // failed
}

// Unpaid runs a literal from a variable, which sends when it has paid.
func Unpaid(xs []int) {
	out := make(chan int, len(xs))
	send := func(x int) { out <- x }
	for _, x := range xs {
		go send(x)
	}
	close(out) // failed
}
