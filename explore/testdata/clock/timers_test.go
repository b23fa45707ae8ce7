// Package clock has small tests with known answers, as package small, that depend on when timers fire. Every strategy that
// explores to an end gives the answer.
package clock

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A timer that fires in no execution that leaves it time may fire earlier.

func TestResultAgainstTimeoutClockAny(t *testing.T) {
	result := make(chan int, 1)
	result <- 1
	select {
	case <-result:
	case <-time.After(time.Second):
		t.Error("timeout") // want failure
	}
}

func TestResultLeakedClockAny(t *testing.T) {
	result := make(chan int)
	go func() {
		result <- 1 // want leak
	}()
	select {
	case <-result:
	case <-time.After(time.Second):
	}
}

func TestStopTooLateClockAny(t *testing.T) {
	timer := time.AfterFunc(time.Second, func() {})
	if !timer.Stop() {
		t.Error("it has fired") // want failure
	}
}

func TestTimerAgainstStopChannelClockAny(t *testing.T) {
	stop, done := make(chan bool), make(chan bool)
	var flushed atomic.Bool
	go func() {
		defer close(done)
		select {
		case <-stop:
		case <-time.After(time.Second):
			flushed.Store(true)
		}
	}()
	close(stop)
	<-done
	if flushed.Load() {
		t.Error("flushed") // want failure
	}
}

func TestPollOfTimerClockAny(t *testing.T) {
	timer := time.NewTimer(time.Second)
	select {
	case <-timer.C:
		t.Error("it has fired") // want failure
	default:
	}
}

// The second timer fires in time only if the first, of which nobody knows, has fired before.
func TestSecondTimerClockAny(t *testing.T) {
	time.AfterFunc(time.Second, func() {})
	second := time.NewTimer(2 * time.Second)
	select {
	case <-second.C:
		t.Error("it has fired") // want failure
	default:
	}
}

// A reset takes back what the timer was to do.
func TestResetTooLateClockAny(t *testing.T) {
	var n atomic.Int32
	timer := time.AfterFunc(time.Second, func() { n.Add(1) })
	timer.Reset(time.Minute)
	if n.Load() == 1 {
		t.Error("it has fired before") // want failure
	}
}

func TestStoppedInTimeClockAny(t *testing.T) {
	timer := time.AfterFunc(time.Second, func() {})
	if timer.Stop() == timer.Stop() {
		return // it has fired
	}
}

func TestDeadlineAgainstCancelClockAny(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	cancel()
	if ctx.Err() != context.Canceled {
		t.Error(ctx.Err()) // want failure
	}
}

// The order of deadlines holds whatever the clock.
func TestOrderOfDeadlinesClockAny(t *testing.T) {
	first, second := time.NewTimer(time.Second), time.NewTimer(2*time.Second)
	<-second.C
	select {
	case <-first.C:
	default:
		t.Error("the first has not fired")
	}
}

// A timer that is due fires at any time even if no other does.
func TestDueAgainstStop(t *testing.T) {
	timer := time.AfterFunc(0, func() {})
	if !timer.Stop() {
		t.Error("it has fired") // want failure
	}
}

// A ticker fires again only when someone has received the tick before.

func TestFlusherAgainstCloseClockAny(t *testing.T) {
	var mu sync.Mutex
	var buf []int
	closed := false
	done, ended := make(chan bool), make(chan bool)
	go func() {
		ticker := time.NewTicker(time.Second)
		defer ticker.Stop()
		defer close(ended)
		for {
			select {
			case <-ticker.C:
				mu.Lock()
				if closed {
					t.Error("flushed after it was closed") // want failure
				}
				buf = buf[:0]
				mu.Unlock()
			case <-done:
				return
			}
		}
	}()
	mu.Lock()
	buf = append(buf, 1)
	closed = true
	mu.Unlock()
	close(done)
	<-ended
}

func TestUnreadTickerClockAny(t *testing.T) {
	ticker := time.NewTicker(time.Second)
	var n atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { n.Add(1) })
	}
	wg.Wait()
	if n.Load() != 2 {
		t.Error(n.Load())
	}
	ticker.Stop()
}

// A ticker that nobody reads gives no one the time to go on.
func TestUnreadTickerIsNoLife(t *testing.T) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	ch := make(chan int)
	<-ch // want deadlock
}

// What waits when the clock advances might have been first.

func TestSleepWithLock(t *testing.T) {
	var mu sync.Mutex
	last := 0
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			mu.Lock()
			last = i
			time.Sleep(time.Second)
			mu.Unlock()
		})
	}
	wg.Wait()
	if last == 0 {
		t.Error("the second was first") // want failure
	}
}

func TestSleepWithLockTheOtherWay(t *testing.T) {
	var mu sync.Mutex
	last := 0
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			mu.Lock()
			last = i
			time.Sleep(time.Second)
			mu.Unlock()
		})
	}
	wg.Wait()
	if last == 1 {
		t.Error("the first was first") // want failure
	}
}

func TestReceiversAndSleep(t *testing.T) {
	ch := make(chan int, 1)
	ch <- 1
	var got [2]int
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { got[i] = <-ch })
	}
	time.Sleep(time.Second)
	ch <- 2
	wg.Wait()
	if got[0] == 2 {
		t.Error("the second was first") // want failure
	}
}

func TestTwoReceiversOfATicker(t *testing.T) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	began := time.Now()
	var got [2]time.Duration
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			<-ticker.C
			got[i] = time.Since(began)
		})
	}
	wg.Wait()
	if got[0] > got[1] {
		t.Error("the second was first") // want failure
	}
}

func TestSelectAndSleep(t *testing.T) {
	a, b := make(chan int, 1), make(chan int, 1)
	a <- 1
	var got [2]int
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			select {
			case got[i] = <-a:
			case got[i] = <-b:
			}
		})
	}
	time.Sleep(time.Second)
	b <- 2
	wg.Wait()
	if got[0] == 2 {
		t.Error("the second was first") // want failure
	}
}
