// Package team has tests that several processes explore together.
package team

import (
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

// fib has as many traces as the program of that name in package golden: 1698 for 3, 19605 for 4.
func fib(n int) {
	var x, y atomic.Int64
	x.Store(1)
	y.Store(1)
	sum := func(into, from *atomic.Int64) {
		for range n {
			next := into.Load() + from.Load()
			into.Store(next)
		}
	}
	go sum(&x, &y)
	go sum(&y, &x)
	go func() { _ = x.Load() > 144 || y.Load() > 144 }()
}

func TestFib(*testing.T) { fib(4) }

// Locks has 9!/(3!3!3!) traces.
func TestLocks(*testing.T) {
	var mu sync.Mutex
	n := 0
	for range 3 {
		go func() {
			for range 3 {
				mu.Lock()
				n++
				mu.Unlock()
			}
		}()
	}
}

// Selects are in doubt for a partial-order reduction, so dfs comes after it.
func TestSelect(*testing.T) {
	a, b, c := make(chan int, 1), make(chan int, 1), make(chan int, 1)
	for _, to := range []chan int{a, b, c} {
		go func() { to <- 1 }()
	}
	go func() {
		for range 3 {
			select {
			case <-a:
			case <-b:
			case <-c:
			}
		}
	}()
}

// Lost fails in few of its many schedules.
func TestLost(t *testing.T) {
	var x atomic.Int64
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for range 5 {
				v := x.Load()
				x.Store(v + 1)
			}
		})
	}
	wg.Wait()
	if x.Load() == 2 {
		t.Error("lost")
	}
}

// Dies ends the process in some schedules, in a way that is not under control.
func TestDies(*testing.T) {
	var x atomic.Int64
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for range 5 {
				v := x.Load()
				x.Store(v + 1)
			}
		})
	}
	wg.Wait()
	if x.Load() == 2 {
		syscall.Exit(3)
	}
}

// TestEndless is busy for ever: it never comes back to say that its budget is spent.
func TestEndless(t *testing.T) {
	for n := 1; n > 0; n = n%7 + 1 {
	}
}

// TestStack fails where it is not package testing that runs it.
func TestStack(t *testing.T) {
	if !strings.Contains(string(debug.Stack()), "testing.tRunner") {
		t.Error("called by somebody else")
	}
}

func TestFailsAlways(t *testing.T) {
	t.Error("it does")
}

// TestFailsByChoice fails for some random numbers, so that it may pass outside control.
func TestFailsByChoice(t *testing.T) {
	if rand.IntN(4)+rand.IntN(4)+rand.IntN(4)+rand.IntN(4) == 12 {
		t.Error("unlikely, and yet")
	}
}
