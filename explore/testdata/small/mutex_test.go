// Package small has small tests with known answers: each bug shows at a line with a comment "want" and its kind; a test
// without one has no bug in any schedule. Tests whose names end in ClockAny are explored with -clock=any.
package small

import (
	"sync"
	"testing"

	"small/inner"
)

func TestMutexGuards(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	n := 0
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			n++
		})
	}
	wg.Wait()
	if n != 2 {
		t.Fatal(n)
	}
}

func TestMutexForgotten(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	n := 0
	wg.Go(func() {
		mu.Lock()
		n++ // want race
		mu.Unlock()
	})
	wg.Go(func() {
		n++ // want race
	})
	wg.Wait()
}

func TestMutexOrder(t *testing.T) {
	var a, b sync.Mutex
	var wg sync.WaitGroup
	wg.Go(func() {
		a.Lock()
		b.Lock() // want deadlock
		b.Unlock()
		a.Unlock()
	})
	wg.Go(func() {
		b.Lock()
		a.Lock() // want deadlock
		a.Unlock()
		b.Unlock()
	})
	wg.Wait()
}

func TestMutexSameOrder(t *testing.T) {
	var a, b sync.Mutex
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			a.Lock()
			b.Lock()
			b.Unlock()
			a.Unlock()
		})
	}
	wg.Wait()
}

func TestMutexCycleOfThree(t *testing.T) {
	var mu [3]sync.Mutex
	for i := range mu {
		go func() {
			mu[i].Lock()
			mu[(i+1)%3].Lock() // want deadlock
			mu[(i+1)%3].Unlock()
			mu[i].Unlock()
		}()
	}
}

func TestMutexTwice(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	mu.Lock() // want deadlock
}

func TestMutexNotLocked(t *testing.T) {
	var mu sync.Mutex
	mu.Unlock() // want panic
}

func TestMutexUnlockedTooOften(t *testing.T) {
	var mu sync.Mutex
	for range 2 {
		go func() {
			if mu.TryLock() {
				mu.Unlock()
			}
			mu.Lock()
			mu.Unlock()
		}()
	}
	mu.Lock()
	defer mu.Unlock()
}

func TestMutexHeldByTheDead(t *testing.T) {
	var mu sync.Mutex
	go func() {
		mu.Lock()
	}()
	mu.Lock() // want deadlock
	mu.Unlock()
}

func TestMutexCheckThenAct(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	n, paid := 1, 0
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			enough := n > 0
			mu.Unlock()
			if enough {
				mu.Lock()
				n--
				paid++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if paid > 1 {
		t.Error("paid twice") // want failure
	}
}

func TestTryLockFails(t *testing.T) {
	var mu sync.Mutex
	go func() {
		mu.Lock()
		mu.Unlock()
	}()
	if !mu.TryLock() {
		t.Fatal("locked") // want failure
	}
	mu.Unlock()
}

func TestTryLockGuards(t *testing.T) {
	var mu sync.Mutex
	n := 0
	for range 3 {
		go func() {
			if mu.TryLock() {
				n++
				mu.Unlock()
			}
		}()
	}
}

type embedded struct {
	sync.Mutex
	n int
}

func TestEmbeddedMutex(t *testing.T) {
	var e embedded
	go func() {
		e.Lock()
		defer e.Unlock()
		e.n++
	}()
	lock, unlock := e.Lock, e.Unlock
	lock()
	e.n++
	unlock()
}

func TestLockerValue(t *testing.T) {
	var mu sync.RWMutex
	n := 0
	for _, l := range []sync.Locker{&mu, mu.RLocker()} {
		go func() {
			l.Lock()
			n++ // want race
			l.Unlock()
		}()
	}
	mu.RLock()
	_ = n // want race
	mu.RUnlock()
}

func TestMutexWithoutNameGuards(t *testing.T) {
	var held inner.Held // its mutex has no name here
	n := 0
	done := make(chan bool)
	go func() {
		held.Lock()
		n++
		held.Unlock()
		done <- true
	}()
	held.Lock()
	n++
	held.Unlock()
	<-done
	if n != 2 {
		t.Fatal(n)
	}
}
