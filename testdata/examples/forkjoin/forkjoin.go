// Package forkjoin starts goroutines and waits for them.
package forkjoin

import (
	"sync"
	"sync/atomic"
)

// Count counts to n with a goroutine for each step.
func Count(n int) int64 {
	var total atomic.Int64
	var wg sync.WaitGroup
	for range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			total.Add(1)
		}()
	}
	wg.Wait()
	return total.Load()
}

// CountTo counts to n, and says how many goroutines there will be before it starts them.
func CountTo(n int) int64 {
	if n < 0 {
		return 0
	}
	var total atomic.Int64
	var wg sync.WaitGroup
	wg.Add(n)
	for range n {
		go func() {
			total.Add(1)
			wg.Done()
		}()
	}
	wg.Wait()
	return total.Load()
}

// A Server runs handlers.
type Server struct {
	wg      sync.WaitGroup
	handled atomic.Int64
	mu      sync.Mutex
	//calvin:guarded_by mu
	stopped bool
	//calvin:guarded_by mu
	started int
}

// handle is what a goroutine runs.
func (s *Server) handle() {
	defer s.wg.Done()
	s.handled.Add(1)
}

// Handle starts a handler, unless the server is stopped.
func (s *Server) Handle() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped {
		return
	}
	s.started++
	s.wg.Add(1)
	go s.handle()
}

// Pair starts two handlers.
func (s *Server) Pair() {
	s.wg.Add(2)
	go s.handle()
	go s.handle()
	s.wg.Go(func() { s.handled.Add(1) })
}

// Shutdown waits for all handlers, and starts no more.
func (s *Server) Shutdown() int64 {
	s.mu.Lock()
	s.stopped = true
	s.mu.Unlock()
	s.wg.Wait()
	return s.handled.Load()
}
