// Package ticking has tests that leave goroutines behind which wait for time.
package ticking

import (
	"sync/atomic"
	"testing"
	"time"
)

func TestTicks(t *testing.T) {
	go func() {
		for range time.Tick(time.Second) {
		}
	}()
}

func TestTicksFromBefore(t *testing.T) {
	tick := time.NewTicker(time.Second)
	var n atomic.Int32
	go func() {
		for range tick.C {
			n.Add(1)
		}
	}()
	time.Sleep(3 * time.Second)
}

func TestRetries(t *testing.T) {
	var done atomic.Bool
	go func() {
		for !done.Load() {
			time.Sleep(time.Second)
		}
	}()
}

func TestPolls(t *testing.T) {
	stop := make(chan bool)
	go func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(time.Second):
			}
		}
	}()
}

func TestEnds(t *testing.T) {
	go func() {
		for range 10 {
			time.Sleep(time.Second)
		}
	}()
}

func TestLong(t *testing.T) {
	go time.Sleep(100 * time.Hour)
}

// TestNobody leaves a timer, and no goroutine.
func TestNobody(t *testing.T) {
	var tick func()
	tick = func() { time.AfterFunc(time.Second, tick) }
	tick()
	time.NewTicker(time.Second)
}

// TestBesides has a leak besides.
func TestBesides(t *testing.T) {
	go func() { select {} }()
	go func() {
		for range time.Tick(time.Second) {
		}
	}()
}

// TestWakes has goroutines that wait for one that still waits for time, for long.
func TestWakes(t *testing.T) {
	c := make(chan bool)
	go func() { <-c }()
	go func() {
		for range 100 {
			time.Sleep(time.Second)
		}
		close(c)
	}()
}

// TestCleans has a janitor that ends the worker, and goes on.
func TestCleans(t *testing.T) {
	work := make(chan func())
	go func() {
		for f := range work {
			f()
		}
	}()
	work <- func() {}
	go func() {
		n := 0
		for range time.Tick(time.Second) {
			if n++; n == 20 {
				close(work)
			}
		}
	}()
}

func TestPanicsLate(t *testing.T) {
	go func() {
		for range 5 {
			time.Sleep(time.Second)
		}
		panic("late")
	}()
}
