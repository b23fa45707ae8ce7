package small

import (
	"iter"
	"sync"
	"testing"
)

// upTo yields the numbers below n.
func upTo(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func TestPullAll(t *testing.T) {
	next, stop := iter.Pull(upTo(3))
	defer stop()
	for i := range 3 {
		if v, ok := next(); v != i || !ok {
			t.Error(v, ok)
		}
	}
	for range 2 {
		if v, ok := next(); v != 0 || ok {
			t.Error(v, ok)
		}
	}
}

func TestPull2Some(t *testing.T) {
	ended := false
	next, stop := iter.Pull2(func(yield func(string, int) bool) {
		defer func() { ended = true }()
		_ = yield("a", 1) && yield("b", 2)
	})
	if k, v, ok := next(); k != "a" || v != 1 || !ok {
		t.Error(k, v, ok)
	}
	stop()
	stop()
	if !ended {
		t.Error("not ended")
	}
	if _, _, ok := next(); ok {
		t.Error("after stop")
	}
}

func TestPullNeverBegun(t *testing.T) {
	next, stop := iter.Pull(func(func(int) bool) { t.Error("begun") })
	stop()
	if _, ok := next(); ok {
		t.Error("after stop")
	}
}

func TestPullExplicit(t *testing.T) {
	next, stop := iter.Pull[int](upTo(1))
	defer stop()
	if _, ok := next(); !ok {
		t.Error("none")
	}
}

// What the iterator does to memory is ordered with what its caller does.
func TestPullOrders(t *testing.T) {
	n := 0
	next, stop := iter.Pull(func(yield func(int) bool) {
		for {
			n++
			if !yield(n) {
				return
			}
		}
	})
	defer stop()
	for range 2 {
		n++
		if v, _ := next(); v != n {
			t.Error(v, n)
		}
	}
}

func TestPullPanics(t *testing.T) {
	next, stop := iter.Pull(func(func(int) bool) { panic("p") })
	defer stop()
	func() {
		defer func() {
			if r := recover(); r != "p" {
				t.Error(r)
			}
		}()
		next()
	}()
	if _, ok := next(); ok {
		t.Error("after a panic")
	}
}

func TestPullFails(t *testing.T) {
	next, stop := iter.Pull(func(yield func(int) bool) {
		yield(1)
		t.Fatal("in the iterator") // want failure
	})
	defer stop()
	next()
	next()
	t.Log("not here")
}

func TestPullWaits(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1; close(c) }()
	next, stop := iter.Pull(func(yield func(int) bool) {
		for v := range c {
			if !yield(v) {
				return
			}
		}
	})
	defer stop()
	if v, ok := next(); v != 1 || !ok {
		t.Error(v, ok)
	}
	if _, ok := next(); ok {
		t.Error("more")
	}
}

func TestPullLeavesSender(t *testing.T) {
	c := make(chan int)
	go func() {
		c <- 1
		c <- 2 // want leak
	}()
	next, stop := iter.Pull(func(yield func(int) bool) {
		for v := range c {
			if !yield(v) {
				return
			}
		}
	})
	next()
	stop()
}

func TestPullNotStopped(t *testing.T) {
	next, _ := iter.Pull(upTo(3)) // want leak
	next()
}

func TestPullTwice(t *testing.T) {
	next, stop := iter.Pull(upTo(3)) // want race
	defer stop()
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { next() })
	}
	wg.Wait()
}

func TestPullGuarded(t *testing.T) {
	next, stop := iter.Pull(upTo(3))
	var mu sync.Mutex
	var wg sync.WaitGroup
	sum := 0
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			v, _ := next()
			sum += v
		})
	}
	wg.Wait()
	stop()
	if sum != 1 {
		t.Error(sum)
	}
}

func TestPullAgainst(t *testing.T) {
	var mu sync.Mutex
	n := 0
	next, stop := iter.Pull(func(yield func(int) bool) {
		for {
			mu.Lock()
			v := n
			mu.Unlock()
			if !yield(v) {
				return
			}
		}
	})
	defer stop()
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		n = 1
		mu.Unlock()
	})
	a, _ := next()
	b, _ := next()
	if a == 0 && b == 1 {
		t.Error("between") // want failure
	}
	wg.Wait()
}

func TestPullUnderLock(t *testing.T) {
	var mu sync.Mutex
	next, stop := iter.Pull(func(yield func(int) bool) { // want deadlock
		mu.Lock()
		yield(1)
		mu.Unlock()
	})
	defer stop()
	mu.Lock()
	next()
	mu.Unlock()
}
