// Package strided has no annotations. Each of several goroutines writes every n-th element of a slice.
package strided

import (
	"runtime"
	"sync"
)

func work(x int) int { return x * x }

func Map(in []int) []int {
	out := make([]int, len(in))
	workers := runtime.NumCPU()
	var wg sync.WaitGroup
	for w := 0; w < workers; w++ {
		wg.Add(1)
		go func(w int) {
			defer wg.Done()
			for i := w; i < len(in); i += workers {
				out[i] = work(in[i])
			}
		}(w)
	}
	wg.Wait()
	return out
}

func MapGo(in []int, workers int) []int {
	n := len(in)
	out := make([]int, n)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := w; i < n; i += workers {
				out[i] = work(in[i])
			}
		})
	}
	wg.Wait()
	return out
}

const par = 4

type result struct {
	v   int
	err error
}

func Results(in []string, f func(string) (int, error)) []result {
	out := make([]result, len(in))
	var wg sync.WaitGroup
	wg.Add(par)
	for w := 0; w < par; w++ {
		go func() {
			defer wg.Done()
			for i := w; i < len(in); i += par {
				out[i].v, out[i].err = f(in[i])
			}
		}()
	}
	wg.Wait()
	return out
}

func scale(xs []float64, w, stride int, k float64, wg *sync.WaitGroup) {
	defer wg.Done()
	for i := w; i < len(xs); i += stride {
		xs[i] *= k
	}
}

func Scaled(n int) []float64 {
	xs := make([]float64, n)
	var wg sync.WaitGroup
	for w := 0; w < 4; w++ {
		wg.Add(1)
		go scale(xs, w, 4, 2.5, &wg)
	}
	wg.Wait()
	return xs
}

// Rounds waits after each round.
func Rounds(n, workers int) []int {
	a, b := make([]int, n), make([]int, n)
	for round := 0; round < 3; round++ {
		var wg sync.WaitGroup
		for w := 0; w < workers; w++ {
			wg.Add(1)
			go func() {
				defer wg.Done()
				for i := w; i < n; i += workers {
					a[i] = round
				}
			}()
		}
		wg.Wait()
	}
	b[0] = a[0]
	return b
}

// Twice has two goroutines for each part.
func Twice(n, workers int) []int {
	out := make([]int, n)
	var wg sync.WaitGroup
	for round := 0; round < 2; round++ {
		for w := 0; w < workers; w++ {
			wg.Add(1)
			go func() { // failed
				defer wg.Done()
				for i := w; i < n; i += workers {
					out[i] = round
				}
			}()
		}
	}
	wg.Wait()
	return out
}

// Short has each goroutine go on by too little.
func Short(n, workers int) []int {
	out := make([]int, n)
	var wg sync.WaitGroup
	less := workers - 1
	for w := 0; w < workers; w++ {
		wg.Add(1)
		go func() { // failed
			defer wg.Done()
			for i := w; i < n; i += less {
				out[i] = w
			}
		}()
	}
	wg.Wait()
	return out
}

// Same has all of them begin with one element.
func Same(n, workers int) []int {
	out := make([]int, n)
	var wg sync.WaitGroup
	for range workers {
		wg.Add(1)
		go func() { // failed
			defer wg.Done()
			for i := 0; i < n; i += workers {
				out[i]++
			}
		}()
	}
	wg.Wait()
	return out
}

// Beyond starts one goroutine too many.
func Beyond(n, workers int) []int {
	out := make([]int, n)
	var wg sync.WaitGroup
	for w := 0; w <= workers; w++ {
		wg.Add(1)
		go func() { // failed
			defer wg.Done()
			for i := w; i < n; i += workers {
				out[i] = w
			}
		}()
	}
	wg.Wait()
	return out
}

// Neighbour writes the next element, too.
func Neighbour(n, workers int) []int {
	out := make([]int, n+1)
	var wg sync.WaitGroup
	for w := 0; w < workers; w++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := w; i < n; i += workers {
				out[i] = w
				out[i+1] = w // failed
			}
		}()
	}
	wg.Wait()
	return out
}

// Moves reads what the goroutine before it writes.
func Moves(n, workers int) []int {
	out := make([]int, n)
	var wg sync.WaitGroup
	for w := 0; w < workers; w++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := w; i < n; i += workers {
				if i > 0 {
					out[i] = out[i-1] // failed
				}
			}
		}()
	}
	wg.Wait()
	return out
}

// Shifted has goroutines write two views of one array.
func Shifted(n, workers int) []int {
	out := make([]int, n+1)
	next := out[1:]
	var wg sync.WaitGroup
	for w := 0; w < workers; w++ {
		wg.Add(1)
		go func() { // failed
			defer wg.Done()
			for i := w; i < n; i += workers {
				out[i] = w
				next[i] = w
			}
		}()
	}
	wg.Wait()
	return out
}

// Changes changes how far they go on.
func Changes(n, workers int) []int {
	out := make([]int, n)
	var wg sync.WaitGroup
	for w := 0; w < workers; w++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := w; i < n; i += workers {
				out[i] = w // failed
			}
		}()
	}
	workers = 1 // failed
	wg.Wait()
	return out
}

// Early reads before all have ended.
func Early(n, workers int) int {
	out := make([]int, n)
	var wg sync.WaitGroup
	for w := 0; w < workers; w++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := w; i < n; i += workers {
				out[i] = w
			}
		}()
	}
	first := out[0] // failed
	wg.Wait()
	return first
}

// Jumps goes on by another number now and then.
func Jumps(n, workers int) []int {
	out := make([]int, n)
	var wg sync.WaitGroup
	for w := 0; w < workers; w++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := w; i < n; i += workers {
				if i%7 == 0 {
					i++
				}
				out[i] = w // failed
			}
		}()
	}
	wg.Wait()
	return out
}

// Narrow begins again.
func Narrow(n int, workers uint8) []int {
	out := make([]int, n)
	var wg sync.WaitGroup
	for w := uint8(0); w < workers; w++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := w; int(i) < n; i += workers {
				out[i] = 1 // failed
			}
		}()
	}
	wg.Wait()
	return out
}
