package reports

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"
)

func TestTimeoutLeaks(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	fetch(ctx, 0)
}

// A result that nobody takes after the timeout.
func fetch(ctx context.Context, buffer int) (int, error) {
	c := make(chan int, buffer)
	go func() {
		time.Sleep(10 * time.Millisecond)
		c <- 1 // want leak
	}()
	select {
	case n := <-c:
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

func TestTimeoutLeaksFixed(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	fetch(ctx, 1)
}

// The first error ends the loop, the other senders wait.
func TestFirstErrorLeaks(t *testing.T) {
	errs := make(chan error)
	for range 3 {
		go func() {
			errs <- errors.New("x") // want leak
		}()
	}
	<-errs
}

func TestFirstErrorFixed(t *testing.T) {
	errs := make(chan error, 3)
	for range 3 {
		go func() { errs <- errors.New("x") }()
	}
	<-errs
}

// The producer does not close.
func TestMissingClose(t *testing.T) {
	c := make(chan int)
	go func() {
		for i := range 2 {
			c <- i
		}
	}()
	for range c { // want deadlock
	}
}

func TestMissingCloseFixed(t *testing.T) {
	c := make(chan int)
	go func() {
		defer close(c)
		for i := range 2 {
			c <- i
		}
	}()
	for range c {
	}
}

// Close comes while others send.
type hub struct {
	mu     sync.Mutex
	c      chan int
	closed bool
}

func (h *hub) sendFixed(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.closed {
		h.c <- n
	}
}

func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	close(h.c)
}

func TestSendOnClosed(t *testing.T) {
	h := &hub{c: make(chan int, 1)}
	var wg sync.WaitGroup
	wg.Go(func() { h.send(1) })
	h.close()
	wg.Wait()
}

func (h *hub) send(n int) {
	h.mu.Lock()
	closed := h.closed
	h.mu.Unlock()
	if !closed {
		h.c <- n // want panic
	}
}

func TestSendOnClosedFixed(t *testing.T) {
	h := &hub{c: make(chan int, 1)}
	var wg sync.WaitGroup
	wg.Go(func() { h.sendFixed(1) })
	h.close()
	wg.Wait()
}

// Two may close.
func TestDoubleClose(t *testing.T) {
	done := make(chan struct{})
	stop := func() {
		select {
		case <-done:
		default:
			close(done) // want panic
		}
	}
	var wg sync.WaitGroup
	wg.Go(stop)
	wg.Go(stop)
	wg.Wait()
}

func TestDoubleCloseFixed(t *testing.T) {
	done := make(chan struct{})
	stop := sync.OnceFunc(func() { close(done) })
	var wg sync.WaitGroup
	wg.Go(stop)
	wg.Go(stop)
	wg.Wait()
}

// A signal that comes before its receiver is dropped.
func TestDroppedSignal(t *testing.T) {
	ready := make(chan bool)
	go func() {
		select {
		case ready <- true:
		default:
		}
	}()
	<-ready // want deadlock
}

func TestDroppedSignalFixed(t *testing.T) {
	ready := make(chan bool, 1)
	go func() {
		select {
		case ready <- true:
		default:
		}
	}()
	<-ready
}

// Work that is there when the stop comes is lost, or not.
func drain(c chan int, stop chan bool, careful bool) (n int) {
	for {
		select {
		case <-c:
			n++
		case <-stop:
			for careful && len(c) > 0 {
				<-c
				n++
			}
			return n
		}
	}
}

func TestSelectPicksStop(t *testing.T) {
	c, stop := make(chan int, 2), make(chan bool, 1)
	c <- 1
	c <- 2
	stop <- true
	if n := drain(c, stop, false); n != 2 {
		t.Error(n) // want failure
	}
}

func TestSelectPicksStopFixed(t *testing.T) {
	c, stop := make(chan int, 2), make(chan bool, 1)
	c <- 1
	c <- 2
	stop <- true
	if n := drain(c, stop, true); n != 2 {
		t.Error(n)
	}
}

// A worker goes on after its context has ended, and waits for work.
func TestIgnoredContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	jobs := make(chan int)
	go func() {
		for {
			<-jobs // want leak
			if ctx.Err() != nil {
				return
			}
		}
	}()
	jobs <- 1
	cancel()
}

func TestIgnoredContextFixed(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	jobs := make(chan int)
	go func() {
		for {
			select {
			case <-jobs:
			case <-ctx.Done():
				return
			}
		}
	}()
	jobs <- 1
	cancel()
}

// A semaphore is not given back on one way.
func TestLostToken(t *testing.T) {
	sem := make(chan bool, 1)
	work := func(n int) error {
		sem <- true
		if n == 0 {
			return errors.New("nothing to do")
		}
		<-sem
		return nil
	}
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { work(i) })
	}
	wg.Wait() // want deadlock
}

// A nil channel waits for ever.
func TestNilChannel(t *testing.T) {
	var c chan int
	go func() {
		c = make(chan int, 1) // want race
		c <- 1
	}()
	<-c // want race
}

// The lock is held while a channel is full that only its holder empties.
func TestSendUnderLock(t *testing.T) {
	var mu sync.Mutex
	c := make(chan int)
	n := 0
	go func() {
		mu.Lock()
		c <- 1
		mu.Unlock()
	}()
	mu.Lock() // want deadlock
	n++
	mu.Unlock()
	<-c
}

func TestSendUnderLockFixed(t *testing.T) {
	var mu sync.Mutex
	c := make(chan int)
	n := 0
	go func() {
		mu.Lock()
		n++
		mu.Unlock()
		c <- 1
	}()
	mu.Lock()
	n++
	mu.Unlock()
	<-c
}

// The results are read once all workers have ended, who wait for that.
func TestResultsAfterWait(t *testing.T) {
	results := make(chan int)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { results <- i })
	}
	wg.Wait() // want deadlock
	close(results)
	for range results {
	}
}

func TestResultsAfterWaitFixed(t *testing.T) {
	results := make(chan int)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { results <- i })
	}
	go func() {
		wg.Wait()
		close(results)
	}()
	for range results {
	}
}
