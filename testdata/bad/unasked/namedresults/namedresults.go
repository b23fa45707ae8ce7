// Package namedresults has no annotations. Functions have goroutines set their results under a lock of the function.
package namedresults

import (
	"errors"
	"sync"
)

// Named waits before it returns.
func Named(jobs []func() error) (n int) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, j := range jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			err := j()
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				n++
			}
		}()
	}
	wg.Wait()
	return n
}

// Two returns by a statement without values.
func Two(jobs []func() error) (all []error, err error) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, j := range jobs {
		wg.Go(func() {
			e := j()
			mu.Lock()
			defer mu.Unlock()
			if e != nil {
				all = append(all, e)
				err = errors.Join(err, e)
			}
		})
	}
	wg.Wait()
	return
}

// NoWait does not wait.
func NoWait(jobs []func() error) (n int) {
	var mu sync.Mutex
	for _, j := range jobs {
		go func() { // failed
			err := j()
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				n++
			}
		}()
	}
	return n
}

// Locked waits for nobody, and what it returns is read when the lock has been released.
func Locked(jobs []func() error) (n int) {
	var mu sync.Mutex
	for _, j := range jobs {
		go func() {
			err := j()
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				n++
			}
		}()
	}
	mu.Lock()
	defer mu.Unlock()
	return n // failed
}

// After reads the result without the lock.
func After(jobs []func() error) (n int) {
	var mu sync.Mutex
	for _, j := range jobs {
		go func() {
			err := j()
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				n++
			}
		}()
	}
	mu.Lock()
	n++
	mu.Unlock()
	return // failed
}

// Literal assigns the result without the lock.
func Literal(jobs []func() error) (n int) {
	var mu sync.Mutex
	for _, j := range jobs {
		go func() {
			err := j()
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				n++
			}
		}()
	}
	return 7 // failed
}

// Deferred adds to the result when it has waited.
func Deferred(jobs []func() error) (n int) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	defer func() { n++ }()
	for _, j := range jobs {
		wg.Go(func() {
			err := j()
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				n++
			}
		})
	}
	wg.Wait()
	return n
}

// Adds adds to it before the lock is acquired, or after it is released.
func Adds(jobs []func() error) (n int) {
	var mu sync.Mutex
	defer func() { n++ }() // failed
	for _, j := range jobs {
		go func() {
			err := j()
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				n++
			}
		}()
	}
	mu.Lock()
	defer mu.Unlock()
	return n
}
