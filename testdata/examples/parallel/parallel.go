// Package parallel divides work among goroutines, waits for them, and uses what they did.
package parallel

import (
	"errors"
	"sync"
)

// Sum adds up the numbers, each half by a goroutine of its own.
func Sum(xs []int64) int64 {
	var left, right int64
	half := len(xs) / 2
	var wg sync.WaitGroup
	wg.Go(func() {
		//calvin:requires 0 <= half && half <= len(xs)
		for _, x := range xs[:half] {
			left += x
		}
	})
	wg.Go(func() {
		//calvin:requires 0 <= half && half <= len(xs)
		for _, x := range xs[half:] {
			right += x
		}
	})
	wg.Wait()
	return left + right
}

// Squares computes each square in a goroutine of its own.
func Squares(xs []int64) []int64 {
	out := make([]int64, len(xs))
	var wg sync.WaitGroup
	for i := 0; i < len(xs); i++ {
		wg.Go(func() { out[i] = xs[i] * xs[i] })
	}
	wg.Wait()
	return out
}

// A Result is what became of one job.
type Result struct {
	Value int64
	Err   error
}

var errNegative = errors.New("negative")

// Do does every job in a goroutine of its own.
func Do(jobs []int64) []Result {
	results := make([]Result, len(jobs))
	var wg sync.WaitGroup
	for i, job := range jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if job < 0 {
				results[i].Err = errNegative
				return
			}
			results[i].Value = job + 1
		}()
	}
	wg.Wait()
	return results
}

// Succeeded counts the jobs that do not fail.
func Succeeded(jobs []int64) int {
	n := 0
	for _, r := range Do(jobs) {
		if r.Err == nil {
			n++
		}
	}
	return n
}

// Fill sets all numbers to x, at most size of them in one goroutine.
//
//calvin:requires local(xs) && size > 0
func Fill(xs []int64, x int64, size int) {
	var wg sync.WaitGroup
	for from := 0; from < len(xs); {
		to := len(xs)
		if size < to-from {
			to = from + size
		}
		begin := from
		wg.Go(func() {
			//calvin:takes xs[begin:to]
			for i := begin; i < to; i++ {
				xs[i] = x
			}
		})
		from = to
	}
	wg.Wait()
}

// set sets one number.
//
//calvin:takes xs[i], wg
func set(xs []int64, i int, x int64, wg *sync.WaitGroup) {
	defer wg.Done()
	xs[i] = x
}

// Count returns the numbers from 0 to n-1.
func Count(n int) []int64 {
	if n < 0 || n > 1<<20 {
		return nil
	}
	xs := make([]int64, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Add(1)
		go set(xs, i, int64(i), &wg)
	}
	wg.Wait()
	return xs
}

// Rounds has one goroutine after the other work on the same number.
func Rounds(n int) int {
	total := 0
	for i := range n {
		var wg sync.WaitGroup
		wg.Go(func() { total += i })
		wg.Wait()
		total++
	}
	return total
}
