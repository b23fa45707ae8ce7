package small

import (
	"sync"
	"testing"
)

func TestWaitGroupJoins(t *testing.T) {
	var wg sync.WaitGroup
	n := 0
	wg.Add(1)
	go func() {
		defer wg.Done()
		n++
	}()
	wg.Wait()
	n++
}

func TestWaitGroupAddInside(t *testing.T) {
	var wg sync.WaitGroup
	n := 0
	go func() {
		wg.Add(1) // want race
		defer wg.Done()
		n++ // want race
	}()
	wg.Wait() // want race
	n++       // want race
}

func TestWaitGroupTooMany(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	for range 2 {
		go wg.Done() // want panic
	}
}

func TestWaitGroupTooFew(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(2)
	go wg.Done()
	wg.Wait() // want deadlock
}

func TestWaitGroupDoneNotReached(t *testing.T) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	wg.Add(1)
	go func() {
		if mu.TryLock() {
			wg.Done()
		}
	}()
	mu.Lock()
	mu.Unlock()
	wg.Wait() // want deadlock
}

func TestOnceIsOnce(t *testing.T) {
	var once sync.Once
	var wg sync.WaitGroup
	n := 0
	for range 3 {
		wg.Go(func() {
			once.Do(func() { n++ })
			if n != 1 {
				t.Error(n)
			}
		})
	}
	wg.Wait()
}

func TestOnceInItself(t *testing.T) {
	var once sync.Once
	once.Do(func() {
		once.Do(func() {}) // want deadlock
	})
}

func TestOnceByHand(t *testing.T) {
	var mu sync.Mutex
	done, n := false, 0
	for range 2 {
		go func() {
			if !done { // want race
				mu.Lock()
				n++
				done = true // want race
				mu.Unlock()
			}
		}()
	}
}

func TestOnceValue(t *testing.T) {
	calls := 0
	value := sync.OnceValue(func() int { calls++; return calls })
	go value()
	if value() != 1 {
		t.Error("called twice")
	}
}

func TestCondSignalled(t *testing.T) {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	ready := false
	go func() {
		mu.Lock()
		ready = true
		mu.Unlock()
		cond.Signal()
	}()
	mu.Lock()
	for !ready {
		cond.Wait()
	}
	mu.Unlock()
}

func TestCondLostSignal(t *testing.T) {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	go cond.Signal()
	mu.Lock()
	cond.Wait() // want deadlock
	mu.Unlock()
}

func TestCondOneSignalForTwo(t *testing.T) {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	ready := false
	for range 2 {
		go func() {
			mu.Lock()
			for !ready {
				cond.Wait() // want leak
			}
			mu.Unlock()
		}()
	}
	mu.Lock()
	ready = true
	mu.Unlock()
	cond.Signal()
}

func TestCondBroadcast(t *testing.T) {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	ready := false
	for range 2 {
		go func() {
			mu.Lock()
			for !ready {
				cond.Wait()
			}
			mu.Unlock()
		}()
	}
	mu.Lock()
	ready = true
	mu.Unlock()
	cond.Broadcast()
}

func TestCondIfInsteadOfFor(t *testing.T) {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	queue := 0
	for range 2 {
		go func() {
			mu.Lock()
			defer mu.Unlock()
			if queue == 0 {
				cond.Wait()
			}
			if queue--; queue < 0 {
				t.Error("took what was not there") // want failure
			}
		}()
	}
	for range 2 {
		mu.Lock()
		queue++
		mu.Unlock()
		cond.Broadcast()
	}
}
