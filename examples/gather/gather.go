// Package gather has goroutines work, and waits for them by channels.
package gather

import "errors"

var errNegative = errors.New("negative")

// Product multiplies in a goroutine of its own, which says by a closed channel that it is done.
func Product(xs []int64) int64 {
	product := int64(1)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, x := range xs {
			product *= x
		}
	}()
	<-done
	return product
}

// Smallest looks for the smallest number in a goroutine of its own, which sends when it is done.
func Smallest(xs []int64) (smallest int64, ok bool) {
	done := make(chan struct{}, 1)
	go func() {
		for _, x := range xs {
			if !ok || x < smallest {
				smallest, ok = x, true
			}
		}
		done <- struct{}{}
	}()
	<-done
	return smallest, ok
}

// Cubes computes each cube in a goroutine of its own, and awaits as many values as there are.
//
//calvin:requires len(xs) > 0
func Cubes(xs []int64) []int64 {
	out := make([]int64, len(xs))
	done := make(chan int)
	for i := 0; i < len(xs); i++ {
		go func() {
			out[i] = xs[i] * xs[i] * xs[i]
			done <- i
		}()
	}
	for range len(xs) {
		<-done
	}
	return out
}

// Validate has all jobs looked at, and returns the first error that comes.
func Validate(jobs []int64) error {
	checked := make([]bool, len(jobs))
	errs := make(chan error, len(jobs))
	for i := 0; i < len(jobs); i++ {
		go func() {
			checked[i] = true
			if jobs[i] < 0 {
				errs <- errNegative
				return
			}
			errs <- nil
		}()
	}
	for i := 0; i < len(jobs); i++ {
		if err := <-errs; err != nil {
			return err
		}
	}
	close(errs)
	for _, ok := range checked {
		_ = ok
	}
	return nil
}
