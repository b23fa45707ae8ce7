// Package payinghelpers has no annotations. Goroutines pay their Done by a helper, as those of golang.org/x/sync/errgroup do.
package payinghelpers

import (
	"context"
	"sync"
)

type token struct{}

// Group is what golang.org/x/sync/errgroup has, with a number of goroutines that are never exceeded.
type Group struct {
	cancel  context.CancelCauseFunc
	wg      sync.WaitGroup
	sem     chan token
	errOnce sync.Once
	err     error
}

func New(ctx context.Context, limit int) (*Group, context.Context) {
	ctx, cancel := context.WithCancelCause(ctx)
	return &Group{cancel: cancel, sem: make(chan token, limit)}, ctx
}

func (g *Group) done() {
	if g.sem != nil {
		<-g.sem
	}
	g.wg.Done()
}

func (g *Group) Wait() error {
	g.wg.Wait()
	if g.cancel != nil {
		g.cancel(g.err)
	}
	return g.err
}

func (g *Group) Go(f func() error) {
	if g.sem != nil {
		g.sem <- token{}
	}
	g.wg.Add(1)
	go func() {
		defer g.done()
		if err := f(); err != nil {
			g.errOnce.Do(func() {
				g.err = err
				if g.cancel != nil {
					g.cancel(g.err)
				}
			})
		}
	}()
}

// Squares has results in a slice, by way of the group.
func Squares(ctx context.Context, xs []int) ([]int, error) {
	g, _ := New(ctx, 3)
	out := make([]int, len(xs))
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

// finish is a function with parameters.
func finish(wg *sync.WaitGroup, sem chan token) {
	<-sem
	wg.Done()
}

func Doubles(xs []int) []int {
	out := make([]int, len(xs))
	sem := make(chan token, 4)
	wg := new(sync.WaitGroup)
	for i, x := range xs {
		sem <- token{}
		wg.Add(1)
		go func() {
			defer finish(wg, sem)
			out[i] = 2 * x
		}()
	}
	wg.Wait()
	return out
}

// A crawl has a helper that recovers, for a method that goroutines run.
type crawl struct {
	wg   sync.WaitGroup
	mu   sync.Mutex
	seen map[string]int
}

func (c *crawl) leave() {
	if r := recover(); r != nil {
		println("panic")
	}
	c.wg.Done()
}

func (c *crawl) visit(url string) {
	defer c.leave()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seen[url]++
}

func Crawl(urls []string) int {
	c := &crawl{seen: map[string]int{}}
	for _, url := range urls {
		c.wg.Add(1)
		go c.visit(url)
	}
	c.wg.Wait()
	return len(c.seen)
}

// AtEnd calls the helper, and defers nothing.
func AtEnd(xs []int) int {
	n := 0
	sem := make(chan token, 1)
	wg := new(sync.WaitGroup)
	sem <- token{}
	wg.Add(1)
	go func() {
		for _, x := range xs {
			n += x
		}
		finish(wg, sem)
	}()
	wg.Wait()
	return n
}

// Early goes on after it has paid.
func Early(xs []int) int {
	n := 0
	sem := make(chan token, 1)
	wg := new(sync.WaitGroup)
	sem <- token{}
	wg.Add(1)
	go func() {
		finish(wg, sem)
		for _, x := range xs {
			n += x // failed
		}
	}()
	wg.Wait()
	return n
}

// Unwaited does not wait.
func Unwaited(xs []int) []int {
	out := make([]int, len(xs))
	sem := make(chan token, 4)
	wg := new(sync.WaitGroup)
	for i, x := range xs {
		sem <- token{}
		wg.Add(1)
		go func() {
			defer finish(wg, sem)
			out[i] = 2 * x
		}()
	}
	return out // failed
}

// Twice pays what another goroutine owes.
func Twice(xs []int) []int {
	out := make([]int, len(xs))
	sem := make(chan token, 4)
	wg := new(sync.WaitGroup)
	for i, x := range xs {
		sem <- token{}
		wg.Add(1)
		go func() {
			defer finish(wg, sem) // failed
			defer finish(wg, sem)
			out[i] = 2 * x
		}()
	}
	wg.Wait()
	return out
}

// Other pays another WaitGroup by the time it ends.
func Other(xs []int) []int {
	out := make([]int, len(xs))
	sem := make(chan token, 4)
	wg, other := new(sync.WaitGroup), new(sync.WaitGroup)
	for i, x := range xs {
		sem <- token{}
		other.Add(1)
		go func() {
			defer finish(other, sem)
			out[i] = 2 * x
		}()
	}
	wg.Wait()
	return out // failed
}

// A tally is for those who go on.
type tally struct {
	wg sync.WaitGroup
	mu sync.Mutex
	n  int
}

func (t *tally) add() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n++
}

func (t *tally) leave() { t.wg.Done() }

// Last has it deferred first, so that it comes last.
func Last() int {
	t := new(tally)
	t.wg.Add(1)
	go func() {
		defer t.leave()
		t.add()
	}()
	t.wg.Wait()
	return t.n
}

// After has another call deferred first, which comes after the helper's.
func After() int {
	t := new(tally)
	t.wg.Add(1)
	go func() {
		defer t.add()
		defer t.leave()
	}()
	t.wg.Wait()
	return t.n // failed
}

func (t *tally) leaveAndStart() {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
	go t.add()
	t.wg.Done()
}

// Starts has a helper that starts another goroutine.
func Starts() int {
	t := new(tally)
	t.wg.Add(1)
	go func() {
		defer t.leaveAndStart()
		t.add()
	}()
	t.wg.Wait()
	return t.n // failed
}

// Hurried has the helper called in the midst.
func Hurried() int {
	t := new(tally)
	t.wg.Add(1)
	go func() {
		t.leave()
		t.add()
	}()
	t.wg.Wait()
	return t.n // failed
}

// A late has a helper that goes on itself.
type late struct {
	wg sync.WaitGroup
	mu sync.Mutex
	n  int
}

func (l *late) add() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n++
}

func (l *late) leaveAndAdd() {
	l.wg.Done()
	l.add()
}

func Late() int {
	l := new(late)
	l.wg.Add(1)
	go func() {
		defer l.leaveAndAdd()
		l.add()
	}()
	l.wg.Wait()
	return l.n // failed
}

// A swap is for a variable that changes.
type swap struct {
	wg sync.WaitGroup
	mu sync.Mutex
	n  int
}

func (s *swap) add() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
}

func (s *swap) leave() { s.wg.Done() }

// Swapped has another object in the variable by then.
func Swapped() int {
	t := new(swap)
	t.wg.Add(1)
	go func(t *swap) {
		defer t.add()
		defer t.leave()
		t = new(swap)
		t.add()
	}(t)
	t.wg.Wait()
	return t.n // failed
}

// A count has its helper as a value.
type count struct {
	wg sync.WaitGroup
	mu sync.Mutex
	n  int
}

func (c *count) add() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
}

func (c *count) leave() { c.wg.Done() }

func Valued() int {
	c := new(count)
	c.wg.Add(1)
	go func() {
		leave := c.leave
		leave()
		c.add()
	}()
	c.wg.Wait()
	return c.n // failed
}

// A pool has a helper that needs a lock, which its callers hold.
type pool struct {
	mu     sync.Mutex
	wg     sync.WaitGroup
	active int
}

func (p *pool) finish() {
	p.active--
	p.wg.Done()
}

func (p *pool) Run(f func()) {
	p.mu.Lock()
	p.active++
	p.mu.Unlock()
	p.wg.Add(1)
	go func() {
		f()
		p.mu.Lock()
		p.finish()
		p.mu.Unlock()
	}()
}

func (p *pool) Wait() { p.wg.Wait() }

// A workers has one that takes it.
type workers struct {
	mu     sync.Mutex
	wg     sync.WaitGroup
	active int
}

func (w *workers) finish() {
	w.mu.Lock()
	w.active--
	w.mu.Unlock()
	w.wg.Done()
}

func Work(fs []func()) int {
	w := new(workers)
	for _, f := range fs {
		w.mu.Lock()
		w.active++
		w.mu.Unlock()
		w.wg.Add(1)
		go func() {
			defer w.finish()
			f()
		}()
	}
	w.wg.Wait()
	return w.active
}
