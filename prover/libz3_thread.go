package prover

import (
	"runtime"
	"slices"
	"sync"
)

// threads are threads of the system on which contexts live, one at a time each. A context touches 16 MB of memory when it
// is made, and the C library keeps memory by thread: where a context was deleted before, making one takes 2 ms, elsewhere
// 14 ms (glibc 2.36).
type threads struct {
	mu     sync.Mutex
	idle   []*thread
	closed bool
}

// A thread carries out jobs, one after the other.
type thread struct{ jobs chan func() }

// take returns a thread that no context lives on, preferably one that was used before.
func (ts *threads) take() *thread {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if n := len(ts.idle); n > 0 {
		t := ts.idle[n-1]
		ts.idle = slices.Delete(ts.idle, n-1, n)
		return t
	}
	t := &thread{make(chan func())}
	go func() {
		runtime.LockOSThread() // for good: the thread ends with the goroutine
		for job := range t.jobs {
			job()
		}
	}()
	return t
}

// give takes back a thread.
func (ts *threads) give(t *thread) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.closed {
		close(t.jobs)
	} else {
		ts.idle = append(ts.idle, t)
	}
}

// close ends the threads, those in use when they are given back.
func (ts *threads) close() {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.closed = true
	for _, t := range ts.idle {
		close(t.jobs)
	}
	ts.idle = nil
}

// run has job done; the channel returned is closed afterwards.
func (t *thread) run(job func()) <-chan struct{} {
	done := make(chan struct{})
	t.jobs <- func() {
		defer close(done)
		job()
	}
	return done
}
