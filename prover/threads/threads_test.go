package threads

import (
	"sync"
	"testing"
)

// TestThreads: jobs of a thread are done one after the other, and a thread that is given back is there for the next who asks.
func TestThreads(t *testing.T) {
	var ts Threads
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			thread := ts.Take()
			defer ts.Give(thread)
			jobs := 0
			thread.Run(func() { jobs++ })
			<-thread.Run(func() { jobs++ })
			if jobs != 2 {
				t.Errorf("%d jobs are done, want 2", jobs)
			}
		})
	}
	wg.Wait()
	if n := len(ts.idle); n != 1 && n != 2 {
		t.Errorf("%d threads stand ready, want one or two", n)
	}
	ts.Close()
}

// TestCloseEarly: a thread that is in use when all are closed ends when it is given back.
func TestCloseEarly(t *testing.T) {
	var ts Threads
	thread := ts.Take()
	closed := make(chan struct{})
	go func() {
		ts.Close()
		close(closed)
	}()
	<-thread.Run(func() {})
	ts.Give(thread)
	<-closed
	if len(ts.idle) != 0 {
		t.Error("a thread stands ready that nobody will close")
	}
}
