// Package fanouts has no annotations and is right: goroutines that somebody waits for, as people write them.
package fanouts

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"
)

func Squares(xs []int) ([]int, error) {
	out := make([]int, len(xs))
	var g errgroup.Group
	for i, x := range xs {
		g.Go(func() error {
			out[i] = x * x
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return out, nil
}

func Ctx(ctx context.Context, xs []string, f func(context.Context, string) (int, error)) ([]int, error) {
	g, ctx := errgroup.WithContext(ctx)
	out := make([]int, len(xs))
	for i, x := range xs {
		g.Go(func() error {
			v, err := f(ctx, x)
			if err != nil {
				return err
			}
			out[i] = v
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return out, nil
}

func Limited(xs []int) (int, error) {
	var g errgroup.Group
	g.SetLimit(4)
	var mu sync.Mutex
	total := 0
	for _, x := range xs {
		g.Go(func() error {
			mu.Lock()
			defer mu.Unlock()
			total += x
			return nil
		})
	}
	err := g.Wait()
	return total, err
}

func Pair() (string, string, error) {
	var g errgroup.Group
	var a, b string
	g.Go(func() error {
		a = "a"
		return nil
	})
	g.Go(func() error {
		b = "b"
		return nil
	})
	if err := g.Wait(); err != nil {
		return "", "", err
	}
	return a, b, nil
}

func Closes(xs []int) []int {
	ch := make(chan int)
	var g errgroup.Group
	for _, x := range xs {
		g.Go(func() error {
			ch <- x
			return nil
		})
	}
	go func() {
		g.Wait()
		close(ch)
	}()
	var out []int
	for x := range ch {
		out = append(out, x)
	}
	return out
}

func CloseAfter(xs []int) []int {
	ch := make(chan int, len(xs))
	var g errgroup.Group
	for _, x := range xs {
		g.Go(func() error {
			ch <- x
			return nil
		})
	}
	_ = g.Wait()
	close(ch)
	var out []int
	for x := range ch {
		out = append(out, x)
	}
	return out
}

func Try(xs []int) ([]int, error) {
	out := make([]int, len(xs))
	var g errgroup.Group
	g.SetLimit(2)
	for i, x := range xs {
		if !g.TryGo(func() error {
			out[i] = x
			return nil
		}) {
			continue
		}
	}
	err := g.Wait()
	return out, err
}

func Names(xs []string) ([]string, error) {
	var mu sync.Mutex
	var out []string
	g := new(errgroup.Group)
	for _, x := range xs {
		g.Go(func() error {
			mu.Lock()
			defer mu.Unlock()
			out = append(out, x)
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return out, nil
}

func CtxMap(ctx context.Context, xs []string, f func(context.Context, string) (int, error)) (map[string]int, error) {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(8)
	var mu sync.Mutex
	out := make(map[string]int)
	for _, x := range xs {
		g.Go(func() error {
			v, err := f(ctx, x)
			if err != nil {
				return err
			}
			mu.Lock()
			out[x] = v
			mu.Unlock()
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return out, nil
}

type Runner struct {
	g  *errgroup.Group
	mu sync.Mutex
	n  int
}

func (r *Runner) Add() {
	r.g.Go(func() error {
		r.mu.Lock()
		r.n++
		r.mu.Unlock()
		return nil
	})
}

func (r *Runner) Wait() error { return r.g.Wait() }

func Feed(g *errgroup.Group, xs []int, ch chan<- int) {
	g.Go(func() error {
		defer close(ch)
		for _, x := range xs {
			ch <- x
		}
		return nil
	})
}

func Weighted(ctx context.Context, xs []int) ([]int, error) {
	sem := semaphore.NewWeighted(4)
	out := make([]int, len(xs))
	var wg sync.WaitGroup
	for i, x := range xs {
		if err := sem.Acquire(ctx, 1); err != nil {
			wg.Wait()
			return nil, err
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer sem.Release(1)
			out[i] = x
		}()
	}
	wg.Wait()
	return out, nil
}

type Cache struct {
	flights singleflight.Group
	mu      sync.Mutex
	m       map[string]int
}

func (c *Cache) Get(k string, load func(string) (int, error)) (int, error) {
	c.mu.Lock()
	v, ok := c.m[k]
	c.mu.Unlock()
	if ok {
		return v, nil
	}
	x, err, _ := c.flights.Do(k, func() (any, error) {
		v, err := load(k)
		if err != nil {
			return 0, err
		}
		c.mu.Lock()
		if c.m == nil {
			c.m = map[string]int{}
		}
		c.m[k] = v
		c.mu.Unlock()
		return v, nil
	})
	if err != nil {
		return 0, err
	}
	return x.(int), nil
}

func SemInside(xs []int) []int {
	out := make([]int, len(xs))
	sem := make(chan struct{}, 4)
	var wg sync.WaitGroup
	for i, x := range xs {
		wg.Add(1)
		go func() {
			sem <- struct{}{}
			defer func() { <-sem; wg.Done() }()
			out[i] = x * x
		}()
	}
	wg.Wait()
	return out
}

func SemBefore(xs []int) []int {
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
			}()
			out[i] = x * x
		}()
	}
	wg.Wait()
	return out
}

func SemDefers(xs []int) map[int]int {
	out := map[int]int{}
	var mu sync.Mutex
	sem := make(chan struct{}, 4)
	var wg sync.WaitGroup
	for _, x := range xs {
		wg.Add(1)
		sem <- struct{}{}
		go func() {
			defer wg.Done()
			defer func() { <-sem }()
			mu.Lock()
			out[x]++
			mu.Unlock()
		}()
	}
	wg.Wait()
	return out
}

func SemParam(xs []int) []int {
	out := make([]int, len(xs))
	sem := make(chan bool, 4)
	var wg sync.WaitGroup
	for i, x := range xs {
		wg.Add(1)
		go func(i, x int) {
			defer wg.Done()
			sem <- true
			out[i] = x
			<-sem
		}(i, x)
	}
	wg.Wait()
	return out
}

func SemUnder(xs []int) int {
	total := 0
	var mu sync.Mutex
	sem := make(chan struct{}, 4)
	var wg sync.WaitGroup
	for _, x := range xs {
		sem <- struct{}{}
		wg.Add(1)
		go func() {
			defer func() {
				<-sem
				wg.Done()
			}()
			mu.Lock()
			defer mu.Unlock()
			total += x
		}()
	}
	wg.Wait()
	return total
}

func Incr(xs []string) map[string]int {
	var mu sync.Mutex
	out := map[string]int{}
	var wg sync.WaitGroup
	for _, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			out[x]++
			mu.Unlock()
		}()
	}
	wg.Wait()
	return out
}

func Order(xs []string) map[string]int {
	out := map[string]int{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			out[x] = 1
			mu.Unlock()
		}()
	}
	wg.Wait()
	return out
}

func OrderVar(xs []string) int {
	out := 0
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			out++
			mu.Unlock()
		}()
	}
	wg.Wait()
	return out
}

func Keys(xs []string) []string {
	var mu sync.Mutex
	out := map[string]int{}
	var wg sync.WaitGroup
	for _, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			out[x] = 1
			mu.Unlock()
		}()
	}
	wg.Wait()
	keys := make([]string, 0, len(out))
	for k := range out {
		keys = append(keys, k)
	}
	return keys
}
