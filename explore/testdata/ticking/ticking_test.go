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

func TestPanicsLate(t *testing.T) {
	go func() {
		for range 5 {
			time.Sleep(time.Second)
		}
		panic("late")
	}()
}
