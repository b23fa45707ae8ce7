// Package fusion has programs whose first schedule looks harmless, each in a way of its own. The comment at the end of a test
// says what is wrong with it.
package fusion

import (
	"sync"
	"sync/atomic"
	"testing"
)

type shared struct {
	a, b   atomic.Int64
	mu, nu sync.Mutex
	p      int
	small  int8
	list   [3]int
}

// both runs two functions at the same time.
func both(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}

// A variable is the same on both ways of a branch, by chance.
func TestSameByChance(t *testing.T) { // failure
	var s shared
	both(func() {
		r := s.a.Load()
		if r < 2 {
			r = 0
		}
		if r == 2 {
			t.Error("r is 2")
		}
	}, func() { s.a.Store(2) })
}

// A loop may have ended earlier.
func TestLoopEndsEarlier(t *testing.T) { // failure
	var s shared
	both(func() {
		n := int64(0)
		for s.a.Load() == 0 && n < 3 {
			n++
		}
		s.b.Store(n)
	}, func() { s.a.Store(1) })
	if s.b.Load() == 2 {
		t.Error("two rounds")
	}
}

// A variable of the function alone is written on one way.
func TestOwnVariable(t *testing.T) { // failure
	var s shared
	both(func() {
		var own [2]int64
		own[1] = 7
		if s.a.Load() == 0 {
			own[1] = 1
		}
		s.b.Store(own[1])
	}, func() { s.a.Store(1) })
	if s.b.Load() == 7 {
		t.Error("seven")
	}
}

// A number overflows, if both goroutines add before the last one looks.
func TestOverflow(t *testing.T) { // failure
	var s shared
	add := func() {
		s.mu.Lock()
		s.small += 100
		s.mu.Unlock()
	}
	both(add, func() {
		add()
		s.mu.Lock()
		if s.small < 0 {
			t.Error("negative")
		}
		s.mu.Unlock()
	})
}

// Locks are taken in another order on a way that the first schedule does not take.
func TestDeadlockElsewhere(t *testing.T) { // deadlock
	var s shared
	both(func() {
		first, second := &s.mu, &s.nu
		if s.a.Load() == 1 {
			first, second = second, first
		}
		first.Lock()
		second.Lock()
		second.Unlock()
		first.Unlock()
	}, func() {
		s.a.Store(1)
		s.mu.Lock()
		s.nu.Lock()
		s.nu.Unlock()
		s.mu.Unlock()
	})
}

// The order in which a lock is taken hides a race.
func TestHiddenRace(t *testing.T) { // race
	var s shared
	both(func() {
		s.p = 1
		s.mu.Lock()
		s.mu.Unlock()
	}, func() {
		s.mu.Lock()
		s.mu.Unlock()
		s.p = 2
	})
}

// A function returns early, and what it has deferred is done on both ways.
func TestEarlyReturn(t *testing.T) { // failure
	var s shared
	leave := func() int64 {
		defer s.b.Add(1)
		if s.a.Load() == 1 {
			return 5
		}
		return 1
	}
	both(func() {
		if leave() == 5 && s.b.Load() == 1 {
			t.Error("five")
		}
	}, func() { s.a.Store(1) })
}

// An index depends on what the other goroutine writes.
func TestIndex(t *testing.T) { // panic
	var s shared
	both(func() {
		i := s.a.Load()
		s.list[i]++
	}, func() { s.a.Store(3) })
}

// A pointer is replaced by another.
func TestPointer(t *testing.T) { // failure
	var x, y atomic.Int64
	var p atomic.Pointer[atomic.Int64]
	p.Store(&x)
	both(func() { p.Load().Store(1) }, func() { p.Store(&y) })
	if y.Load() == 1 {
		t.Error("y")
	}
}

// A compare-and-swap succeeds only between two writes.
func TestBetween(t *testing.T) { // failure
	var s shared
	both(func() {
		s.a.Store(1)
		s.a.Store(0)
	}, func() {
		if s.a.CompareAndSwap(1, 5) {
			s.b.Store(1)
		}
	})
	if s.b.Load() == 1 {
		t.Error("swapped")
	}
}

// A goroutine is started on one way only.
func TestStartedElsewhere(t *testing.T) { // failure
	var s shared
	both(func() {
		if s.a.Load() == 1 {
			var wg sync.WaitGroup
			wg.Go(func() { s.b.Store(1) })
			wg.Wait()
		}
	}, func() { s.a.Store(1) })
	if s.b.Load() == 1 {
		t.Error("started")
	}
}

// Nothing is wrong here: the flag says when the number is there.
func TestFlag(t *testing.T) { // ok
	var s shared
	both(func() {
		s.a.Store(42)
		s.b.Store(1)
	}, func() {
		if s.b.Load() == 1 && s.a.Load() != 42 {
			t.Error("too early")
		}
	})
}

// Nor here: a sum is the same whatever the order of critical sections.
func TestSum(t *testing.T) { // ok
	var s shared
	add := func() {
		for i := range 3 {
			s.mu.Lock()
			s.p += i
			s.mu.Unlock()
		}
	}
	both(add, add)
	if s.p != 6 {
		t.Error("the sum is", s.p)
	}
}

// The same, where the first access comes at a time when no other goroutine can go on.
func TestHiddenRaceBehindALock(t *testing.T) { // race
	var s shared
	both(func() {
		s.mu.Lock()
		s.a.Store(1)
		s.mu.Unlock()
		s.p = 1
		s.nu.Lock()
		s.nu.Unlock()
	}, func() {
		s.mu.Lock()
		s.mu.Unlock()
		s.nu.Lock()
		s.nu.Unlock()
		s.p = 2
	})
}

// Which of two values comes first is up to the senders.
func TestFirstOfTwo(t *testing.T) { // failure
	ch := make(chan int, 2)
	go func() { ch <- 1 }()
	go func() { ch <- 2 }()
	if a, b := <-ch, <-ch; a > b {
		t.Error("the second came first")
	}
}

// All that is sent is received, whatever the order.
func TestAllOfTwo(t *testing.T) { // ok
	ch := make(chan int)
	go func() { ch <- 1 }()
	go func() { ch <- 2 }()
	if a, b := <-ch, <-ch; a+b != 3 {
		t.Error("something is missing")
	}
}

// A sender of a buffered channel goes on before the value is received, one of an unbuffered channel does not.
func TestBufferedSenderGoesOn(t *testing.T) { // failure
	var x atomic.Int64
	ch := make(chan bool, 1)
	both(func() {
		ch <- true
		x.Store(1)
	}, func() {
		if x.Load() == 1 {
			t.Error("it has gone on")
		}
		<-ch
	})
}

func TestUnbufferedSenderWaits(t *testing.T) { // ok
	var x atomic.Int64
	ch := make(chan bool)
	both(func() {
		ch <- true
		x.Store(1)
	}, func() {
		if x.Load() == 1 {
			t.Error("it has gone on")
		}
		<-ch
	})
}

// What was done before a send has been done after its receive.
func TestChannelOrdersMemory(t *testing.T) { // ok
	n := 0
	ch := make(chan int, 1)
	both(func() {
		n = 1
		ch <- 5
	}, func() {
		if v, ok := <-ch; n != 1 || v != 5 || !ok {
			t.Error("it is not ordered")
		}
	})
}

// What was done after a send on a buffered channel is not ordered.
func TestChannelDoesNotOrder(t *testing.T) { // race
	n := 0
	ch := make(chan int, 1)
	both(func() {
		ch <- 5
		n = 1
	}, func() {
		<-ch
		_ = n
	})
}

// Who receives what decides who writes; the two accesses are never about to happen at the same time.
func TestRaceByValue(t *testing.T) { // race
	n := 0
	ch := make(chan int, 2)
	ch <- 1
	ch <- 2
	var wg sync.WaitGroup
	wg.Go(func() {
		if <-ch == 2 {
			n = 2
		}
	})
	wg.Go(func() {
		n = 1
		<-ch
	})
	wg.Wait()
	_ = n
}

// A loop over a channel ends when that is closed.
func TestRangeOverChannel(t *testing.T) { // ok
	ch := make(chan int, 1)
	sum := 0
	both(func() {
		for i := range 3 {
			ch <- i
		}
		close(ch)
	}, func() {
		for v := range ch {
			sum += v
		}
	})
	if sum != 3 {
		t.Error("something is missing")
	}
}

// A channel may be closed too early.
func TestClosedTooEarly(t *testing.T) { // panic
	ch := make(chan int, 2)
	var x atomic.Int64
	both(func() {
		if x.Load() == 0 {
			x.Store(1)
		}
		ch <- 1
	}, func() {
		x.Add(1)
		close(ch)
	})
}

// Who receives once more than is sent waits for ever; here it is so only if the flag is seen too late.
func TestReceivesTooMuch(t *testing.T) { // leak
	ch := make(chan int, 1)
	var flag atomic.Bool
	go func() {
		if flag.Load() {
			return
		}
		<-ch
	}()
	flag.Store(true)
}

// Who waits for a channel under a lock keeps the other from sending.
func TestReceiveUnderLock(t *testing.T) { // deadlock
	ch := make(chan int, 1)
	var s shared
	both(func() {
		s.mu.Lock()
		ch <- 1
		s.mu.Unlock()
	}, func() {
		s.mu.Lock()
		<-ch
		s.mu.Unlock()
	})
}

// Readers do not exclude each other.
func TestReadersMeet(t *testing.T) { // failure
	var mu sync.RWMutex
	var inside atomic.Int64
	read := func() {
		mu.RLock()
		if inside.Add(1) == 2 {
			t.Error("there are two")
		}
		inside.Add(-1)
		mu.RUnlock()
	}
	both(read, read)
}

// A writer excludes readers and writers.
func TestWriterIsAlone(t *testing.T) { // ok
	var mu sync.RWMutex
	n := 0
	both(func() {
		mu.Lock()
		n++
		n--
		mu.Unlock()
	}, func() {
		mu.RLock()
		if n != 0 {
			t.Error("the writer is seen")
		}
		mu.RUnlock()
	})
}

// A reader that locks again waits for a writer that waits for it.
func TestReadsTwice(t *testing.T) { // deadlock
	var mu sync.RWMutex
	both(func() {
		mu.RLock()
		mu.RLock()
		mu.RUnlock()
		mu.RUnlock()
	}, func() {
		mu.Lock()
		mu.Unlock()
	})
}

// Who comes second sees what has been done once.
func TestOnce(t *testing.T) { // ok, 3 executions
	var once sync.Once
	n := 0
	use := func() {
		once.Do(func() { n = 1 })
		if n != 1 {
			t.Error("it has not been done")
		}
	}
	both(use, use)
}

// Another one may be the first, and do something else.
func TestOnceByAnother(t *testing.T) { // failure
	var once sync.Once
	n := 0
	both(func() { once.Do(func() { n = 1 }) }, func() { once.Do(func() { n = 2 }) })
	if n == 2 {
		t.Error("it was the other")
	}
}

// Who waits for what is done once may hold what that takes.
func TestOnceUnderLock(t *testing.T) { // deadlock
	var once sync.Once
	var s shared
	both(func() {
		once.Do(func() {
			s.mu.Lock()
			s.mu.Unlock()
		})
	}, func() {
		s.mu.Lock()
		once.Do(func() {})
		s.mu.Unlock()
	})
}

// The second element is sent when there is room, before it is received.
func TestRoomForTheSecond(t *testing.T) { // failure
	var x, seen atomic.Int64
	ch := make(chan int, 1)
	both(func() {
		<-ch
		if x.Load() == 1 {
			seen.Store(1)
		}
		<-ch
	}, func() {
		ch <- 1
		ch <- 2
		x.Store(1)
	})
	if seen.Load() == 1 {
		t.Error("both have been sent")
	}
}
