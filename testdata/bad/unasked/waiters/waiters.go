// Package waiters has no annotations. One goroutine waits for the others and closes a channel, for which the function waits in wrong ways.
package waiters

import (
	"context"
	"errors"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// Timeout uses the results when time is over.
func Timeout(xs []int) []int {
	out := make([]int, len(xs))
	var wg sync.WaitGroup
	for i, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out[i] = x
		}()
	}
	done := make(chan struct{})
	go func() {
		wg.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(time.Second):
	}
	return out // failed
}

// Partly returns what there is when time is over.
func Partly(xs []int) ([]int, error) {
	out := make([]int, len(xs))
	var wg sync.WaitGroup
	for i, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out[i] = x
		}()
	}
	done := make(chan struct{})
	go func() {
		wg.Wait()
		close(done)
	}()
	select {
	case <-done:
		return out, nil
	case <-time.After(time.Second):
		return out, errors.New("timeout") // failed
	}
}

// Cancelled reads a total without the lock when the context has ended.
func Cancelled(ctx context.Context, xs []int) int {
	var mu sync.Mutex
	total := 0
	var wg sync.WaitGroup
	for _, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			total += x
			mu.Unlock()
		}()
	}
	done := make(chan struct{})
	go func() {
		wg.Wait()
		close(done)
	}()
	select {
	case <-done:
		return total
	case <-ctx.Done():
		return total // failed
	}
}

// Before closes, then waits.
func Before(xs []int) []int {
	out := make([]int, len(xs))
	var wg sync.WaitGroup
	for i, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out[i] = x
		}()
	}
	done := make(chan struct{})
	go func() {
		close(done) // failed
		wg.Wait()
	}()
	<-done
	return out
}

// Other waits for another group.
func Other(xs []int) []int {
	out := make([]int, len(xs))
	var wg sync.WaitGroup
	for i, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out[i] = x
		}()
	}
	done := make(chan struct{})
	var other sync.WaitGroup
	go func() {
		other.Wait()
		close(done)
	}()
	<-done
	return out // failed
}

// Later starts one more when the one that waits has been started.
func Later(xs []int) int {
	out := make([]int, len(xs))
	var wg sync.WaitGroup
	for i, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out[i] = x
		}()
	}
	done := make(chan struct{})
	go func() {
		wg.Wait()
		close(done)
	}()
	n := 0
	wg.Add(1)
	go func() {
		defer wg.Done()
		n = 1
	}()
	<-done
	return n // failed
}

// LaterGo does so with Go.
func LaterGo(xs []int) int {
	out := make([]int, len(xs))
	var wg sync.WaitGroup
	for i, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out[i] = x
		}()
	}
	done := make(chan struct{})
	go func() {
		wg.Wait()
		close(done)
	}()
	n := 0
	wg.Go(func() { n = 1 })
	<-done
	return n // failed
}

// Poked sends on the channel, too.
func Poked(xs []int) []int {
	out := make([]int, len(xs))
	var wg sync.WaitGroup
	for i, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out[i] = x
		}()
	}
	done := make(chan struct{}, 1)
	go func() {
		wg.Wait()
		close(done)
	}()
	select {
	case done <- struct{}{}:
	default:
	}
	<-done
	return out // failed
}

// Fast does not wait on some ways.
func Fast(xs []int, fast bool) []int {
	out := make([]int, len(xs))
	var wg sync.WaitGroup
	for i, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out[i] = x
		}()
	}
	done := make(chan struct{})
	go func() {
		if fast {
			close(done) // failed
			return
		}
		wg.Wait()
		close(done)
	}()
	<-done
	return out
}

// Early returns before it has waited.
func Early(xs []int, fast bool) []int {
	out := make([]int, len(xs))
	var wg sync.WaitGroup
	for i, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out[i] = x
		}()
	}
	done := make(chan struct{})
	go func() {
		defer close(done) // failed
		if fast {
			return
		}
		wg.Wait()
	}()
	<-done
	return out
}

// Polled does not wait for the channel.
func Polled(xs []int) []int {
	out := make([]int, len(xs))
	var wg sync.WaitGroup
	for i, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out[i] = x
		}()
	}
	done := make(chan struct{})
	go func() {
		wg.Wait()
		close(done)
	}()
	select {
	case <-done:
	default:
	}
	return out // failed
}

// Apart has a goroutine of another group write.
func Apart(xs []int) int {
	out := make([]int, len(xs))
	var wg sync.WaitGroup
	for i, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out[i] = x
		}()
	}
	done := make(chan struct{})
	n := 0
	var other sync.WaitGroup
	other.Add(1)
	go func() {
		defer other.Done()
		n = 1
	}()
	go func() {
		wg.Wait()
		close(done)
	}()
	<-done
	return n // failed
}

// Locked reads the total too early.
func Locked(xs []int) int {
	var mu sync.Mutex
	total := 0
	var wg sync.WaitGroup
	for _, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			total += x
			mu.Unlock()
		}()
	}
	done := make(chan struct{})
	go func() {
		wg.Wait()
		close(done)
	}()
	n := total // failed
	<-done
	return n
}

// LockedLater has one more goroutine add to the total.
func LockedLater(xs []int) int {
	var mu sync.Mutex
	total := 0
	var wg sync.WaitGroup
	for _, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			total += x
			mu.Unlock()
		}()
	}
	done := make(chan struct{})
	go func() {
		wg.Wait()
		close(done)
	}()
	wg.Go(func() {
		mu.Lock()
		total++
		mu.Unlock()
	})
	<-done
	return total // failed
}

// Replaced waits for the first of two groups.
func Replaced(xs []int) ([]int, error) {
	out := make([]int, len(xs))
	g := new(errgroup.Group)
	done := make(chan struct{})
	go func() {
		_ = g.Wait()
		close(done)
	}()
	g = new(errgroup.Group) // failed
	for i, x := range xs {
		g.Go(func() error {
			out[i] = x
			return nil
		})
	}
	<-done
	return out, nil // failed
}

// Rounds waits for the goroutines of the first round.
func Rounds(xs []int) int {
	n := 0
	var wg sync.WaitGroup
	done := make(chan struct{})
	for i := range 2 {
		if i == 1 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				n = 1
			}()
		}
		if i == 0 {
			go func() { // failed
				wg.Wait()
				close(done)
			}()
		}
		if i == 1 {
			<-done
			n++ // failed
		}
	}
	wg.Wait()
	return n
}
