// Package shared has no annotations. Its functions share variables with the goroutines that they start, and wait for these.
package shared

import (
	"errors"
	"strings"
	"sync"
)

// Count counts the words that have an a.
func Count(words []string) int {
	var mu sync.Mutex
	n := 0
	var wg sync.WaitGroup
	for _, w := range words {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if strings.Contains(w, "a") {
				mu.Lock()
				n++
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	return n
}

// Check returns the first error, and how often each kind came.
func Check(words []string) (bad, empty int, first error) {
	var (
		mu     sync.Mutex
		wg     sync.WaitGroup
		b, e   int
		failed error
	)
	note := func(err error) {
		mu.Lock()
		defer mu.Unlock()
		b++
		if failed == nil {
			failed = err
		}
	}
	for _, w := range words {
		wg.Go(func() {
			if w == "" {
				mu.Lock()
				e++
				mu.Unlock()
			} else if err := check(w); err != nil {
				mu.Lock()
				b++
				if failed == nil {
					failed = err
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if b == 0 && e == len(words) {
		note(errors.New("nothing"))
	}
	return b, e, failed
}

func check(w string) error {
	if strings.HasPrefix(w, "-") {
		return errors.New("a flag")
	}
	return nil
}

// Any returns some error.
func Any(words []string) error {
	var once sync.Once
	var first error
	var wg sync.WaitGroup
	for _, w := range words {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if err := check(w); err != nil {
				once.Do(func() { first = err })
			}
		}()
	}
	wg.Wait()
	return first
}

// Racy has one goroutine that does not lock.
func Racy() int {
	var mu sync.Mutex
	n := 0
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		n++
		mu.Unlock()
	})
	wg.Go(func() {
		n++ // failed
	})
	wg.Wait()
	return n
}

// Hasty returns before all is counted.
func Hasty(words []string) int {
	var mu sync.Mutex
	n := 0
	var wg sync.WaitGroup
	for range words {
		wg.Go(func() {
			mu.Lock()
			n++
			mu.Unlock()
		})
	}
	return n // failed
}

// Two waits for one group of two.
func Two() bool {
	var mu sync.Mutex
	done := false
	var wg, other sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		done = true
		mu.Unlock()
	})
	other.Go(func() {
		mu.Lock()
		done = false
		mu.Unlock()
	})
	wg.Wait()
	return done // failed
}

// Names returns the words in any order.
func Names(words []string) []string {
	var (
		mu  sync.Mutex
		out []string
		wg  sync.WaitGroup
	)
	for _, w := range words {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			out = append(out, w)
		}()
	}
	wg.Wait()
	return out
}

// Lengths tells how long each is.
func Lengths(words []string) map[string]int {
	var mu sync.Mutex
	lengths := make(map[string]int)
	var wg sync.WaitGroup
	for _, w := range words {
		wg.Add(1)
		go func(w string) {
			defer wg.Done()
			mu.Lock()
			lengths[strings.ToLower(w)]++
			mu.Unlock()
		}(w)
	}
	wg.Wait()
	return lengths
}

// Lost has one goroutine that writes the map without the lock.
func Lost(words []string) map[string]int {
	var mu sync.Mutex
	lengths := make(map[string]int)
	var wg sync.WaitGroup
	for _, w := range words {
		wg.Go(func() {
			mu.Lock()
			lengths[w]++
			mu.Unlock()
		})
		wg.Go(func() {
			delete(lengths, w) // failed
		})
	}
	wg.Wait()
	return lengths
}

// Early returns while the map is written.
func Early(words []string) map[string]int {
	var mu sync.Mutex
	lengths := make(map[string]int)
	for _, w := range words {
		go func() {
			mu.Lock()
			lengths[w]++
			mu.Unlock()
		}()
	}
	mu.Lock()
	defer mu.Unlock()
	return lengths // failed
}
