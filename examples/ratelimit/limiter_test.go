package ratelimit

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/calvin-go/calvin/examples/internal/exercise"
)

func TestLimiter(t *testing.T) {
	start := time.Unix(0, 0)
	l := New(2, time.Second, start)
	for _, step := range []struct {
		at    time.Duration
		n     int
		ok    bool
		delay time.Duration // after it
	}{
		{0, 1, true, 0},
		{0, 1, true, time.Second},
		{500 * time.Millisecond, 1, false, 500 * time.Millisecond},
		{1500 * time.Millisecond, 1, true, 500 * time.Millisecond},
		{2 * time.Second, 2, false, 0},
		{2 * time.Second, -1, false, 0},
		{time.Hour, 2, true, time.Second},
		{time.Minute, 1, false, time.Hour - time.Minute + time.Second}, // a clock that goes back
	} {
		now := start.Add(step.at)
		if ok := l.AllowN(now, step.n); ok != step.ok {
			t.Errorf("AllowN(%v, %d) = %t", step.at, step.n, ok)
		}
		if d := l.Delay(now); d != step.delay {
			t.Errorf("Delay(%v) = %v, want %v", step.at, d, step.delay)
		}
	}
}

func TestAllow(t *testing.T) {
	now := time.Now()
	l := New(10, time.Minute, now)
	var allowed atomic.Int32
	exercise.Together(func(int) {
		for range 10 {
			if l.Allow(now) {
				allowed.Add(1)
			}
		}
	})
	if n := allowed.Load(); n != 10 {
		t.Errorf("%d of 10 tokens were taken", n)
	}
}
