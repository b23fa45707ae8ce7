// Package threads has threads of the system that carry out jobs, one after the other. It takes functions and says when they have returned.
//
//	threads.go  the threads that stand ready, and what one does
package threads

import (
	"runtime"
	"slices"
	"sync"
)

// Threads are threads of the system on which contexts of Z3 live, one at a time each. A context touches 16 MB of memory when it
// is made, and the C library keeps memory by thread: where a context was deleted before, making one takes 2 ms, elsewhere
// 14 ms (glibc 2.36). Threads may be used by many goroutines at once; the zero value has none.
type Threads struct {
	mu     sync.Mutex
	idle   []*Thread
	closed bool
}

// A Thread carries out jobs, one after the other.
type Thread struct{ jobs chan func() }

// Take returns a thread that no context lives on, preferably one that was used before.
func (ts *Threads) Take() *Thread {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if n := len(ts.idle); n > 0 {
		t := ts.idle[n-1]
		ts.idle = slices.Delete(ts.idle, n-1, n)
		return t
	}
	t := &Thread{make(chan func())}
	go func() {
		runtime.LockOSThread() // for good: the thread ends with the goroutine
		for job := range t.jobs {
			job()
		}
	}()
	return t
}

// Give takes back a thread.
func (ts *Threads) Give(t *Thread) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.closed {
		close(t.jobs)
	} else {
		ts.idle = append(ts.idle, t)
	}
}

// Close ends the threads, those in use when they are given back.
func (ts *Threads) Close() {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.closed = true
	for _, t := range ts.idle {
		close(t.jobs)
	}
	ts.idle = nil
}

// Run has job done; the channel returned is closed afterwards.
func (t *Thread) Run(job func()) <-chan struct{} {
	done := make(chan struct{})
	t.jobs <- func() {
		defer close(done)
		job()
	}
	return done
}
