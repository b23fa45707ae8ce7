package small

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestBubbleStandsStill(t *testing.T) {
	synctest.Test(t, func(inner *testing.T) {
		began := time.Now()
		done := make(chan time.Time)
		go func() {
			time.Sleep(time.Second)
			done <- time.Now()
		}()
		if d := (<-done).Sub(began); d != time.Second {
			inner.Errorf("%v have passed", d)
		}
		if time.Since(began) != time.Second || inner.Name() != t.Name() {
			inner.Error(time.Since(began), inner.Name())
		}
	})
}

func TestBubbleWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n, late := 0, 0
		ctx, cancel := context.WithCancel(t.Context())
		for range 2 {
			go func() {
				<-ctx.Done()
				time.Sleep(time.Second)
			}()
		}
		go func() {
			n++
			time.Sleep(time.Second)
			late++
		}()
		synctest.Wait()
		if n != 1 {
			t.Error(n)
		}
		cancel()
		time.Sleep(time.Second)
		synctest.Wait()
		if late != 1 {
			t.Error(late)
		}
	})
}

func TestBubbleClockStopsAtItsEnd(t *testing.T) {
	synctest.Test(t, func(*testing.T) { // want deadlock
		go time.Sleep(time.Second)
	})
}

func TestBubbleWithoutWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		go func() {
			n++ // want race
		}()
		n++ // want race
		synctest.Wait()
	})
}

func TestBubbleRaceAfterWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		c := make(chan int, 1)
		go func() {
			<-c
			n++ // want race
		}()
		synctest.Wait()
		c <- 1
		n++ // want race
	})
}

func TestBubbleOrderAtChannel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := make(chan int, 1)
		c <- 0
		for i := 1; i < 3; i++ {
			go func() { c <- i }()
			synctest.Wait()
		}
		for i := range 3 {
			if v := <-c; v != i {
				t.Errorf("%d, want %d", v, i)
			}
		}
	})
}

func TestBubbleNeverEnds(t *testing.T) {
	synctest.Test(t, func(*testing.T) { // want deadlock
		go func() {
			<-make(chan int)
		}()
	})
}

func TestBubbleFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		first := 0
		for i := range 2 {
			go func() {
				mu.Lock()
				defer mu.Unlock()
				if first == 0 {
					first = i + 1
				}
			}()
		}
		synctest.Wait()
		if first != 1 {
			t.Fatal("the second goroutine was first") // want failure
		}
	})
}
