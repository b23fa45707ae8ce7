// Package rejoined has no annotations. Objects have a WaitGroup for the goroutines that use them: who has made one, and has waited, has it to himself again.
package rejoined

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// Group is what golang.org/x/sync/errgroup has.
type Group struct {
	cancel  context.CancelCauseFunc
	wg      sync.WaitGroup
	errOnce sync.Once
	err     error
}

func WithContext(ctx context.Context) (*Group, context.Context) {
	ctx, cancel := context.WithCancelCause(ctx)
	return &Group{cancel: cancel}, ctx
}

func (g *Group) Wait() error {
	g.wg.Wait()
	if g.cancel != nil {
		g.cancel(g.err)
	}
	return g.err
}

func (g *Group) Go(f func() error) {
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
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

// Tasks are run by Go of the WaitGroup.
type Tasks struct {
	wg   sync.WaitGroup
	once sync.Once
	err  error
}

func (t *Tasks) Run(f func() error) {
	t.wg.Go(func() {
		if err := f(); err != nil {
			t.once.Do(func() { t.err = err })
		}
	})
}

func (t *Tasks) Wait() error {
	t.wg.Wait()
	return t.err
}

// Multi has all errors.
type Multi struct {
	wg   sync.WaitGroup
	mu   sync.Mutex
	errs []error
}

func (m *Multi) Go(f func() error) {
	m.wg.Add(1)
	go func() {
		defer m.wg.Done()
		if err := f(); err != nil {
			m.mu.Lock()
			m.errs = append(m.errs, err)
			m.mu.Unlock()
		}
	}()
}

func (m *Multi) Wait() error {
	m.wg.Wait()
	return errors.Join(m.errs...) // failed inlined
}

func Sum(xs []int) (int, error) {
	var g Multi
	var mu sync.Mutex
	total := 0
	for _, x := range xs {
		g.Go(func() error {
			if x < 0 {
				return fmt.Errorf("negative: %d", x)
			}
			mu.Lock()
			total += x
			mu.Unlock()
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return 0, err
	}
	mu.Lock()
	defer mu.Unlock()
	return total, nil
}

// A crawl starts more goroutines from those that it has.
type crawl struct {
	wg    sync.WaitGroup
	mu    sync.Mutex
	seen  map[string]bool
	count int
}

func (c *crawl) visit(url string, depth int) {
	defer c.wg.Done()
	c.mu.Lock()
	if c.seen[url] || depth == 0 {
		c.mu.Unlock()
		return
	}
	c.seen[url] = true
	c.count++
	c.mu.Unlock()
	for i := range 3 {
		c.wg.Add(1)
		go c.visit(fmt.Sprint(url, i), depth-1)
	}
}

func newCrawl() *crawl { return &crawl{seen: map[string]bool{}} }

func Crawl(url string) int {
	c := &crawl{seen: map[string]bool{}}
	c.wg.Add(1)
	go c.visit(url, 3)
	c.wg.Wait()
	return c.count + len(c.seen)
}

// Again uses the object once more.
func Again(url string) int {
	c := newCrawl()
	for range 2 {
		c.wg.Add(1)
		go c.visit(url, 3)
		c.wg.Wait()
		clear(c.seen)
		c.count = 0
	}
	return c.count
}

// A collector has both by embedding. What it has collected is returned.
type collector struct {
	sync.WaitGroup
	sync.Mutex
	results map[string]int
	errs    []error
}

func Collect(names []string, f func(string) (int, error)) (map[string]int, []error) {
	c := &collector{results: map[string]int{}}
	for _, n := range names {
		c.Add(1)
		go func(n string) {
			defer c.Done()
			v, err := f(n)
			c.Lock()
			defer c.Unlock()
			if err != nil {
				c.errs = append(c.errs, err)
				return
			}
			c.results[n] = v
		}(n)
	}
	c.Wait()
	return c.results, c.errs
}

// A runner is made by a function that sets some fields, and stops the others at the first error.
type runner struct {
	ctx    context.Context
	cancel context.CancelFunc
	wg     sync.WaitGroup
	mu     sync.Mutex
	err    error
}

func newRunner(ctx context.Context) *runner {
	r := &runner{}
	r.ctx, r.cancel = context.WithCancel(ctx)
	return r
}

func (r *runner) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = err
		r.cancel()
	}
}

func (r *runner) run(f func(context.Context) error) {
	defer r.wg.Done()
	if err := f(r.ctx); err != nil {
		r.fail(err)
	}
}

func RunAll(ctx context.Context, fs ...func(context.Context) error) error {
	r := newRunner(ctx)
	defer r.cancel()
	for _, f := range fs {
		r.wg.Add(1)
		go r.run(f)
	}
	r.wg.Wait()
	return r.err
}

// A stage leads to objects, and is a variable.
type stage struct {
	mu   sync.Mutex
	wg   sync.WaitGroup
	seen []item
	byID map[int]*item
}

type item struct {
	id int
	ok bool
}

func (s *stage) add(i int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	it := &item{id: i}
	s.byID[i] = it
	it.ok = true
	s.seen = append(s.seen, *it)
}

func Stage(n int) []item {
	s := stage{byID: map[int]*item{}}
	for i := range n {
		s.wg.Go(func() { s.add(i) })
	}
	s.wg.Wait()
	for _, it := range s.byID {
		it.ok = false
	}
	return s.seen
}

// A job has Go run a method of its own, and pays in a deferred literal.
type job struct {
	wg sync.WaitGroup
	mu sync.Mutex
	n  int
}

func (j *job) step() {
	j.mu.Lock()
	j.n++
	j.mu.Unlock()
}

func (j *job) Run(sem chan struct{}) int {
	for range 3 {
		j.wg.Go(j.step)
		sem <- struct{}{}
		j.wg.Add(1)
		go func() {
			defer func() {
				<-sem
				j.wg.Done()
			}()
			j.step()
		}()
	}
	j.wg.Wait()
	return j.n
}

func UseJob() int { return new(job).Run(make(chan struct{}, 3)) }

// Unwaited returns what goroutines still write.
func Unwaited(n int) []item {
	s := stage{byID: map[int]*item{}}
	for i := range n {
		s.wg.Go(func() { s.add(i) })
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen // failed
}

// Rest returns it when it has waited for some of them.
func Rest(n int) []item {
	s := stage{byID: map[int]*item{}}
	for i := range n {
		s.wg.Go(func() { s.add(i) })
	}
	s.wg.Wait()
	s.wg.Go(func() { s.add(n) })
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen // failed
}

// Early reads before all have ended.
func Early(url string) int {
	c := newCrawl()
	c.wg.Add(1)
	go c.visit(url, 3)
	n := c.count // failed
	c.wg.Wait()
	return n
}

// More starts another one when it has waited.
func More(url string) int {
	c := newCrawl()
	c.wg.Add(1)
	go c.visit(url, 3)
	c.wg.Wait()
	c.wg.Add(1)
	go c.visit(url, 2)
	return c.count // failed
}

func (c *crawl) report() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.count++
}

// state holds the lock, as most code does.
func (c *crawl) state() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.count < 10:
		return fmt.Sprint("few: ", c.count, len(c.seen))
	case c.count < 100:
		return fmt.Sprint("some: ", c.count, len(c.seen))
	case c.count < 1000:
		return fmt.Sprint("many: ", c.count, len(c.seen))
	case c.count < 10000:
		return fmt.Sprint("very many: ", c.count, len(c.seen))
	}
	return fmt.Sprint("too many: ", c.count, len(c.seen))
}

// A tally is for those who pay in other ways.
type tally struct {
	wg sync.WaitGroup
	mu sync.Mutex
	n  int
}

func (c *tally) add() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
}

func (c *tally) state() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.n < 10:
		return fmt.Sprint("few: ", c.n)
	case c.n < 100:
		return fmt.Sprint("some: ", c.n)
	}
	return fmt.Sprint("many: ", c.n)
}

// Watched has a goroutine that nobody waits for.
func Watched(url string) int {
	c := newCrawl()
	c.wg.Add(1)
	go c.visit(url, 3)
	go c.report()
	c.wg.Wait()
	return c.count // failed
}

func (c *tally) hurry() {
	c.add()
	c.wg.Done()
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

// Hurried has goroutines go on when they have paid.
func Hurried() int {
	c := new(tally)
	c.wg.Add(1)
	go c.hurry()
	c.wg.Wait()
	return c.n // failed
}

// Order pays before another deferred call.
func Order() int {
	c := new(tally)
	c.wg.Add(1)
	go func() {
		defer c.add()
		defer c.wg.Done()
	}()
	c.wg.Wait()
	return c.n // failed
}

// Anew pays, and adds again.
func Anew() int {
	c := new(tally)
	c.wg.Add(1)
	go func() {
		defer c.wg.Done()
		c.wg.Done()
		c.wg.Add(1)
		c.add()
	}()
	c.wg.Wait()
	return c.n // failed
}

// Less adds less than nothing.
func Less() int {
	c := new(tally)
	c.wg.Add(1)
	go func() {
		defer c.wg.Done()
		c.wg.Add(-1)
		c.wg.Add(1)
		c.add()
	}()
	c.wg.Wait()
	return c.n // failed
}

func (c *tally) work() {
	defer c.wg.Done()
	c.add()
}

// Helper has a goroutine call what pays.
func Helper() int {
	c := new(tally)
	c.wg.Add(1)
	go func() {
		c.work()
		c.add()
	}()
	c.wg.Wait()
	return c.n // failed
}

// Other pays for another object.
func Other(url string) int {
	c, d := newCrawl(), newCrawl()
	c.wg.Add(1)
	go func() {
		defer c.wg.Done()
		d.report()
	}()
	c.wg.Wait()
	return d.count // failed
}

// Nested starts a goroutine that pays nothing.
func Nested() int {
	c := newCrawl()
	c.wg.Go(func() {
		go c.report()
	})
	c.wg.Wait()
	return c.count // failed
}

// Kept is known to others by a channel.
func Kept(to chan<- *crawl, url string) int {
	c := newCrawl()
	c.wg.Add(1)
	go c.visit(url, 3)
	to <- c
	c.wg.Wait()
	return c.count // failed
}

// Two waits in another goroutine, too, and writes.
func Two(url string) int {
	c := newCrawl()
	c.wg.Add(1)
	go c.visit(url, 3)
	go func() {
		c.wg.Wait()
		c.count = 0 // failed
	}()
	c.wg.Wait()
	return c.count // failed
}

// Service has a group that several goroutines use.
type Service struct {
	g Multi
}

func (s *Service) Do(f func() error) { s.g.Go(f) }

func (s *Service) Stop() error { return s.g.Wait() } // unfounded

// A Pair has two.
type Pair struct {
	a, b sync.WaitGroup
	mu   sync.Mutex
	n    int
}

func (p *Pair) add() {
	p.mu.Lock()
	p.n++
	p.mu.Unlock()
}

// Both waits for one of them.
func Both() int {
	p := &Pair{}
	p.a.Add(1)
	p.b.Add(1)
	go func() {
		defer p.a.Done()
		p.add()
	}()
	go func() {
		defer p.b.Done()
		p.add()
	}()
	p.a.Wait()
	return p.n // failed
}
