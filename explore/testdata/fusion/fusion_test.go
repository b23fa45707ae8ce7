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
