// Package awaited has no annotations and is right: channels that stand for a WaitGroup, and what literals pay or close.
package awaited

import (
	"context"
	"errors"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

func WaitDone(xs []int) []int {
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
	<-done
	return out
}

func WaitLocked(xs []int) int {
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
	<-done
	return total
}

func WaitTimeout(xs []int) ([]int, error) {
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
		return nil, errors.New("timeout")
	}
}

func WaitCtx(ctx context.Context, xs []int) (int, error) {
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
		defer close(done)
		wg.Wait()
	}()
	select {
	case <-done:
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	return total, nil
}

func WaitPartial(ctx context.Context, xs []int) int {
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
	case <-ctx.Done():
	}
	mu.Lock()
	defer mu.Unlock()
	return total
}

func WaitBool(fs []func()) bool {
	var wg sync.WaitGroup
	for _, f := range fs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			f()
		}()
	}
	done := make(chan struct{})
	go func() {
		wg.Wait()
		close(done)
	}()
	select {
	case <-done:
		return true
	case <-time.After(time.Second):
		return false
	}
}

func ClosesGo(xs []int) []int {
	ch := make(chan int)
	var g sync.WaitGroup
	for _, x := range xs {
		g.Go(func() {
			ch <- x
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

func WaitErrGroup(ctx context.Context, xs []string) (map[string]int, error) {
	var mu sync.Mutex
	out := map[string]int{}
	var g errgroup.Group
	for _, x := range xs {
		g.Go(func() error {
			mu.Lock()
			defer mu.Unlock()
			out[x]++
			return nil
		})
	}
	done := make(chan struct{})
	go func() {
		_ = g.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	out["all"] = len(out)
	return out, nil
}

func SentError(ctx context.Context, fs []func() error) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, f := range fs {
		g.Go(f)
	}
	ch := make(chan error, 1)
	go func() { ch <- g.Wait() }()
	select {
	case err := <-ch:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func SentDone(fs []func()) {
	var wg sync.WaitGroup
	for _, f := range fs {
		wg.Go(f)
	}
	done := make(chan bool)
	go func() {
		wg.Wait()
		done <- true
	}()
	<-done
}

type tasks struct {
	errgroup.Group
	mu sync.Mutex
	n  int
}

func (t *tasks) Inc() {
	t.Go(func() error {
		t.mu.Lock()
		t.n++
		t.mu.Unlock()
		return nil
	})
}

func GroupParam(g *errgroup.Group, xs []int) []int {
	out := make([]int, len(xs))
	for i := range xs {
		g.Go(func() error {
			out[i] = xs[i]
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil
	}
	return out
}

func NamedTask() error {
	var g errgroup.Group
	g.Go(task)
	g.Go(task)
	return g.Wait()
}

func task() error { return nil }

func StartWorkers(jobs []int) []int {
	in := make(chan int)
	out := make(chan int, len(jobs))
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go worker(in, out, &wg)
	}
	for _, j := range jobs {
		in <- j
	}
	close(in)
	wg.Wait()
	close(out)
	var all []int
	for x := range out {
		all = append(all, x)
	}
	return all
}

func worker(in <-chan int, out chan<- int, wg *sync.WaitGroup) {
	defer func() { wg.Done() }()
	for j := range in {
		out <- 2 * j
	}
}
