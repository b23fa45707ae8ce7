// Package recovered has no annotations, and workers that go on after a panic, and touch then what others use.
package recovered

import (
	"sync"
	"sync/atomic"
)

// A Pool counts its tasks.
type Pool struct {
	mu     sync.Mutex
	done   int
	panics int64
	last   any
}

// Panics returns how many tasks have panicked.
func (p *Pool) Panics() int64 { return atomic.LoadInt64(&p.panics) }

// Done returns how many tasks there were, and what the last panic said.
func (p *Pool) Done() (int, any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.done, p.last
}

// Clear forgets it.
func (p *Pool) Clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done, p.last = 0, nil
}

// Right counts a panic as the others do.
func (p *Pool) Right(task func()) {
	defer func() {
		if r := recover(); r != nil {
			atomic.AddInt64(&p.panics, 1)
			p.mu.Lock()
			p.last = r
			p.mu.Unlock()
		}
	}()
	task()
	p.mu.Lock()
	p.done++
	p.mu.Unlock()
}

// Plain counts it without.
func (p *Pool) Plain(task func()) {
	defer func() {
		if r := recover(); r != nil {
			p.panics++ // failed
		}
	}()
	task()
}

// Unlocked keeps what it has recovered without the lock.
func (p *Pool) Unlocked(task func()) {
	defer func() {
		if r := recover(); r != nil {
			p.last = r // failed
		}
	}()
	task()
}

// Either does one thing after a panic and another otherwise.
func (p *Pool) Either(task func()) {
	defer func() {
		switch r := recover(); r {
		case nil:
			p.mu.Lock()
			p.done++
			p.mu.Unlock()
		default:
			p.done-- // failed
		}
	}()
	task()
}
