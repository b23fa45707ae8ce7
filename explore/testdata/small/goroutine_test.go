package small

import (
	"errors"
	"math/rand/v2"
	"os"
	"runtime"
	"sync"
	"testing"
)

func TestGoroutinePanics(t *testing.T) {
	go func() {
		panic(errors.New("oops")) // want panic
	}()
}

func TestGoroutineRecovers(t *testing.T) {
	done := make(chan any)
	go func() {
		defer func() { done <- recover() }()
		panic("oops")
	}()
	if <-done != "oops" {
		t.Error("not recovered")
	}
}

func TestGoroutineNilPointer(t *testing.T) {
	var p *int
	c := make(chan bool)
	go func() {
		c <- true
		*p = 1 // want panic
	}()
	<-c
}

func TestGoroutineExits(t *testing.T) {
	var mu sync.Mutex
	go func() {
		mu.Lock()
		defer mu.Unlock()
		runtime.Goexit()
	}()
	mu.Lock()
	defer mu.Unlock()
}

func TestGoroutineFailsTheTest(t *testing.T) {
	done := make(chan bool)
	go func() {
		defer close(done)
		t.Error("wrong") // want failure
	}()
	<-done
}

func TestExitFails(t *testing.T) {
	os.Exit(1) // want failure
}

func TestRandomChoice(t *testing.T) {
	if rand.IntN(3) == 2 {
		t.Error("two") // want failure
	}
}

func TestSubtestsShare(t *testing.T) {
	n := 0
	for range 2 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			n++ // want race
		})
	}
}

func TestSubtestsInTurn(t *testing.T) {
	n := 0
	for range 2 {
		t.Run("", func(t *testing.T) { n++ })
	}
	if n != 2 {
		t.Error(n)
	}
}

func TestCleanupAfterGoroutine(t *testing.T) {
	done := make(chan bool)
	n := 0
	t.Cleanup(func() {
		<-done
		n++
	})
	go func() {
		n++
		close(done)
	}()
}

func TestResultRead(t *testing.T) {
	if got, err := divide(4, 2); got != 2 || err != nil {
		t.Error(got, err)
	}
}

// divide has a bare return, and a result that a deferred function reads.
func divide(a, b int) (q int, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("division by zero")
		}
	}()
	q = a / b
	return
}

func TestBareReturnReads(t *testing.T) {
	early := func() (n int) {
		go func() {
			n = 1 // want race
		}()
		return // want race
	}
	_ = early()
}

func TestReturnOfShadowedResult(t *testing.T) {
	early := func() (n int) {
		go func() {
			n++ // want race
		}()
		for n := range 2 {
			return n // want race
		}
		return 3
	}
	_ = early()
}

func TestSelectOnComputedChannels(t *testing.T) {
	calls := 0
	channel := func() chan int {
		calls++
		return make(chan int, 1)
	}
	select {
	case channel() <- calls:
	case <-channel():
		t.Error("empty")
	}
	if calls != 2 {
		t.Error(calls)
	}
}
