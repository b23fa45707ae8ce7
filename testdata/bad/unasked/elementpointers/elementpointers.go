// Package elementpointers has no annotations. Each goroutine gets a pointer to an element of a slice, and the function waits for them before it reads.
package elementpointers

import (
	"context"
	"fmt"
	"sync"
)

type result struct {
	name string
	size int
	err  error
}

// Fetch has the pointer in a variable.
func Fetch(names []string, get func(string) (int, error)) []result {
	out := make([]result, len(names))
	var wg sync.WaitGroup
	for i, name := range names {
		r := &out[i]
		wg.Go(func() {
			r.name = name
			r.size, r.err = get(name)
		})
	}
	wg.Wait()
	return out
}

// Statement has go statements, and goroutines that read what they have written.
func Statement(n int) int {
	out := make([]int, n)
	var wg sync.WaitGroup
	for i := range n {
		p := &out[i]
		wg.Add(1)
		go func() {
			defer wg.Done()
			*p = i * i
			*p += 1
		}()
	}
	wg.Wait()
	sum := 0
	for _, x := range out {
		sum += x
	}
	return sum
}

type shard struct{ sum, count int }

func work(s *shard, x int) {
	s.sum += x
	s.count++
}

// Helped has a helper use the pointer, in a loop with a counter.
func Helped(n int) int {
	shards := make([]shard, n)
	var wg sync.WaitGroup
	for i := 0; i < n; i++ {
		s := &shards[i]
		wg.Go(func() { work(s, i) })
	}
	wg.Wait()
	return shards[0].sum
}

// Two has one goroutine for each half.
func Two() (int, int) {
	out := make([]shard, 2)
	var wg sync.WaitGroup
	a, b := &out[0], &out[1]
	wg.Go(func() { a.sum = 1 })
	wg.Go(func() { b.sum = 2 })
	wg.Wait()
	return out[0].sum, out[1].sum
}

// Before sets up the element before it is handed over.
func Before(names []string) []result {
	out := make([]result, len(names))
	var wg sync.WaitGroup
	for i, name := range names {
		r := &out[i]
		r.name = name
		wg.Add(1)
		go func() {
			defer wg.Done()
			r.err = fmt.Errorf("no %s", r.name)
		}()
	}
	wg.Wait()
	return out
}

// Inner uses the pointer in a literal inside the one that the goroutine runs.
func Inner(ctx context.Context, n int, do func(context.Context, int) error) []error {
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		err := &errs[i]
		wg.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					*err = fmt.Errorf("panic: %v", r)
				}
			}()
			*err = do(ctx, i)
		})
	}
	wg.Wait()
	return errs
}

// Passed passes the pointer as an argument of the go statement.
func Passed(names []string) []result {
	out := make([]result, len(names))
	var wg sync.WaitGroup
	for i, name := range names {
		wg.Add(1)
		go func(r *result, name string) {
			defer wg.Done()
			r.name = name
			r.size = len(r.name)
		}(&out[i], name)
	}
	wg.Wait()
	return out
}
