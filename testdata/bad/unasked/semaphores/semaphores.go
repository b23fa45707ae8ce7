// Package semaphores has no annotations. Channels bound how many goroutines run; they order nothing else.
package semaphores

import "sync"

// Counted counts in several goroutines, as many as the channel lets run.
func Counted(xs []int) int {
	total := 0
	sem := make(chan struct{}, 4)
	var wg sync.WaitGroup
	for _, x := range xs {
		sem <- struct{}{}
		wg.Add(1)
		go func() { // failed
			defer func() { <-sem; wg.Done() }()
			total += x
		}()
	}
	wg.Wait()
	return total // failed
}

// Early pays before it writes.
func Early(xs []int) []int {
	out := make([]int, len(xs))
	sem := make(chan struct{}, 4)
	var wg sync.WaitGroup
	for i, x := range xs {
		sem <- struct{}{}
		wg.Add(1)
		go func() {
			func() { <-sem; wg.Done() }()
			out[i] = x // failed
		}()
	}
	wg.Wait()
	return out
}

// After writes in the literal that pays.
func After(xs []int) []int {
	out := make([]int, len(xs))
	sem := make(chan struct{}, 4)
	var wg sync.WaitGroup
	for i, x := range xs {
		sem <- struct{}{}
		wg.Add(1)
		go func() {
			defer func() {
				<-sem
				wg.Done()
				out[i] = x // failed
			}()
		}()
	}
	wg.Wait()
	return out
}

// One waits for one of them.
func One(xs []int) []int {
	out := make([]int, len(xs))
	sem := make(chan struct{}, 4)
	var wg sync.WaitGroup
	for i, x := range xs {
		wg.Add(1)
		go func() {
			sem <- struct{}{}
			defer func() { <-sem; wg.Done() }()
			out[i] = x
		}()
	}
	sem <- struct{}{}
	return out // failed
}

// Other pays to another group.
func Other(xs []int) []int {
	out := make([]int, len(xs))
	sem := make(chan struct{}, 4)
	var wg, other sync.WaitGroup
	for i, x := range xs {
		sem <- struct{}{}
		wg.Add(1)
		other.Add(1)
		go func() {
			defer func() { <-sem; other.Done() }()
			out[i] = x
		}()
		wg.Done()
	}
	wg.Wait()
	return out // failed
}

// Twice pays two Dones, of which it owes one.
func Twice(xs []int) []int {
	out := make([]int, len(xs))
	sem := make(chan struct{}, 4)
	var wg sync.WaitGroup
	for i, x := range xs {
		sem <- struct{}{}
		wg.Add(1)
		go func() {
			defer wg.Done() // failed
			defer func() { <-sem; wg.Done() }()
			out[i] = x
		}()
	}
	wg.Wait()
	return out
}

// Inside adds when the goroutine runs.
func Inside(xs []int) []int {
	out := make([]int, len(xs))
	sem := make(chan struct{}, 4)
	var wg sync.WaitGroup
	for i, x := range xs {
		sem <- struct{}{}
		go func() { // failed
			wg.Add(1)
			defer func() { <-sem; wg.Done() }()
			out[i] = x
		}()
	}
	wg.Wait()
	return out
}

// Same has all of them write one element.
func Same(xs []int) []int {
	out := make([]int, 1)
	sem := make(chan struct{}, 1)
	var wg sync.WaitGroup
	for _, x := range xs {
		wg.Add(1)
		go func() { // failed
			sem <- struct{}{}
			defer func() { wg.Done() }()
			out[0] = x
		}()
	}
	wg.Wait()
	return out
}

// Shadowed pays to a group of its own.
func Shadowed(xs []int) []int {
	out := make([]int, len(xs))
	var wg sync.WaitGroup
	for i, x := range xs {
		wg.Add(1)
		go func() { // failed
			outer := &wg
			var wg sync.WaitGroup
			wg.Add(1)
			defer func() { wg.Done() }()
			out[i] = x
			outer.Done()
		}()
	}
	wg.Wait()
	return out
}

// Locked reads what a lock guards before it waits.
func Locked(xs []string) map[string]int {
	out := map[string]int{}
	var mu sync.Mutex
	sem := make(chan struct{}, 4)
	var wg sync.WaitGroup
	for _, x := range xs {
		wg.Add(1)
		sem <- struct{}{}
		go func() {
			defer func() { <-sem; wg.Done() }()
			mu.Lock()
			out[x]++
			mu.Unlock()
		}()
	}
	n := out["n"] // failed
	wg.Wait()
	out["n"] = n
	return out
}

// Later touches the map when it has paid.
func Later(xs []string) map[string]int {
	out := map[string]int{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, x := range xs {
		wg.Add(1)
		go func() {
			func() { wg.Done() }()
			mu.Lock() // failed
			out[x]++
			mu.Unlock()
		}()
	}
	wg.Wait()
	return out
}

// Holding pays while it holds the lock.
func Holding(xs []string) map[string]int {
	out := map[string]int{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, x := range xs {
		wg.Add(1)
		go func() {
			mu.Lock()
			out[x]++
			func() { wg.Done() }() // failed
			mu.Unlock()            // failed
		}()
	}
	wg.Wait()
	return out
}

// Closed closes a channel in a literal, which others close too.
func Closed(xs []int) {
	done := make(chan struct{})
	for range xs {
		go func() { // failed
			defer func() { close(done) }()
		}()
	}
	<-done
}
