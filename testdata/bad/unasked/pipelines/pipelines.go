// Package pipelines has no annotations. Its goroutines send what others receive, and close the channels when nobody sends any more.
package pipelines

import (
	"context"
	"errors"
	"sync"
)

// Squares waits, and closes.
func Squares(xs []int) []int {
	out := make(chan int, len(xs))
	var wg sync.WaitGroup
	for _, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out <- x * x
		}()
	}
	wg.Wait()
	close(out)
	var all []int
	for y := range out {
		all = append(all, y)
	}
	return all
}

// Streamed has another goroutine wait and close.
func Streamed(xs []int) (sum int) {
	out := make(chan int)
	var wg sync.WaitGroup
	for _, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out <- x
			out <- -x
		}()
	}
	go func() {
		wg.Wait()
		close(out)
	}()
	for y := range out {
		sum += y
	}
	return sum
}

// Workers returns the channel.
func Workers(ctx context.Context, in <-chan int, n int) <-chan int {
	out := make(chan int)
	var wg sync.WaitGroup
	wg.Add(n)
	for range n {
		go func() {
			defer wg.Done()
			for x := range in {
				select {
				case out <- x + 1:
				case <-ctx.Done():
					return
				}
			}
		}()
	}
	go func() {
		wg.Wait()
		close(out)
	}()
	return out
}

// Grouped has the goroutines run by Go.
func Grouped(xs []string) []string {
	out := make(chan string, 2*len(xs))
	var wg sync.WaitGroup
	for _, x := range xs {
		wg.Go(func() {
			out <- x
			out <- x + x
		})
	}
	wg.Wait()
	close(out)
	var all []string
	for y := range out {
		all = append(all, y)
	}
	return all
}

// Named starts functions with names.
func Named(xs []int) <-chan int {
	in, out := make(chan int), make(chan int)
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go worker(in, out, &wg)
	}
	go feed(in, len(xs))
	go closeAfter(&wg, out)
	return out
}

func worker(in <-chan int, out chan<- int, wg *sync.WaitGroup) {
	defer wg.Done()
	for x := range in {
		out <- 2 * x
	}
}

func feed(in chan<- int, n int) {
	defer close(in)
	for i := range n {
		in <- i
	}
}

func closeAfter(wg *sync.WaitGroup, ch chan int) {
	wg.Wait()
	close(ch)
}

// Nested lets goroutines start others.
func Nested(n int) int {
	out := make(chan int, 10)
	var wg sync.WaitGroup
	for i := range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			wg.Add(1)
			go func() {
				defer wg.Done()
				out <- i
			}()
			out <- -i
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

// Failures has two channels.
func Failures(jobs []func() (int, error)) (int, error) {
	results, failures := make(chan int), make(chan error, len(jobs))
	var wg sync.WaitGroup
	for _, job := range jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			n, err := job()
			if err != nil {
				failures <- err
				return
			}
			results <- n
		}()
	}
	go func() {
		wg.Wait()
		close(results)
		close(failures)
	}()
	sum := 0
	for n := range results {
		sum += n
	}
	var all []error
	for err := range failures {
		all = append(all, err)
	}
	return sum, errors.Join(all...)
}

// Merge starts a literal that a variable holds.
func Merge(cs ...<-chan int) <-chan int {
	var wg sync.WaitGroup
	out := make(chan int)
	output := func(c <-chan int) {
		for n := range c {
			out <- n
		}
		wg.Done()
	}
	wg.Add(len(cs))
	for _, c := range cs {
		go output(c)
	}
	go func() {
		wg.Wait()
		close(out)
	}()
	return out
}

// Count has such a literal count under a lock.
func Count(words []string) int {
	var mu sync.Mutex
	var wg sync.WaitGroup
	n := 0
	count := func(w string) {
		defer wg.Done()
		mu.Lock()
		n += len(w)
		mu.Unlock()
	}
	for _, w := range words {
		wg.Add(1)
		go count(w)
	}
	wg.Wait()
	return n
}
