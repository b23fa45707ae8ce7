// Package converters has no annotations. Its methods make another object out of one that is being set up: whoever calls one has the object to himself, as the check says that they
// share with the methods which set it up. Where the code does not say so, or lets others know the object first, that is found.
package converters

import (
	"context"
	"sync"
)

// A Pool makes its channel when it is first used.
type Pool struct {
	once  sync.Once
	tasks chan func()
	limit chan struct{}
}

// New returns a pool.
func New() *Pool { return &Pool{} }

// WithLimit sets the limit.
func (p *Pool) WithLimit(n int) *Pool {
	p.unused()
	p.limit = make(chan struct{}, n)
	return p
}

// WithErrors makes one of which the tasks return errors.
func (p *Pool) WithErrors() *ErrorPool {
	p.unused()
	return &ErrorPool{pool: p.settings()}
}

// WithContext makes one of which the tasks have a context.
func (p *Pool) WithContext(ctx context.Context) *ContextPool {
	p.unused()
	ctx, cancel := context.WithCancel(ctx)
	return &ContextPool{errors: p.WithErrors().settings(), ctx: ctx, cancel: cancel}
}

func (p *Pool) settings() Pool {
	p.unused()
	return Pool{limit: p.limit}
}

func (p *Pool) unused() {
	if p.tasks != nil {
		panic("in use already")
	}
}

// Go uses the pool.
func (p *Pool) Go(f func()) {
	p.once.Do(func() { p.tasks = make(chan func(), 10) })
	p.tasks <- f
}

// An ErrorPool keeps the first error.
type ErrorPool struct {
	pool  Pool
	mu    sync.Mutex
	err   error
	every bool
}

// WithAll sets it up.
func (p *ErrorPool) WithAll() *ErrorPool {
	p.unused()
	p.every = true
	return p
}

// WithContext makes one of which the tasks have a context.
func (p *ErrorPool) WithContext(ctx context.Context) *ContextPool {
	p.unused()
	ctx, cancel := context.WithCancel(ctx)
	return &ContextPool{errors: p.settings(), ctx: ctx, cancel: cancel}
}

func (p *ErrorPool) settings() ErrorPool {
	return ErrorPool{pool: p.pool.settings(), every: p.every}
}

func (p *ErrorPool) unused() { p.pool.unused() }

// Go uses the pool.
func (p *ErrorPool) Go(f func() error) {
	p.pool.Go(func() {
		if err := f(); err != nil {
			p.mu.Lock()
			if p.err == nil || p.every {
				p.err = err
			}
			p.mu.Unlock()
		}
	})
}

// A ContextPool passes its tasks a context.
type ContextPool struct {
	errors ErrorPool
	ctx    context.Context
	cancel context.CancelFunc
}

// WithAll sets it up.
func (p *ContextPool) WithAll() *ContextPool {
	p.unused()
	p.errors.WithAll()
	return p
}

func (p *ContextPool) unused() { p.errors.unused() }

// Go uses the pool.
func (p *ContextPool) Go(f func(context.Context) error) {
	p.errors.Go(func() error { return f(p.ctx) })
}

// Default sets up one.
func Default(ctx context.Context) *ContextPool {
	return New().WithLimit(3).WithErrors().WithAll().WithContext(ctx).WithAll()
}

// A Meter has a check that a method calls which is used at any time.
type Meter struct {
	once  sync.Once
	ticks chan int
	step  int
}

// WithStep sets it up.
func (m *Meter) WithStep(n int) *Meter {
	m.fresh()
	m.step = n
	return m
}

// Double makes another.
func (m *Meter) Double() *Meter {
	m.fresh() // failed
	return &Meter{step: 2 * m.step}
}

// Used is no method that sets up anything.
func (m *Meter) Used() bool {
	m.fresh() // failed
	return false
}

func (m *Meter) fresh() {
	if m.ticks != nil {
		panic("in use already")
	}
}

// Tick uses it.
func (m *Meter) Tick() {
	m.once.Do(func() { m.ticks = make(chan int, 10) })
	m.ticks <- m.step
}

// A Gauge has no check.
type Gauge struct {
	mu    sync.Mutex
	level int
	step  int
}

// WithStep sets it up.
func (g *Gauge) WithStep(n int) *Gauge {
	g.step = n
	return g
}

// Copy makes another, of one that may be in use.
func (g *Gauge) Copy() *Gauge {
	return &Gauge{level: g.level, step: g.step} // failed
}

// Raise uses it.
func (g *Gauge) Raise() {
	g.mu.Lock()
	g.level += g.step
	g.mu.Unlock()
}

// A Dial has a helper that refuses nothing.
type Dial struct {
	mu    sync.Mutex
	level int
	step  int
}

// WithStep sets it up.
func (d *Dial) WithStep(n int) *Dial {
	d.step = n * d.current()
	return d
}

// Copy makes another, of one that may be in use.
func (d *Dial) Copy() *Dial {
	return &Dial{level: d.current(), step: d.step} // failed
}

func (d *Dial) current() int { return d.level }

// Turn uses it.
func (d *Dial) Turn() {
	d.mu.Lock()
	d.level += d.step
	d.mu.Unlock()
}

// A Tree gives away what it has, which is no new object.
type Tree struct {
	mu    sync.Mutex
	used  bool
	child *Tree
	width int
}

// WithWidth sets it up.
func (t *Tree) WithWidth(n int) *Tree {
	t.unused()
	t.width = n
	return t
}

// Child may be called at any time.
func (t *Tree) Child() *Tree {
	t.unused() // failed
	return t.child
}

func (t *Tree) unused() {
	if t.used {
		panic("in use already")
	}
}

// Use uses it.
func (t *Tree) Use() {
	t.mu.Lock()
	t.used = true
	t.mu.Unlock()
}

// A Chain has a converter that is called by way of an interface.
type Chain struct {
	mu   sync.Mutex
	used bool
	size int
}

// WithSize sets it up.
func (c *Chain) WithSize(n int) *Chain {
	c.unused()
	c.size = n
	return c
}

// Fork makes another.
func (c *Chain) Fork() *Chain {
	c.unused() // failed
	return &Chain{size: c.size}
}

func (c *Chain) unused() {
	if c.used {
		panic("in use already")
	}
}

// Use uses it.
func (c *Chain) Use() {
	c.mu.Lock()
	c.used = true
	c.mu.Unlock()
}

type forker interface{ Fork() *Chain }

// By goes by the interface.
func By(f forker) *Chain { return f.Fork() }

// A Link has a converter that takes the lock, and reads without it, too.
type Link struct {
	mu   sync.Mutex
	used bool
	size int
}

// WithSize sets it up.
func (l *Link) WithSize(n int) *Link {
	l.unused()
	l.size = n
	return l
}

// Fork makes another.
func (l *Link) Fork() *Link {
	l.unused() // failed
	l.mu.Lock()
	defer l.mu.Unlock()
	return &Link{size: l.size}
}

func (l *Link) unused() {
	if l.used {
		panic("in use already")
	}
}

// Use uses it.
func (l *Link) Use() {
	l.mu.Lock()
	l.used = true
	l.mu.Unlock()
}

// A Late has a converter that is called on an object which others know.
type Late struct {
	mu   sync.Mutex
	used bool
	size int
}

// WithSize sets it up.
func (l *Late) WithSize(n int) *Late {
	l.unused()
	l.size = n
	return l
}

// Fork would be a converter.
func (l *Late) Fork() *Late {
	l.unused() // failed
	return &Late{size: l.size}
}

func (l *Late) unused() {
	if l.used {
		panic("in use already")
	}
}

// Use uses it.
func (l *Late) Use() {
	l.mu.Lock()
	l.used = true
	l.mu.Unlock()
}

// Again starts a goroutine that uses it.
func Again() *Late {
	l := (&Late{}).WithSize(1)
	go l.Use()
	return l.Fork() // unfounded
}
