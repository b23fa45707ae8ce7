package clock

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// The stop of AfterFunc is a step, and either it or the cancellation is first.

func TestStopOfAfterFunc(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	stop := context.AfterFunc(ctx, func() {})
	go cancel()
	if !stop() {
		t.Error("the context was cancelled before") // want failure
	}
}

func TestStopOrFunction(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	ran := make(chan bool, 1)
	stop := context.AfterFunc(ctx, func() { ran <- true })
	var wg sync.WaitGroup
	wg.Go(cancel)
	if !stop() {
		<-ran
	}
	wg.Wait()
	select {
	case <-ran:
		t.Error("both")
	default:
	}
}

func TestStopTwice(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stop := context.AfterFunc(ctx, func() {})
	var n atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if stop() {
				n.Add(1)
			}
		})
	}
	wg.Wait()
	if n.Load() != 1 {
		t.Error(n.Load())
	}
}

// What the function does is ordered before a stop that comes too late only as far as it was started before.
func TestStopOrdersTheStart(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	stop := context.AfterFunc(ctx, func() {})
	go func() {
		n = 1
		cancel()
	}()
	if !stop() && n != 1 {
		t.Error(n)
	}
}

func TestTimeoutOfChildAgainstCancel(t *testing.T) {
	parent, cancel := context.WithCancel(context.Background())
	go cancel()
	ctx, cancelChild := context.WithTimeout(parent, time.Second)
	defer cancelChild()
	<-ctx.Done()
	if ctx.Err() == context.DeadlineExceeded {
		t.Error("nobody has waited for so long")
	}
}

func TestTimeoutOfChildAgainstCancelClockAny(t *testing.T) {
	parent, cancel := context.WithCancel(context.Background())
	go cancel()
	ctx, cancelChild := context.WithTimeout(parent, time.Second)
	defer cancelChild()
	<-ctx.Done()
	if ctx.Err() == context.DeadlineExceeded {
		t.Error("timeout") // want failure
	}
}
