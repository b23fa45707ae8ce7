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
