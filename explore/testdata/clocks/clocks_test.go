package clocks

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/backoff"
	"example.com/breaker"
	"example.com/remote"
)

var errFailed = errors.New("failed")

func fail() error { return errFailed }

func TestBreakerCloses(t *testing.T) {
	b := breaker.New(time.Minute)
	b.Do(fail)
	time.Sleep(2 * time.Minute)
	if err := b.Do(fail); err != errFailed {
		t.Error(err)
	}
}

func TestBreakerIsOpen(t *testing.T) {
	b := breaker.New(time.Minute)
	b.Do(fail)
	time.Sleep(30 * time.Second)
	if err := b.Do(fail); err != breaker.ErrOpen {
		t.Error(err)
	}
}

func TestBreakerNotYetClosed(t *testing.T) { // long
	b := breaker.New(time.Minute)
	var wg sync.WaitGroup
	wg.Go(func() {
		time.Sleep(time.Minute)
		b.Do(fail)
	})
	b.Do(fail)
	time.Sleep(time.Minute)
	time.Sleep(time.Second)
	if b.Do(fail) == breaker.ErrOpen {
		t.Error("the other one has opened it again") // want failure
	}
	wg.Wait()
}

func TestBreakerForced(t *testing.T) {
	b := breaker.New(time.Minute)
	var wg sync.WaitGroup
	wg.Go(func() { b.Do(fail) })
	b.Forced()
	wg.Wait()
}

func TestRetryGivesUp(t *testing.T) {
	n := 0
	if err := backoff.Retry(context.Background(), func() error { n++; return errFailed }, time.Hour); err != errFailed || n < 20 {
		t.Error(err, n)
	}
}

func TestRetrySucceeds(t *testing.T) {
	var ready atomic.Bool
	go func() {
		time.Sleep(time.Second)
		ready.Store(true)
	}()
	err := backoff.Retry(context.Background(), func() error {
		if ready.Load() {
			return nil
		}
		return errFailed
	}, time.Minute)
	if err != nil {
		t.Error(err)
	}
}

func TestRetryTooShort(t *testing.T) {
	var ready atomic.Bool
	go func() {
		time.Sleep(time.Second)
		ready.Store(true)
	}()
	err := backoff.Retry(context.Background(), func() error {
		if ready.Load() {
			return nil
		}
		return errFailed
	}, 500*time.Millisecond)
	if err == nil {
		return
	}
	t.Error(err) // want failure
}

func TestRetryCancelled(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := backoff.Retry(ctx, fail, time.Hour); err != context.DeadlineExceeded {
		t.Error(err)
	}
}

func TestRemote(t *testing.T) {
	if remote.Age(time.Now()) < 0 {
		t.Error("the clock goes backwards")
	}
}
