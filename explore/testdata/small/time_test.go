package small

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestSleepTakesNoTime(t *testing.T) {
	began := time.Now()
	time.Sleep(time.Hour)
	if time.Since(began) < time.Hour {
		t.Error("it was short")
	}
}

func TestTimeoutWins(t *testing.T) {
	c := make(chan int)
	go func() {
		time.Sleep(time.Second)
		c <- 1 // want leak
	}()
	select {
	case <-c:
	case <-time.After(time.Second):
	}
}

func TestAfterFunc(t *testing.T) {
	done := make(chan bool)
	time.AfterFunc(time.Minute, func() { close(done) })
	<-done
}

func TestAfterFuncRace(t *testing.T) {
	n := 0
	time.AfterFunc(time.Second, func() {
		n++ // want race
	})
	time.Sleep(2 * time.Second)
	n++ // want race
}

func TestTimerStopped(t *testing.T) {
	var fired atomic.Bool
	timer := time.AfterFunc(time.Second, func() { fired.Store(true) })
	if timer.Stop() {
		time.Sleep(time.Hour)
		if fired.Load() {
			t.Error("fired after it was stopped")
		}
	}
}

func TestTicker(t *testing.T) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for range 3 {
		<-ticker.C
	}
}

func TestContextCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		<-ctx.Done()
		done <- ctx.Err()
	}()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestContextNotCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	_ = cancel
	go func() {
		<-ctx.Done() // want leak
	}()
}

func TestContextDeadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	select {
	case <-ctx.Done():
		if !errors.Is(ctx.Err(), context.DeadlineExceeded) {
			t.Error(ctx.Err())
		}
	case <-time.After(time.Hour):
		t.Error("the deadline has passed")
	}
}

func TestContextAnswerTooLate(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	answer := make(chan int)
	go func() {
		time.Sleep(time.Minute)
		answer <- 1 // want leak
	}()
	select {
	case <-answer:
	case <-ctx.Done():
	}
}

// TestClockBegins: no cron expression that is for a full minute, hour or day is due when a test begins.
func TestClockBegins(t *testing.T) {
	now := time.Now().UTC()
	if now.Weekday() == time.Sunday || now.Day() == 1 || now.Hour()%6 == 0 || now.Minute()%5 == 0 || now.Second()%5 == 0 || now.Nanosecond()%1000 == 0 {
		t.Error(now)
	}
	synctest.Test(t, func(t *testing.T) {
		if now := time.Now().UTC(); !now.Equal(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)) {
			t.Error(now)
		}
	})
}
