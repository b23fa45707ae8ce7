// Package activeworkers has no annotations. Pools keep workers under a lock; each has a goroutine of its own, which takes what others send to it.
package activeworkers

import (
	"sync"
	"sync/atomic"
)

type worker interface {
	run()
	send(f func())
	age() int64
}

// A goWorker is right.
type goWorker struct {
	pool  *Pool
	tasks chan func()
	used  atomic.Int64
}

func (w *goWorker) run() {
	go func() {
		for f := range w.tasks {
			if f == nil {
				return
			}
			f()
			w.used.Add(1)
			w.pool.put(w)
		}
	}()
}

func (w *goWorker) send(f func()) { w.tasks <- f }

func (w *goWorker) age() int64 { return w.used.Load() }

// A plainWorker has a number that its goroutine writes, and others read.
type plainWorker struct {
	pool  *Pool
	tasks chan func()
	used  int64
}

func (w *plainWorker) run() {
	go func() {
		for f := range w.tasks {
			f()
			w.used++ // failed
			w.pool.put(w)
		}
	}()
}

func (w *plainWorker) send(f func()) { w.tasks <- f }

func (w *plainWorker) age() int64 { return w.used }

// A loopWorker has its loop in a method.
type loopWorker struct {
	tasks chan func()
	quit  chan struct{}
	last  string
}

func (w *loopWorker) run() { go w.loop() }

func (w *loopWorker) loop() {
	for {
		select {
		case f := <-w.tasks:
			f()
			w.last = "task" // failed
		case <-w.quit:
			return
		}
	}
}

func (w *loopWorker) send(f func()) { w.tasks <- f }

func (w *loopWorker) age() int64 { return int64(len(w.last)) }

// A stack keeps workers, and belongs to a pool's lock.
type stack struct{ items []worker }

func (s *stack) push(w worker) { s.items = append(s.items, w) }

func (s *stack) pop() worker {
	if len(s.items) == 0 {
		return nil
	}
	w := s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return w
}

func (s *stack) oldest() int64 {
	var n int64
	for _, w := range s.items {
		n = max(n, w.age())
	}
	return n
}

// A Pool keeps idle workers.
type Pool struct {
	mu   sync.Mutex
	idle *stack
}

// New makes a pool.
func New() *Pool { return &Pool{idle: &stack{}} }

func (p *Pool) put(w worker) {
	p.mu.Lock()
	p.idle.push(w)
	p.mu.Unlock()
}

// Go is right.
func (p *Pool) Go(f func()) {
	p.mu.Lock()
	w := p.idle.pop()
	p.mu.Unlock()
	if w == nil {
		w = &goWorker{pool: p, tasks: make(chan func(), 1)}
		w.run()
	}
	w.send(f)
}

// Others has other workers.
func (p *Pool) Others(f func()) {
	w := &plainWorker{pool: p, tasks: make(chan func(), 1)}
	w.run()
	w.send(f)
	l := &loopWorker{tasks: make(chan func(), 1), quit: make(chan struct{})}
	l.run()
	p.put(l)
}

// Oldest is right.
func (p *Pool) Oldest() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.idle.oldest()
}

// Leaks uses the stack without the lock.
func (p *Pool) Leaks() int {
	p.mu.Lock()
	s := p.idle
	p.mu.Unlock()
	return len(s.items) // failed
}

// A passive object has a goroutine now and then that takes nothing from it: it belongs to a lock as others do.
type passive struct{ n int }

// A Keeper keeps some.
type Keeper struct {
	mu  sync.Mutex
	all []*passive
}

// Add is right.
func (k *Keeper) Add() {
	k.mu.Lock()
	k.all = append(k.all, &passive{n: 1})
	k.mu.Unlock()
}

// Inc is right.
func (k *Keeper) Inc() {
	k.mu.Lock()
	for _, p := range k.all {
		p.n++
	}
	k.mu.Unlock()
}

// First is wrong.
func (k *Keeper) First() {
	k.mu.Lock()
	p := k.all[0]
	k.mu.Unlock()
	p.n++ // failed
}
