// Package batched has no annotations. Loops begin goroutines for each batch that share variables of the iteration, wait for them, and collect what they have found.
package batched

import (
	"sync"
	"sync/atomic"
)

// Each is right: there are other variables for each batch.
func Each(batches [][]string, f func(string) error) []error {
	var all []error
	for _, b := range batches {
		var mu sync.Mutex
		var errs []error
		var wg sync.WaitGroup
		for _, s := range b {
			wg.Go(func() {
				if err := f(s); err != nil {
					mu.Lock()
					errs = append(errs, err)
					mu.Unlock()
				}
			})
		}
		wg.Wait()
		all = append(all, errs...)
	}
	return all
}

// Levels is right: a breadth-first walk.
func Levels(root int64, next func(int64) int64) []int64 {
	var all []int64
	level := []int64{root}
	for len(level) > 0 {
		all = append(all, level...)
		var (
			mu    sync.Mutex
			wg    sync.WaitGroup
			found []int64
		)
		for _, n := range level {
			wg.Add(1)
			go func() {
				defer wg.Done()
				more := next(n)
				mu.Lock()
				defer mu.Unlock()
				found = append(found, more)
			}()
		}
		wg.Wait()
		level = level[:0:0]
		level = append(level, found...)
	}
	return all
}

// Counts is right: a map for each round.
func Counts(rounds int, names []string) int {
	total := 0
	for range rounds {
		var mu sync.Mutex
		m := map[string]int{}
		var wg sync.WaitGroup
		for _, n := range names {
			wg.Go(func() {
				mu.Lock()
				m[n]++
				mu.Unlock()
			})
		}
		wg.Wait()
		total += len(m)
	}
	return total
}

func run(b []string, f func(string) error) []error {
	var mu sync.Mutex
	var errs []error
	var wg sync.WaitGroup
	for _, s := range b {
		wg.Go(func() {
			if err := f(s); err != nil {
				mu.Lock()
				errs = append(errs, err)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return errs
}

// Calls is right: the function that it calls has the variables.
func Calls(batches [][]string, f func(string) error) []error {
	var all []error
	for _, b := range batches {
		all = append(all, run(b, f)...)
	}
	return all
}

// Early collects before it has waited.
func Early(batches [][]string, f func(string) error) []error {
	var all []error
	for _, b := range batches {
		var mu sync.Mutex
		var errs []error
		var wg sync.WaitGroup
		for _, s := range b {
			wg.Go(func() {
				if err := f(s); err != nil {
					mu.Lock()
					errs = append(errs, err)
					mu.Unlock()
				}
			})
		}
		all = append(all, errs...) // failed
		wg.Wait()
	}
	return all
}

// Unlocked has a goroutine that takes no lock.
func Unlocked(batches [][]string, f func(string) error) int {
	n := 0
	for _, b := range batches {
		var mu sync.Mutex
		var failed int
		var wg sync.WaitGroup
		for _, s := range b {
			wg.Go(func() {
				if f(s) != nil {
					mu.Lock()
					failed++
					mu.Unlock()
				}
			})
			wg.Go(func() {
				failed++ // failed
			})
		}
		wg.Wait()
		n += failed
	}
	return n
}

// Later waits for all batches at the end, and collects each before.
func Later(batches [][]string, f func(string) error) int {
	n := 0
	var wg sync.WaitGroup
	for _, b := range batches {
		var mu sync.Mutex
		var failed int
		for _, s := range b {
			wg.Go(func() {
				if f(s) != nil {
					mu.Lock()
					failed++
					mu.Unlock()
				}
			})
		}
		n += failed // failed
	}
	wg.Wait()
	return n
}

// Shared has one variable for all batches, and a lock for each.
func Shared(batches [][]string, f func(string) error) int {
	failed := 0
	var all sync.WaitGroup
	for _, b := range batches {
		var mu sync.Mutex
		for _, s := range b {
			all.Go(func() { // failed
				if f(s) != nil {
					mu.Lock()
					failed++
					mu.Unlock()
				}
			})
		}
	}
	all.Wait()
	return failed
}

// Kept runs a literal of the iteration before, whose variables are others.
func Kept(batches [][]string, f func(string) error) int {
	n := 0
	var before func()
	for range batches {
		var mu sync.Mutex
		var failed int
		var wg sync.WaitGroup
		if before != nil {
			go before()
		}
		before = func() {
			mu.Lock()
			failed++ // failed
			mu.Unlock()
		}
		wg.Wait()
		n += failed
	}
	return n
}

// Two waits for another group than the one that its goroutines pay.
func Two(batches [][]string, f func(string) error) int {
	n := 0
	for _, b := range batches {
		var mu sync.Mutex
		var failed int
		var wg, other sync.WaitGroup
		for _, s := range b {
			wg.Go(func() {
				if f(s) != nil {
					mu.Lock()
					failed++
					mu.Unlock()
				}
			})
		}
		other.Wait()
		n += failed // failed
		wg.Wait()
	}
	return n
}

// Stays lets a goroutine go on that nobody waits for.
func Stays(batches [][]string, f func(string) error, more *atomic.Bool) int {
	n := 0
	for _, b := range batches {
		var mu sync.Mutex
		var failed int
		var wg sync.WaitGroup
		for _, s := range b {
			wg.Go(func() {
				if f(s) != nil {
					mu.Lock()
					failed++
					mu.Unlock()
				}
			})
		}
		go func() {
			mu.Lock()
			failed++
			mu.Unlock()
		}()
		wg.Wait()
		n += failed // failed
	}
	return n
}

// Gives leaves the slice with others before they are done.
func Gives(batches [][]string, f func(string) error) [][]error {
	var all [][]error
	for _, b := range batches {
		var mu sync.Mutex
		var errs []error
		var wg sync.WaitGroup
		for _, s := range b {
			wg.Go(func() {
				if err := f(s); err != nil {
					mu.Lock()
					errs = append(errs, err)
					mu.Unlock()
				}
			})
		}
		all = append(all, errs) // failed
	}
	return all
}
