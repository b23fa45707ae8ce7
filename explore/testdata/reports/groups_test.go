package reports

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Add is called by the goroutine itself.
func TestAddInGoroutine(t *testing.T) {
	var wg sync.WaitGroup
	n := atomic.Int32{}
	for range 2 {
		go func() {
			wg.Add(1) // want race
			defer wg.Done()
			n.Add(1)
		}()
	}
	wg.Wait() // want race
}

func TestAddInGoroutineFixed(t *testing.T) {
	var wg sync.WaitGroup
	n := atomic.Int32{}
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			n.Add(1)
		}()
	}
	wg.Wait()
	if n.Load() != 2 {
		t.Error(n.Load())
	}
}

// Done is not called on one way.
func TestMissingDone(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Add(1)
		go func() {
			if i == 1 {
				return
			}
			wg.Done()
		}()
	}
	wg.Wait() // want deadlock
}

func TestTooManyDones(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	for range 2 {
		go func() {
			wg.Done() // want panic
		}()
	}
	wg.Wait()
}

func TestPassedByValue(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	work := func(wg sync.WaitGroup) { wg.Done() }
	go work(wg)
	wg.Wait() // want deadlock
}

// A queue signals before somebody waits, and looks at the queue without the lock.
type queue struct {
	mu   sync.Mutex
	cond *sync.Cond
	jobs []int
}

func newQueue() *queue {
	q := &queue{}
	q.cond = sync.NewCond(&q.mu)
	return q
}

func (q *queue) put(n int) {
	q.mu.Lock()
	q.jobs = append(q.jobs, n)
	q.mu.Unlock()
	q.cond.Signal()
}

func (q *queue) take() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.jobs) == 0 {
		q.cond.Wait()
	}
	n := q.jobs[0]
	q.jobs = q.jobs[1:]
	return n
}

func TestQueueFixed(t *testing.T) {
	q := newQueue()
	go q.put(1)
	if q.take() != 1 {
		t.Error("not 1")
	}
}

func TestLostWakeUp(t *testing.T) {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	go cond.Signal()
	mu.Lock()
	cond.Wait() // want deadlock
	mu.Unlock()
}

// if in the place of for: another one has taken it.
func TestIfAroundWait(t *testing.T) {
	q := newQueue()
	take := func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		if len(q.jobs) == 0 {
			q.cond.Wait() // want deadlock
		}
		q.jobs = q.jobs[1:]
	}
	var wg sync.WaitGroup
	wg.Go(take)
	wg.Go(func() { q.put(1) })
	wg.Go(func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.jobs = nil
		q.cond.Broadcast()
	})
	wg.Wait()
}

// Signal wakes one of two.
func TestSignalForTwo(t *testing.T) {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	open := false
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			for !open {
				cond.Wait() // want deadlock
			}
			mu.Unlock()
		})
	}
	mu.Lock()
	open = true
	mu.Unlock()
	cond.Signal()
	wg.Wait() // want deadlock
}

func TestSignalForTwoFixed(t *testing.T) {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	open := false
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			for !open {
				cond.Wait()
			}
			mu.Unlock()
		})
	}
	mu.Lock()
	open = true
	mu.Unlock()
	cond.Broadcast()
	wg.Wait()
}

// The error that is captured is that of the function around.
func TestCapturedError(t *testing.T) {
	var err error
	work := func() error { return nil }
	var wg sync.WaitGroup
	wg.Go(func() { err = work() }) // want race
	wg.Go(func() { err = work() }) // want race
	wg.Wait()
	_ = err
}

func TestCapturedErrorFixed(t *testing.T) {
	work := func() error { return nil }
	var wg sync.WaitGroup
	wg.Go(func() { err := work(); _ = err })
	wg.Go(func() { err := work(); _ = err })
	wg.Wait()
}

func TestAppend(t *testing.T) {
	var list []int
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { list = append(list, i) }) // want race
	}
	wg.Wait()
}

func TestElementsFixed(t *testing.T) {
	list := make([]int, 2)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { list[i] = i })
	}
	wg.Wait()
	if list[1] != 1 {
		t.Error(list)
	}
}

// Checked without the lock, made with it.
func TestDoubleChecked(t *testing.T) {
	var mu sync.Mutex
	var p *int
	get := func() *int {
		if p == nil { // want race
			mu.Lock()
			if p == nil {
				p = new(int) // want race
			}
			mu.Unlock()
		}
		return p
	}
	var wg sync.WaitGroup
	wg.Go(func() { get() })
	wg.Go(func() { get() })
	wg.Wait()
}

func TestOnceFixed(t *testing.T) {
	get := sync.OnceValue(func() *int { return new(int) })
	var wg sync.WaitGroup
	wg.Go(func() { get() })
	wg.Go(func() { get() })
	wg.Wait()
}

// Two atomic operations are not one.
func TestCheckThenAct(t *testing.T) {
	var n atomic.Int32
	take := func() bool {
		if n.Load() < 1 {
			n.Add(1)
			return true
		}
		return false
	}
	var taken atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if take() {
				taken.Add(1)
			}
		})
	}
	wg.Wait()
	if taken.Load() != 1 {
		t.Error(taken.Load()) // want failure
	}
}

func TestCheckThenActFixed(t *testing.T) {
	var n atomic.Int32
	var taken atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if n.CompareAndSwap(0, 1) {
				taken.Add(1)
			}
		})
	}
	wg.Wait()
	if taken.Load() != 1 {
		t.Error(taken.Load())
	}
}

// A flag without atomics.
func TestStopFlag(t *testing.T) {
	stop := false
	done := make(chan bool)
	go func() {
		for !stop { // want race
			runtime.Gosched()
		}
		done <- true
	}()
	stop = true // want race
	<-done
}

func TestStopFlagFixed(t *testing.T) {
	var stop atomic.Bool
	done := make(chan bool)
	go func() {
		for !stop.Load() {
			runtime.Gosched()
		}
		done <- true
	}()
	stop.Store(true)
	<-done
}

// A sleep is no wait.
func TestSleepAsWait(t *testing.T) {
	n := 0
	go func() {
		n = 1 // want race
	}()
	time.Sleep(time.Millisecond)
	if n != 1 { // want race
		t.Error(n)
	}
}

// A timer that is stopped after it has fired.
func TestTimerAfterCloseClockAny(t *testing.T) {
	c := make(chan int, 1)
	timer := time.AfterFunc(time.Millisecond, func() {
		c <- 1 // want panic
	})
	timer.Stop()
	close(c)
}

// The goroutine of a ticker is never stopped.
func TestTickerLeaks(t *testing.T) {
	tick := time.NewTicker(time.Second)
	done := make(chan bool)
	go func() {
		for {
			select { // want leak
			case <-tick.C:
			case <-done:
				return
			}
		}
	}()
	tick.Stop()
}

func TestTickerFixed(t *testing.T) {
	tick := time.NewTicker(time.Second)
	done := make(chan bool)
	go func() {
		for {
			select {
			case <-tick.C:
			case <-done:
				return
			}
		}
	}()
	tick.Stop()
	close(done)
}

// The test ends before its goroutine, which logs.
func TestLogsAfterEnd(t *testing.T) {
	go func() {
		t.Log("late") // want panic
	}()
}

// A pool has an object twice.
func TestPooledTwice(t *testing.T) {
	var pool sync.Pool
	b := make([]byte, 1)
	pool.Put(&b)
	pool.Put(&b)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if p, ok := pool.Get().(*[]byte); ok {
				(*p)[0]++ // want race
			}
		})
	}
	wg.Wait()
}
