// Package splitparams has no annotations. Its functions have goroutines write elements of a slice that they are passed, and wait for them.
package splitparams

import "sync"

// Double has a goroutine for each hundred elements.
func Double(xs []int) {
	var wg sync.WaitGroup
	for lo := 0; lo < len(xs); lo += 100 {
		hi := min(lo+100, len(xs))
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := lo; i < hi; i++ {
				xs[i] *= 2
			}
		}()
	}
	wg.Wait()
}

// Each has one for each element.
func Each(xs []float64, f func(float64) float64) {
	var wg sync.WaitGroup
	for i := range xs {
		wg.Go(func() {
			xs[i] = f(xs[i])
		})
	}
	wg.Wait()
}

// Doubled calls it with a slice of its own.
func Doubled(n int) []int {
	xs := make([]int, n)
	for i := range xs {
		xs[i] = i
	}
	Double(xs)
	return xs
}

// Early returns when the goroutines may still write.
func Early(xs []int) {
	for i := range xs {
		go func() { // failed
			xs[i]++
		}()
	}
}

// Sometimes does so if there is little to do.
func Sometimes(xs []int) { // failed
	var wg sync.WaitGroup
	for i := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			xs[i]++
		}()
	}
	if len(xs) > 10 {
		wg.Wait()
	}
}

// Neighbours has two goroutines write one element.
func Neighbours(xs []int) {
	var wg sync.WaitGroup
	for i := range xs {
		wg.Add(1)
		go func() { // failed
			defer wg.Done()
			xs[i]++
			if i+1 < len(xs) {
				xs[i+1]++
			}
		}()
	}
	wg.Wait()
}

// Reads looks at elements before it has waited.
func Reads(xs []int) int {
	var wg sync.WaitGroup
	for i := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			xs[i]++
		}()
	}
	first := xs[0] // failed
	wg.Wait()
	return first
}

var kept []int

// Keeps lets others know the slice.
func Keeps(xs []int) {
	var wg sync.WaitGroup
	for i := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			xs[i]++
		}()
	}
	wg.Wait()
	kept = xs // failed
}

// After writes when it has paid its Done.
func After(xs []int) {
	var wg sync.WaitGroup
	for i := range xs {
		wg.Add(1)
		go func() {
			xs[i]++
			wg.Done()
			xs[i]++ // failed
		}()
	}
	wg.Wait()
}

// Halves has two goroutines write one element in the middle.
func Halves(xs []int) {
	m := len(xs) / 2
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		fill(xs[:m+1])
	}()
	go func() { // failed
		defer wg.Done()
		fill(xs[m:])
	}()
	wg.Wait()
}

func fill(xs []int) {
	for i := range xs {
		xs[i] = 1
	}
}
