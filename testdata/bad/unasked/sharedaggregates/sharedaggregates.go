// Package sharedaggregates has no annotations. Functions share structs and buffers with the goroutines that they wait for, under a lock of their own.
package sharedaggregates

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
)

type summary struct {
	passed, failed int
	errs           []error
	slowest        time.Duration
}

// Run returns the struct when all goroutines are done.
func Run(jobs []func() error) summary {
	var mu sync.Mutex
	var sum summary
	var wg sync.WaitGroup
	for _, job := range jobs {
		wg.Add(1)
		go func(job func() error) {
			defer wg.Done()
			began := time.Now()
			err := job()
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				sum.failed++
				sum.errs = append(sum.errs, err)
				return
			}
			sum.passed++
			sum.slowest = max(sum.slowest, time.Since(began))
		}(job)
	}
	wg.Wait()
	return sum
}

// Behind has it behind a pointer, which nobody else gets.
func Behind(jobs []func() error) (int, error) {
	var mu sync.RWMutex
	sum := &summary{failed: 0, passed: len(jobs)}
	var wg sync.WaitGroup
	for _, job := range jobs {
		wg.Go(func() {
			mu.RLock()
			give := sum.failed > 10
			mu.RUnlock()
			if give {
				return
			}
			if err := job(); err != nil {
				mu.Lock()
				sum.failed++
				sum.passed--
				sum.errs = append(sum.errs, err)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return sum.passed, errors.Join(sum.errs...)
}

// Copied looks at a copy while goroutines run.
func Copied(jobs []func(), seen func(int, int)) {
	var mu sync.Mutex
	var count struct{ begun, ended int }
	var wg sync.WaitGroup
	for _, job := range jobs {
		wg.Go(func() {
			mu.Lock()
			count.begun++
			mu.Unlock()
			job()
			mu.Lock()
			count.ended++
			now := count
			mu.Unlock()
			seen(now.begun, now.ended)
		})
	}
	wg.Wait()
}

// Report writes to a buffer.
func Report(names []string) string {
	var mu sync.Mutex
	var buf bytes.Buffer
	buf.WriteString("names:\n")
	var wg sync.WaitGroup
	for i, name := range names {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			fmt.Fprintf(&buf, "%d: %s\n", i, name)
		})
	}
	wg.Wait()
	return buf.String()
}

// Lines has a builder.
func Lines(names []string) (string, int) {
	var (
		mu sync.Mutex
		wg sync.WaitGroup
	)
	b := new(strings.Builder)
	for _, name := range names {
		wg.Add(1)
		go func() {
			defer wg.Done()
			line := strings.ToUpper(name)
			mu.Lock()
			b.WriteString(line)
			b.WriteByte('\n')
			mu.Unlock()
		}()
	}
	wg.Wait()
	return b.String(), b.Len()
}
