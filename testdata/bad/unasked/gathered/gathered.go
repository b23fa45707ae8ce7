// Package gathered has no annotations. Goroutines gather results for the function that waits for them.
package gathered

import (
	"bytes"
	"sync"
)

func Count(words []string) int {
	var mu sync.Mutex
	n := 0
	var wg sync.WaitGroup
	for range words {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			n++
			mu.Unlock()
		}()
	}
	wg.Wait()
	return n
}

func Names(words []string) []string {
	var mu sync.Mutex
	var out []string
	var wg sync.WaitGroup
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

func Map(words []string) map[string]int {
	var mu sync.Mutex
	out := make(map[string]int)
	var wg sync.WaitGroup
	for _, w := range words {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			out[w] = len(w)
			mu.Unlock()
		}()
	}
	wg.Wait()
	return out
}

func Err(fs []func() error) error {
	var mu sync.Mutex
	var first error
	var wg sync.WaitGroup
	for _, f := range fs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if err := f(); err != nil {
				mu.Lock()
				if first == nil {
					first = err
				}
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	return first
}

func Once(fs []func() error) error {
	var once sync.Once
	var first error
	var wg sync.WaitGroup
	for _, f := range fs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if err := f(); err != nil {
				once.Do(func() { first = err })
			}
		}()
	}
	wg.Wait()
	return first
}

var bufs = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func Format(s string) string {
	b := bufs.Get().(*bytes.Buffer)
	b.Reset()
	b.WriteString(s)
	out := b.String()
	bufs.Put(b)
	return out
}

func Format2(s string) string {
	b := bufs.Get().(*bytes.Buffer)
	defer bufs.Put(b)
	b.Reset()
	b.WriteString(s)
	return b.String()
}

func Results(fs []func() int) []int {
	ch := make(chan int, len(fs))
	for _, f := range fs {
		go func() { ch <- f() }()
	}
	var out []int
	for range fs {
		out = append(out, <-ch)
	}
	return out
}

type result struct {
	i   int
	v   string
	err error
}

func Results2(fs []func() (string, error)) ([]string, error) {
	ch := make(chan result)
	for i, f := range fs {
		go func() {
			v, err := f()
			ch <- result{i, v, err}
		}()
	}
	out := make([]string, len(fs))
	for range fs {
		r := <-ch
		if r.err != nil {
			return nil, r.err
		}
		out[r.i] = r.v
	}
	return out, nil
}

func Sem(fs []func()) {
	sem := make(chan struct{}, 4)
	var wg sync.WaitGroup
	for _, f := range fs {
		sem <- struct{}{}
		wg.Add(1)
		go func() {
			defer func() { <-sem; wg.Done() }()
			f()
		}()
	}
	wg.Wait()
}
