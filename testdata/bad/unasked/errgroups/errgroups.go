// Package errgroups has no annotations. Goroutines of an errgroup.Group write results, which others read too early, or which are not theirs.
package errgroups

import (
	"context"
	"errors"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Early reads before it waits.
func Early(xs []int) int {
	out := make([]int, len(xs))
	var g errgroup.Group
	for i, x := range xs {
		g.Go(func() error {
			out[i] = x * x
			return nil
		})
	}
	first := out[0] // failed
	_ = g.Wait()
	return first
}

// Never does not wait.
func Never(xs []int) []int {
	out := make([]int, len(xs))
	var g errgroup.Group
	for i, x := range xs {
		g.Go(func() error {
			out[i] = x * x
			return nil
		})
	}
	return out // failed
}

// Same has all goroutines write one element.
func Same(xs []int) ([]int, error) {
	out := make([]int, 1)
	var g errgroup.Group
	for _, x := range xs {
		g.Go(func() error { // failed
			out[0] = x
			return nil
		})
	}
	err := g.Wait()
	return out, err
}

// Unlocked counts in several goroutines without a lock.
func Unlocked(xs []int) (int, error) {
	n := 0
	var g errgroup.Group
	for range xs {
		g.Go(func() error { // failed
			n++
			return nil
		})
	}
	err := g.Wait()
	return n, err // failed
}

// Other waits for another group.
func Other(xs []int) ([]int, error) {
	out := make([]int, len(xs))
	var g, h errgroup.Group
	for i, x := range xs {
		g.Go(func() error {
			out[i] = x
			return nil
		})
	}
	err := h.Wait()
	return out, err // failed
}

// Sometimes waits on one way only.
func Sometimes(ctx context.Context, xs []string) (map[string]int, error) {
	g, ctx := errgroup.WithContext(ctx)
	var mu sync.Mutex
	out := make(map[string]int)
	for _, x := range xs {
		g.Go(func() error {
			mu.Lock()
			out[x] = len(x)
			mu.Unlock()
			return nil
		})
	}
	if ctx.Err() == nil {
		if err := g.Wait(); err != nil {
			return nil, err
		}
	}
	return out, nil // failed
}

// Cancelled takes the end of the context for the end of the goroutines.
func Cancelled(ctx context.Context, xs []int) ([]int, error) {
	g, ctx := errgroup.WithContext(ctx)
	out := make([]int, len(xs))
	for i, x := range xs {
		g.Go(func() error {
			out[i] = x
			return errors.New("no")
		})
	}
	<-ctx.Done()
	return out, ctx.Err() // failed
}

// Again starts one more after Wait.
func Again() (int, error) {
	n := 0
	var g errgroup.Group
	g.Go(func() error {
		n = 1
		return nil
	})
	if err := g.Wait(); err != nil {
		return 0, err
	}
	g.Go(func() error {
		n = 2
		return nil
	})
	return n, nil // failed
}

// Maybe reads what a goroutine writes that was started, or not.
func Maybe() int {
	n := 0
	var g errgroup.Group
	if g.TryGo(func() error {
		n = 1
		return nil
	}) {
		return n // failed
	}
	return n
}

// Not takes a goroutine for started that was not.
func Not() int {
	n := 0
	var g errgroup.Group
	started := g.TryGo(func() error {
		n = 1
		return nil
	})
	if !started {
		n = 2
	} else {
		n = 3 // failed
	}
	_ = g.Wait()
	return n
}

// Inner starts a goroutine that the group does not wait for.
func Inner() (int, error) {
	n := 0
	var g errgroup.Group
	g.Go(func() error {
		go func() { // failed
			n++
		}()
		return nil
	})
	err := g.Wait()
	return n, err
}

// Closed closes before all have sent.
func Closed(xs []int) {
	ch := make(chan int, len(xs))
	var g errgroup.Group
	for _, x := range xs {
		g.Go(func() error {
			ch <- x
			return nil
		})
	}
	close(ch) // failed
	_ = g.Wait()
}

// Waiter closes a channel on which others still send, as it waits for another group.
func Waiter(xs []int) <-chan int {
	ch := make(chan int)
	var g, h errgroup.Group
	for _, x := range xs {
		g.Go(func() error {
			ch <- x
			return nil
		})
	}
	go func() { // failed
		_ = h.Wait()
		close(ch)
	}()
	return ch
}

// Limited changes the limit while goroutines run.
func Limited(xs []func() error) error {
	var g errgroup.Group
	for _, f := range xs {
		g.Go(f)
	}
	g.SetLimit(2) // failed
	return g.Wait()
}

type pool struct {
	g errgroup.Group
	n int
}

// Limit changes the limit of a group that others may use.
func (p *pool) Limit(n int) {
	p.g.SetLimit(n) // failed
}

// OtherObject waits for another group.
func OtherObject(xs []int) ([]int, error) {
	out := make([]int, len(xs))
	g := new(errgroup.Group)
	for i, x := range xs {
		g.Go(func() error {
			out[i] = x
			return nil
		})
	}
	h := new(errgroup.Group)
	err := h.Wait()
	return out, err // failed
}

// Replaced waits for the last of several groups.
func Replaced(xs []int) ([]int, error) {
	out := make([]int, len(xs))
	g := new(errgroup.Group)
	for i, x := range xs {
		g.Go(func() error {
			out[i] = x
			return nil
		})
		g = new(errgroup.Group)
	}
	err := g.Wait()
	return out, err // failed
}

// ReplacedLocked does the same with a map under a lock.
func ReplacedLocked(xs []string) (map[string]int, error) {
	out := make(map[string]int)
	var mu sync.Mutex
	g := new(errgroup.Group)
	for _, x := range xs {
		g.Go(func() error {
			mu.Lock()
			out[x] = len(x)
			mu.Unlock()
			return nil
		})
		g = new(errgroup.Group)
	}
	err := g.Wait()
	return out, err // failed
}

// InLoop makes a group in each iteration, and waits for the last.
func InLoop(xs []string) (map[string]int, error) {
	out := make(map[string]int)
	var mu sync.Mutex
	var err error
	for i, x := range xs {
		var g errgroup.Group
		g.Go(func() error {
			mu.Lock()
			out[x] = len(x)
			mu.Unlock()
			return nil
		})
		if i == len(xs)-1 {
			err = g.Wait()
		}
	}
	return out, err // failed
}

type failure struct {
	msg   string
	count int
}

func (f *failure) Error() string { return f.msg }

// Returned changes an error that Wait may have returned to somebody.
func Returned(g *errgroup.Group) {
	f := &failure{msg: "no"}
	g.Go(func() error {
		f.count++ // failed
		return f
	})
}

// Variable returns the address of a variable that comes back.
func Variable(p *pool) (int, error) {
	var f failure
	var g errgroup.Group
	g.Go(func() error { // failed
		f.msg = "no"
		return &f // failed
	})
	err := g.Wait()
	return f.count, err
}

// Overwritten makes a new group of one that counts.
func Overwritten() (int, error) {
	n := 0
	var g errgroup.Group
	g.Go(func() error {
		n = 1
		return nil
	})
	g = errgroup.Group{} // failed
	err := g.Wait()
	return n, err
}
