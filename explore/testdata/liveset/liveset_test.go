package liveset

import (
	"bytes"
	"context"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync"
	"testing"
	"time"

	"liveset/leaks"
)

func TestCountAfterGo(t *testing.T) {
	n := runtime.NumGoroutine()
	go func() {}()
	if runtime.NumGoroutine() != n {
		t.Error("it may still be there") // want failure
	}
}

func TestCountBeforeEnd(t *testing.T) {
	n := runtime.NumGoroutine()
	go func() {}()
	if runtime.NumGoroutine() == n {
		t.Error("it may have ended") // want failure
	}
}

func TestCountAfterDone(t *testing.T) {
	n := runtime.NumGoroutine()
	var wg sync.WaitGroup
	wg.Go(func() {})
	wg.Wait()
	if count := runtime.NumGoroutine; count() != n {
		t.Error("it may not quite have ended") // want failure
	}
}

func TestCountGrandchildren(t *testing.T) {
	n := runtime.NumGoroutine()
	go func() {
		go func() {}()
	}()
	if runtime.NumGoroutine() == n+2 {
		t.Error("both") // want failure
	}
}

func TestCountTwice(t *testing.T) {
	go func() {}()
	go func() {}()
	if a, b := runtime.NumGoroutine(), runtime.NumGoroutine(); a == 3 && b == 1 {
		t.Error("both have ended between") // want failure
	}
}

func TestCountNeverMore(t *testing.T) {
	n := runtime.NumGoroutine()
	go func() {}()
	go func() {}()
	if now := runtime.NumGoroutine(); now < n || now > n+2 {
		t.Error(now)
	}
}

func TestCountAfterGoexit(t *testing.T) {
	n := runtime.NumGoroutine()
	go func() { runtime.Goexit() }()
	for runtime.NumGoroutine() > n {
		time.Sleep(time.Millisecond)
	}
}

func TestCountSpins(t *testing.T) {
	n := runtime.NumGoroutine()
	go func() {}()
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
}

func TestCountSpinsForEver(t *testing.T) {
	n := runtime.NumGoroutine()
	c := make(chan int)
	go func() { <-c }()
	for runtime.NumGoroutine() > n { // want deadlock
		runtime.Gosched()
	}
}

func TestCountTimed(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	time.AfterFunc(time.Millisecond, wg.Done)
	wg.Wait()
	if runtime.NumGoroutine() != 1 {
		t.Error("the timer's may not quite have ended") // want failure
	}
}

func TestCountPublishesNothing(t *testing.T) {
	x := 0
	n := runtime.NumGoroutine()
	go func() { x = 1 }() // want race
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
	_ = x       // want race
	if x != 1 { // want race
		t.Error(x)
	}
}

func TestCheckRight(t *testing.T) { // long
	defer leaks.Check(t)
	var mu sync.Mutex
	var wg sync.WaitGroup
	n := 0
	for range 3 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			n++
		})
	}
	wg.Wait()
	if n != 3 {
		t.Error(n)
	}
}

func TestCheckEndsLate(t *testing.T) { // long
	defer leaks.Check(t)
	done := make(chan bool)
	go func() {
		<-done
		time.Sleep(time.Millisecond)
	}()
	close(done)
}

func TestCheckContext(t *testing.T) {
	defer leaks.Check(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	go func() { <-ctx.Done() }()
}

func TestCheckLeak(t *testing.T) {
	defer leaks.Check(t)
	c := make(chan int)
	go func() { c <- 1 }() // want leak
}

func TestCheckLeakInOneOrder(t *testing.T) {
	defer leaks.Check(t)
	c, quit := make(chan int), make(chan bool, 1)
	go func() {
		select {
		case c <- 1: // want leak
		default:
			c <- 2 // want leak
		}
	}()
	select {
	case <-c:
	case quit <- true:
	}
}

func TestCheckInSubtest(t *testing.T) {
	t.Run("sub", func(t *testing.T) {
		defer leaks.Check(t)
		c := make(chan int)
		go func() { c <- 1 }()
		<-c
	})
}

func TestCheckBeforeRelease(t *testing.T) {
	c := make(chan bool)
	go func() { <-c }()
	if len(leaks.Stacks()) > 0 {
		t.Error("it waits") // want failure
	}
	close(c)
}

var states = []string{"[chan receive]", "[chan send]", "[select]", "[sync.Mutex.Lock]", "[sleep]", "[sync.WaitGroup.Wait]", "[sync.Cond.Wait]"}

func TestStates(t *testing.T) { // long
	c, quit := make(chan int), make(chan bool)
	send := make(chan int)
	var mu, other sync.Mutex
	var wg sync.WaitGroup
	cond := sync.NewCond(&other)
	wg.Add(1)
	mu.Lock()
	go func() { <-c }()
	go func() { send <- 1 }()
	go func() {
		select {
		case <-c:
		case <-quit:
		}
	}()
	go func() { mu.Lock(); mu.Unlock() }()
	go func() { time.Sleep(time.Minute) }()
	go func() { wg.Wait() }()
	go func() { other.Lock(); cond.Wait(); other.Unlock() }()
	all := strings.Join(leaks.Stacks(), "\n\n")
	for _, s := range states {
		if !strings.Contains(all, s) {
			t.Errorf("no %s in\n%s", s, all)
		}
	}
	for _, s := range []string{"\nliveset.TestStates.func1(...)\n\t", "created by liveset.TestStates in goroutine 1\n", "\ntime.Sleep("} {
		if !strings.Contains(all, s) {
			t.Errorf("no %q in\n%s", s, all)
		}
	}
	if strings.Contains(all, "explore/rt") || strings.Contains(all, "iter.") {
		t.Error(all)
	}
	close(c)
	close(quit)
	<-send
	mu.Unlock()
	wg.Done()
	cond.Signal()
}

func TestProfile(t *testing.T) {
	c := make(chan bool)
	go func() { <-c }()
	var b bytes.Buffer
	p := pprof.Lookup("goroutine")
	if err := p.WriteTo(&b, 2); err != nil || p.Count() != 2 || !strings.Contains(b.String(), "[chan receive]") {
		t.Error(p.Count(), b.String())
	}
	close(c)
}

// TestStackHasCall reads the stack of each goroutine as leak checkers do: the line below the header is a call, wherever the goroutine is.
func TestStackHasCall(t *testing.T) {
	var wg sync.WaitGroup
	wg.Go(func() {})
	go func() {}()
	time.AfterFunc(time.Millisecond, func() {})
	for range 3 {
		for _, s := range leaks.Stacks() {
			lines := strings.Split(s, "\n")
			if len(lines) < 3 || !strings.HasSuffix(lines[1], ")") || !strings.HasPrefix(lines[2], "\t") {
				t.Errorf("no call in\n%s", s)
			}
		}
		time.Sleep(time.Millisecond)
	}
	wg.Wait()
}

func TestStackHasCallClockAny(t *testing.T) {
	go func() {}()
	for _, s := range leaks.Stacks() {
		if lines := strings.Split(s, "\n"); len(lines) < 3 || !strings.HasSuffix(lines[1], ")") {
			t.Errorf("no call in\n%s", s)
		}
	}
}
