// Package wrongindices has no annotations: workers that take indices from a channel, of which some may be sent twice, or that have elements in another way as well.
package wrongindices

import "sync"

// Twice sends one index again.
func Twice(xs []int) []int {
	out := make([]int, len(xs))
	idx := make(chan int)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() { // failed
			defer wg.Done()
			for i := range idx {
				out[i] = xs[i]
			}
		}()
	}
	for i := range xs {
		idx <- i
	}
	idx <- 0
	close(idx)
	wg.Wait()
	return out
}

// Rounds sends all of them twice.
func Rounds(xs []int) []int {
	out := make([]int, len(xs))
	idx := make(chan int)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() { // failed
			defer wg.Done()
			for i := range idx {
				out[i] = xs[i]
			}
		}()
	}
	for range 2 {
		for i := range xs {
			idx <- i
		}
	}
	close(idx)
	wg.Wait()
	return out
}

// Nested sends each several times.
func Nested(xs []int) []int {
	out := make([]int, len(xs))
	idx := make(chan int)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() { // failed
			defer wg.Done()
			for i := range idx {
				out[i] = xs[i]
			}
		}()
	}
	for i := range xs {
		for range 2 {
			idx <- i
		}
	}
	close(idx)
	wg.Wait()
	return out
}

// Stays goes on only sometimes.
func Stays(xs []int) []int {
	out := make([]int, len(xs))
	idx := make(chan int)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() { // failed
			defer wg.Done()
			for i := range idx {
				out[i] = xs[i]
			}
		}()
	}
	for i := 0; i < len(xs); {
		idx <- i
		if xs[i] > 0 {
			i++
		}
	}
	close(idx)
	wg.Wait()
	return out
}

// Begins again in the middle.
func Begins(xs []int) []int {
	out := make([]int, len(xs))
	idx := make(chan int)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() { // failed
			defer wg.Done()
			for i := range idx {
				out[i] = xs[i]
			}
		}()
	}
	for i := 0; i < len(xs); i++ {
		idx <- i
		if xs[i] > 9 {
			i = 0
		}
	}
	close(idx)
	wg.Wait()
	return out
}

// Old sends what a variable was.
func Old(xs []int) []int {
	out := make([]int, len(xs))
	idx := make(chan int)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() { // failed
			defer wg.Done()
			for i := range idx {
				out[i] = xs[i]
			}
		}()
	}
	for i := 0; i < len(xs); i++ {
		idx <- i / 2
	}
	close(idx)
	wg.Wait()
	return out
}

// Small has a number that is soon too large for its type.
func Small(xs []int) []int {
	out := make([]int, len(xs))
	idx := make(chan uint8)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() { // failed
			defer wg.Done()
			for i := range idx {
				out[i] = xs[i]
			}
		}()
	}
	for i := uint8(0); xs[i] > 0; i++ {
		idx <- i
	}
	close(idx)
	wg.Wait()
	return out
}

// Closed goes on when the channel is closed.
func Closed(xs []int) []int {
	out := make([]int, len(xs))
	idx := make(chan int)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range xs {
				i := <-idx
				out[i] = xs[i] // failed
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

// Neighbour writes the next element.
func Neighbour(xs []int) []int {
	out := make([]int, len(xs)+1)
	idx := make(chan int)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range idx {
				out[i] = xs[i]
				out[i+1] = xs[i] // failed
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

// Shifted has the same elements under other indices.
func Shifted(xs []int) []int {
	out := make([]int, len(xs)+1)
	next := out[1:]
	idx := make(chan int)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() { // failed
			defer wg.Done()
			for i := range idx {
				out[i] = xs[i]
				next[i] = xs[i]
			}
		}()
	}
	for i := range xs {
		idx <- i
	}
	close(idx)
	wg.Wait()
	return out // failed
}

// First is written by each worker.
func First(xs []int) []int {
	out := make([]int, len(xs))
	idx := make(chan int)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range idx {
				out[i] = xs[i]
			}
			out[0] = 1 // failed
		}()
	}
	for i := range xs {
		idx <- i
	}
	close(idx)
	wg.Wait()
	return out
}

// Mixed has a worker that writes the first element whatever it gets, and then one that gets it.
func Mixed(xs []int) []int {
	out := make([]int, len(xs))
	idx := make(chan int)
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { // failed
		defer wg.Done()
		out[0] = 1
		for i := range idx {
			out[i] = xs[i]
		}
	}()
	go func() {
		defer wg.Done()
		for i := range idx {
			out[i] = xs[i]
		}
	}()
	for i := range xs {
		idx <- i
	}
	close(idx)
	wg.Wait()
	return out
}

// Early reads before Wait.
func Early(xs []int) int {
	out := make([]int, len(xs))
	idx := make(chan int)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range idx {
				out[i] = xs[i]
			}
		}()
	}
	for i := range xs {
		idx <- i
	}
	close(idx)
	s := out[0] // failed
	wg.Wait()
	return s
}

// Late takes an index when it has paid.
func Late(xs []int) []int {
	out := make([]int, len(xs))
	idx := make(chan int)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() {
			wg.Done()
			for i := range idx {
				out[i] = xs[i] // failed
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

// Groups waits for one group of two.
func Groups(xs []int) []int {
	out := make([]int, len(xs))
	idx := make(chan int)
	var wg, other sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		for i := range idx {
			out[i] = xs[i]
		}
	}()
	other.Add(1)
	go func() { // failed
		defer other.Done()
		for i := range idx {
			out[i] = xs[i]
		}
	}()
	for i := range xs {
		idx <- i
	}
	close(idx)
	wg.Wait()
	return out // failed
}

// Producers has two goroutines that send.
func Producers(xs []int) []int {
	out := make([]int, len(xs))
	idx := make(chan int)
	var wg, sent sync.WaitGroup
	for range 2 {
		sent.Add(1)
		go func() {
			defer sent.Done()
			for i := range xs {
				idx <- i
			}
		}()
	}
	for range 3 {
		wg.Add(1)
		go func() { // failed
			defer wg.Done()
			for i := range idx {
				out[i] = xs[i]
			}
		}()
	}
	sent.Wait()
	close(idx)
	wg.Wait()
	return out
}

func send(idx chan int) { idx <- 0 }

// Elsewhere has another function send as well.
func Elsewhere(xs []int) []int {
	out := make([]int, len(xs))
	idx := make(chan int)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() { // failed
			defer wg.Done()
			for i := range idx {
				out[i] = xs[i]
			}
		}()
	}
	send(idx)
	for i := range xs {
		idx <- i
	}
	close(idx)
	wg.Wait()
	return out
}

// Given gets the channel from elsewhere.
func Given(xs []int, idx chan int) []int {
	out := make([]int, len(xs))
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() { // failed
			defer wg.Done()
			for i := range idx {
				out[i] = xs[i]
			}
		}()
	}
	wg.Wait()
	return out
}

// Kept begins with an index that it has not got.
func Kept(xs []int) []int {
	out := make([]int, len(xs))
	idx := make(chan int)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			last := 0
			for i := range idx {
				out[i] = xs[i]
				out[last] = 1 // failed
				last = i
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

type job struct{ i, round int }

// Field writes by the number that is the same in several.
func Field(xs []int) []int {
	out := make([]int, len(xs))
	jobs := make(chan job)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() { // failed
			defer wg.Done()
			for j := range jobs {
				out[j.round] = xs[j.i]
			}
		}()
	}
	for i := range xs {
		jobs <- job{i, 1}
	}
	close(jobs)
	wg.Wait()
	return out
}

// Both writes by two numbers that go up, each by itself.
func Both(xs []int) []int {
	out := make([]int, len(xs))
	jobs := make(chan job)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() { // failed
			defer wg.Done()
			for j := range jobs {
				out[j.round] = 1
				out[j.i] = xs[j.i]
			}
		}()
	}
	n := 0
	for i := range xs {
		jobs <- job{i, n}
		n++
	}
	close(jobs)
	wg.Wait()
	return out
}

// Unset leaves the number as it was made now and then.
func Unset(xs []int) []int {
	out := make([]int, len(xs))
	jobs := make(chan job)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() { // failed
			defer wg.Done()
			for j := range jobs {
				out[j.i] = xs[j.i]
			}
		}()
	}
	for i := range xs {
		var j job
		if xs[i] > 0 {
			j.i = i
		}
		jobs <- j
	}
	close(jobs)
	wg.Wait()
	return out
}

// Changed writes by a number that it has changed.
func Changed(xs []int) []int {
	out := make([]int, len(xs)+1)
	jobs := make(chan job)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range jobs {
				out[j.i] = xs[j.i] // failed
				j.i++
				out[j.i] = 1
			}
		}()
	}
	for i := range xs {
		jobs <- job{i, 1}
	}
	close(jobs)
	wg.Wait()
	return out
}
