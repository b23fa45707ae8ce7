// Package indices has no annotations and is right: workers that take indices from a channel, each of which is sent once.
package indices

import (
	"sync"

	"golang.org/x/sync/errgroup"
)

// Map has n workers, and sends the indices itself.
func Map(xs []int, n int, f func(int) int) []int {
	out := make([]int, len(xs))
	idx := make(chan int)
	var wg sync.WaitGroup
	for range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range idx {
				out[i] = f(xs[i])
			}
		}()
	}
	for i := range xs {
		idx <- i
	}
	close(idx)
	wg.Wait()
	return out
}

// Filled sends all indices first.
func Filled(xs []string, n int) []int {
	out := make([]int, len(xs))
	idx := make(chan int, len(xs))
	for i := 0; i < len(xs); i++ {
		idx <- i
	}
	close(idx)
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			for {
				i, ok := <-idx
				if !ok {
					return
				}
				out[i] = len(xs[i])
			}
		})
	}
	wg.Wait()
	return out
}

// Produced has a goroutine that sends them.
func Produced(xs []string, n int) ([]int, []bool) {
	out := make([]int, len(xs))
	set := make([]bool, len(xs))
	idx := make(chan int)
	go func() {
		defer close(idx)
		for i := range xs {
			idx <- i
		}
	}()
	var wg sync.WaitGroup
	for range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range idx {
				out[i] = len(xs[i])
				set[i] = xs[i] != ""
			}
		}()
	}
	wg.Wait()
	return out, set
}

// Group runs the workers by Go of an errgroup.
func Group(xs []int, f func(int) (int, error)) ([]int, error) {
	out := make([]int, len(xs))
	idx := make(chan int)
	var g errgroup.Group
	for range 4 {
		g.Go(func() error {
			for i := range idx {
				v, err := f(xs[i])
				if err != nil {
					return err
				}
				out[i] = v
			}
			return nil
		})
	}
	for i := range xs {
		idx <- i
	}
	close(idx)
	err := g.Wait()
	return out, err
}

func worker(idx <-chan int, xs, out []int, wg *sync.WaitGroup) {
	defer wg.Done()
	for i := range idx {
		out[i] = xs[i] * xs[i]
	}
}

// Named has a function of its own for the workers.
func Named(xs []int) []int {
	out := make([]int, len(xs))
	idx := make(chan int)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go worker(idx, xs, out, &wg)
	}
	for i := range xs {
		idx <- i
	}
	close(idx)
	wg.Wait()
	return out
}

type result struct {
	n   int
	err error
}

// Fields writes fields of the elements, and skips some.
func Fields(xs []string) []result {
	out := make([]result, len(xs))
	idx := make(chan int)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range idx {
				out[i].n = len(xs[i])
				out[i].err = nil
			}
		}()
	}
	for i, x := range xs {
		if x == "" {
			continue
		}
		idx <- i
	}
	close(idx)
	wg.Wait()
	return out
}

type job struct {
	i    int
	name string
}

// Jobs sends structs with the index in them.
func Jobs(names []string) []int {
	out := make([]int, len(names))
	jobs := make(chan job)
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range jobs {
				out[j.i] = len(j.name)
			}
		}()
	}
	for i, name := range names {
		jobs <- job{i, name}
	}
	close(jobs)
	wg.Wait()
	return out
}

// Variables sends a struct by way of a variable, in a goroutine.
func Variables(names []string) []string {
	out := make([]string, len(names))
	jobs := make(chan job, 8)
	go func() {
		for i := range names {
			j := job{i: i, name: names[i]}
			jobs <- j
		}
		close(jobs)
	}()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for {
				j, ok := <-jobs
				if !ok {
					return
				}
				out[j.i] = j.name + "!"
			}
		})
	}
	wg.Wait()
	return out
}

// Errors has elements that lead to something.
func Errors(names []string, check func(string) error) []error {
	errs := make([]error, len(names))
	next := make(chan int)
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range next {
				errs[i] = check(names[i])
			}
		}()
	}
	for i := range names {
		next <- i
	}
	close(next)
	wg.Wait()
	return errs
}
