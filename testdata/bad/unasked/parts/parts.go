// Package parts has no annotations and is right: goroutines that fill parts of slices, and rows.
package parts

import (
	"sort"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Passed hands each worker its part.
func Passed(xs []int) []int {
	out := make([]int, len(xs))
	var wg sync.WaitGroup
	size := (len(xs) + 3) / 4
	for lo := 0; lo < len(xs); lo += size {
		hi := min(lo+size, len(xs))
		wg.Add(1)
		go func(part, in []int) {
			defer wg.Done()
			for i := range part {
				part[i] = 2 * in[i]
			}
		}(out[lo:hi], xs[lo:hi])
	}
	wg.Wait()
	return out
}

// Bounds tells each worker from where to where.
func Bounds(xs []int) []int {
	out := make([]int, len(xs))
	var wg sync.WaitGroup
	size := (len(xs) + 3) / 4
	for lo := 0; lo < len(xs); lo += size {
		hi := min(lo+size, len(xs))
		wg.Add(1)
		go func(lo, hi int) {
			defer wg.Done()
			for i := lo; i < hi; i++ {
				out[i] = 2 * xs[i]
			}
		}(lo, hi)
	}
	wg.Wait()
	return out
}

// Captured has the bounds in variables.
func Captured(xs []float64) []float64 {
	out := make([]float64, len(xs))
	var g errgroup.Group
	const size = 100
	for lo := 0; lo < len(xs); lo += size {
		hi := lo + size
		if hi > len(xs) {
			hi = len(xs)
		}
		g.Go(func() error {
			for i := lo; i < hi; i++ {
				out[i] = xs[i] / 2
			}
			return nil
		})
	}
	_ = g.Wait()
	return out
}

func fill(part []int, by int, wg *sync.WaitGroup) {
	defer wg.Done()
	for i := range part {
		part[i] = by
	}
}

// Named has a function of its own for the worker.
func Named(n int) []int {
	out := make([]int, n)
	m := n / 2
	var wg sync.WaitGroup
	wg.Add(2)
	go fill(out[:m], 1, &wg)
	go fill(out[m:], 2, &wg)
	wg.Wait()
	return out
}

func span(out []int, lo, hi int, wg *sync.WaitGroup) {
	defer wg.Done()
	for i := lo; i < hi; i++ {
		out[i] = i
	}
}

// Spans tells a function of its own from where to where.
func Spans(n int) []int {
	out := make([]int, n)
	m := n / 2
	var wg sync.WaitGroup
	wg.Add(2)
	go span(out, 0, m, &wg)
	go span(out, m, n, &wg)
	wg.Wait()
	return out
}

// One has one goroutine for all of it.
func One(xs []int) []int {
	out := make([]int, len(xs))
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		for i, x := range xs {
			out[i] = x
		}
	}()
	wg.Wait()
	return out
}

// Halves sorts both halves at a time.
func Halves(a []int) []int {
	b := append([]int(nil), a...)
	m := len(b) / 2
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		sort.Ints(b[:m])
	}()
	go func() {
		defer wg.Done()
		sort.Ints(b[m:])
	}()
	wg.Wait()
	return b
}

// Copies copies a part each.
func Copies(xs []string) []string {
	out := make([]string, len(xs))
	m := len(xs) / 2
	var wg sync.WaitGroup
	wg.Go(func() { copy(out[:m], xs[:m]) })
	wg.Go(func() { copy(out[m:], xs[m:]) })
	wg.Wait()
	return out
}

type point struct{ x, y int }

// Points writes fields of its elements.
func Points(n int) []point {
	ps := make([]point, n)
	m := n / 2
	var wg sync.WaitGroup
	wg.Add(1)
	go func(part []point) {
		defer wg.Done()
		for i := range part {
			part[i].x = i
		}
	}(ps[:m])
	for i := m; i < n; i++ {
		ps[i].y = i
	}
	wg.Wait()
	return ps
}

// Row makes a row, and has it filled.
func Row(n, m int) [][]int {
	c := make([][]int, n)
	var wg sync.WaitGroup
	for i := range c {
		row := make([]int, m)
		c[i] = row
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range row {
				row[j] = i * j
			}
		}()
	}
	wg.Wait()
	return c
}

// Mul multiplies matrices, a row in each goroutine.
func Mul(a, b [][]float64) [][]float64 {
	n, m, k := len(a), len(b[0]), len(b)
	c := make([][]float64, n)
	var wg sync.WaitGroup
	for i := 0; i < n; i++ {
		c[i] = make([]float64, m)
		wg.Add(1)
		go func(i int) {
			defer wg.Done()
			for j := 0; j < m; j++ {
				s := 0.0
				for l := 0; l < k; l++ {
					s += a[i][l] * b[l][j]
				}
				c[i][j] = s
			}
		}(i)
	}
	wg.Wait()
	return c
}

// Rows fills rows by Go of the group.
func Rows(n, m int) [][]byte {
	c := make([][]byte, n)
	var wg sync.WaitGroup
	for i := range c {
		c[i] = make([]byte, m)
		wg.Go(func() {
			for j := range c[i] {
				c[i][j] = byte(j)
			}
		})
	}
	wg.Wait()
	return c
}

// Counted ranges over a number, and goes on after it.
func Counted(n int) []int {
	out := make([]int, 2*n)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		for i := range n {
			out[i] = i
		}
	}()
	for i := n; i < 2*n; i++ {
		out[i] = 1
	}
	wg.Wait()
	return out
}
