// Package wrongcounted has no annotations: workers that take indices from a counter, of which some may be the same.
package wrongcounted

import (
	"sync"
	"sync/atomic"
)

// Set begins again.
func Set(xs []int) []int {
	out := make([]int, len(xs))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { // failed
			for i := next.Add(1) - 1; i < int64(len(xs)); i = next.Add(1) - 1 {
				out[i] = xs[i]
			}
			next.Store(0)
		})
	}
	wg.Wait()
	return out
}

// Swapped begins again in the function.
func Swapped(xs []int) []int {
	out := make([]int, len(xs))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { // failed
			for i := next.Add(1) - 1; i < int64(len(xs)); i = next.Add(1) - 1 {
				out[i] = xs[i]
			}
		})
		next.Swap(0)
	}
	wg.Wait()
	return out
}

// Back has a worker that gives a number back.
func Back(xs []int) []int {
	out := make([]int, len(xs))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { // failed
			for i := next.Add(1) - 1; i < int64(len(xs)); i = next.Add(1) - 1 {
				if xs[i] == 0 {
					next.Add(-1)
				}
				out[i] = xs[i]
			}
		})
	}
	wg.Wait()
	return out
}

// Read has the number that the next one gets, too.
func Read(xs []int) []int {
	out := make([]int, len(xs)+1)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(xs)); i = next.Add(1) - 1 {
				out[i] = xs[i]
				out[next.Load()] = 1 // failed
			}
		})
	}
	wg.Wait()
	return out
}

// Shifted has workers that take another element for the same number.
func Shifted(xs []int) []int {
	out := make([]int, len(xs)+1)
	var next atomic.Int64
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := next.Add(1); i < int64(len(xs)); i = next.Add(1) {
			out[i] = xs[i]
		}
	})
	wg.Go(func() { // failed
		for i := next.Add(1) - 1; i < int64(len(xs)); i = next.Add(1) - 1 {
			out[i] = xs[i]
		}
	})
	wg.Wait()
	return out
}

// Counters has a counter for each worker.
func Counters(xs []int) []int {
	out := make([]int, len(xs))
	var wg sync.WaitGroup
	for range 3 {
		var next atomic.Int64
		wg.Go(func() { // failed
			for i := next.Add(1) - 1; i < int64(len(xs)); i = next.Add(1) - 1 {
				out[i] = xs[i]
			}
		})
	}
	wg.Wait()
	return out // failed
}

// Small has a number that soon begins again.
func Small(xs []int) []int {
	out := make([]int, len(xs))
	var next atomic.Uint32
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < uint32(len(xs)); i = next.Add(1) - 1 {
				out[i] = xs[i] // failed
			}
		})
	}
	wg.Wait()
	return out
}

// Narrow makes two numbers one.
func Narrow(xs []int) []int {
	out := make([]int, len(xs))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for n := next.Add(1) - 1; n < int64(len(xs)); n = next.Add(1) - 1 {
				out[uint8(n)] = xs[n] // failed
			}
		})
	}
	wg.Wait()
	return out
}

// Halves has two workers with one element.
func Halves(xs []int) []int {
	out := make([]int, len(xs))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(xs)); i = next.Add(1) - 1 {
				out[i/2] = xs[i] // failed
			}
		})
	}
	wg.Wait()
	return out
}

func reset(n *atomic.Int64) { n.Store(0) }

// Elsewhere has another function set the counter.
func Elsewhere(xs []int) []int {
	out := make([]int, len(xs))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { // failed
			for i := next.Add(1) - 1; i < int64(len(xs)); i = next.Add(1) - 1 {
				out[i] = xs[i]
			}
		})
	}
	reset(&next)
	wg.Wait()
	return out
}

// Pointer has another name for the counter.
func Pointer(xs []int) []int {
	out := make([]int, len(xs))
	var next atomic.Int64
	other := &next
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { // failed
			for i := next.Add(1) - 1; i < int64(len(xs)); i = next.Add(1) - 1 {
				out[i] = xs[i]
			}
		})
	}
	other.Store(0)
	wg.Wait()
	return out
}

// Value has a method value that sets it.
func Value(xs []int) []int {
	out := make([]int, len(xs))
	var next atomic.Int64
	set := next.Store
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { // failed
			for i := next.Add(1) - 1; i < int64(len(xs)); i = next.Add(1) - 1 {
				out[i] = xs[i]
			}
		})
	}
	set(0)
	wg.Wait()
	return out
}

// Assigned is set plainly between two workers.
func Assigned(xs []int) []int {
	out := make([]int, len(xs))
	var next int64
	var wg sync.WaitGroup
	for range 3 {
		next = -1      // failed
		wg.Go(func() { // failed
			for i := atomic.AddInt64(&next, 1); i < int64(len(xs)); i = atomic.AddInt64(&next, 1) { // failed
				out[i] = xs[i]
			}
		})
	}
	wg.Wait()
	return out
}

// Counted is a counter that others have.
type Counted struct{ next atomic.Int64 }

// Reset sets it.
func (c *Counted) Reset() { c.next.Store(0) }

// Field has the counter in an object.
func (c *Counted) Field(xs []int) []int {
	out := make([]int, len(xs))
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for i := c.next.Add(1) - 1; i < int64(len(xs)); i = c.next.Add(1) - 1 {
				out[i] = xs[i] // failed
			}
		})
	}
	wg.Wait()
	return out
}

// Given gets the counter from elsewhere.
func Given(xs []int, next *atomic.Int64) []int {
	out := make([]int, len(xs))
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(xs)); i = next.Add(1) - 1 {
				out[i] = xs[i] // failed
			}
		})
	}
	wg.Wait()
	return out
}

// Late goes on when it has paid.
func Late(xs []int) []int {
	out := make([]int, len(xs))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() {
			wg.Done()
			for i := next.Add(1) - 1; i < int64(len(xs)); i = next.Add(1) - 1 {
				out[i] = xs[i] // failed
			}
		}()
	}
	wg.Wait()
	return out
}

// Early reads before Wait.
func Early(xs []int) int {
	out := make([]int, len(xs))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(xs)); i = next.Add(1) - 1 {
				out[i] = xs[i]
			}
		})
	}
	s := out[0] // failed
	wg.Wait()
	return s
}

// Rounds has one counter for two slices of which one is part of the other.
func Rounds(xs []int) []int {
	out := make([]int, len(xs)+1)
	part := out[1:]
	var next atomic.Int64
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { // failed
			for i := next.Add(1) - 1; i < int64(len(xs)); i = next.Add(1) - 1 {
				out[i] = xs[i]
				part[i] = xs[i]
			}
		})
	}
	wg.Wait()
	return out // failed
}
