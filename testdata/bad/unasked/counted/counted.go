// Package counted has no annotations and is right: workers that take indices from an atomic counter.
package counted

import (
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Map has n workers.
func Map(xs []int, n int, f func(int) int) []int {
	out := make([]int, len(xs))
	var next atomic.Int64
	var wg sync.WaitGroup
	for w := 0; w < n; w++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for {
				i := int(next.Add(1)) - 1
				if i >= len(xs) {
					return
				}
				out[i] = f(xs[i])
			}
		}()
	}
	wg.Wait()
	return out
}

// Twice takes a number at two places.
func Twice(xs []string) []int {
	out := make([]int, len(xs))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			i := int(next.Add(1) - 1)
			for ; i < len(xs); i = int(next.Add(1) - 1) {
				out[i] = len(xs[i])
			}
		})
	}
	wg.Wait()
	return out
}

// Group runs the workers by Go of an errgroup.
func Group(xs []int, f func(int) (int, error)) ([]int, error) {
	out := make([]int, len(xs))
	var next atomic.Uint64
	var g errgroup.Group
	for range 4 {
		g.Go(func() error {
			for i := next.Add(1) - 1; i < uint64(len(xs)); i = next.Add(1) - 1 {
				v, err := f(xs[i])
				if err != nil {
					return err
				}
				out[i] = v
			}
			return nil
		})
	}
	err := g.Wait()
	return out, err
}

func worker(next *atomic.Int64, xs, out []int, wg *sync.WaitGroup) {
	defer wg.Done()
	for i := next.Add(1); i < int64(len(xs)); i = next.Add(1) {
		out[i] = xs[i] * xs[i]
	}
}

// Named has a function of its own for the workers, and leaves the first element as it is.
func Named(xs []int) []int {
	out := make([]int, len(xs))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go worker(&next, xs, out, &wg)
	}
	wg.Wait()
	return out
}

// Rounds has new workers and a new counter in each round, and tells how far they are.
func Rounds(xs []string, rounds int) []int {
	out := make([]int, len(xs))
	for range rounds {
		var next atomic.Int64
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				for {
					i := next.Add(1) - 1
					if i >= int64(len(xs)) {
						return
					}
					out[i] = len(xs[i])
				}
			})
		}
		println(next.Load())
		wg.Wait()
	}
	return out
}
