// Package workerpool runs jobs on a fixed number of goroutines.
package workerpool

import (
	"errors"
	"sync"
)

// ErrClosed says that the pool takes no more jobs.
var ErrClosed = errors.New("workerpool: closed")

// A Pool has workers that take jobs from a channel until it is closed.
//
//calvin:invariant jobs != nil && (closed(jobs) <==> stopped)
type Pool struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	stopped bool
	//calvin:closable_if held(mu)
	//calvin:carries[job] job != nil
	jobs    chan func()
	workers sync.WaitGroup
}

// New starts a pool of so many workers.
func New(workers int) *Pool {
	p := &Pool{jobs: make(chan func())}
	for range workers {
		p.workers.Go(p.work)
	}
	return p
}

// work is what a worker does.
func (p *Pool) work() {
	for job := range p.jobs {
		job()
	}
}

// Submit hands a job to a worker, once one has time for it.
//
//calvin:performs Refused [] Taken
//calvin:action   Refused
//calvin:ensures  err == ErrClosed && p.stopped
//calvin:action   Taken
//calvin:ensures  err == nil && !p.stopped
func (p *Pool) Submit(job func()) (err error) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if p.stopped {
		return ErrClosed
	}
	p.jobs <- job
	return nil
}

// TrySubmit hands a job to a worker if one has time for it now.
//
//calvin:performs Refused [] Open
//calvin:action   Refused
//calvin:ensures  err == ErrClosed && p.stopped && !ok
//calvin:action   Open
//calvin:ensures  err == nil && !p.stopped
func (p *Pool) TrySubmit(job func()) (ok bool, err error) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if p.stopped {
		return false, ErrClosed
	}
	select {
	case p.jobs <- job:
		return true, nil
	default:
		return false, nil
	}
}

// Close takes no more jobs, and waits until all that were taken are done.
func (p *Pool) Close() {
	p.mu.Lock()
	if !p.stopped {
		p.stopped = true
		close(p.jobs)
	}
	//calvin:assert p.stopped && closed(p.jobs)
	p.mu.Unlock()
	p.workers.Wait()
}
