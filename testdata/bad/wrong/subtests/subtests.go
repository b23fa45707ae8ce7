// Package subtests has tests that run parts of them in goroutines of their own, and wait for these.
package subtests

import (
	"sync"
	"testing"
)

// Counter has a lock.
type Counter struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

func (c *Counter) Inc() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
}

var shared = &Counter{}

// TestInOrder uses its variables in order.
func TestInOrder(t *testing.T) {
	ran := 0
	t.Run("a", func(t *testing.T) { ran++ })
	t.Run("b", func(t *testing.T) {
		ran++
		t.Log(ran)
	})
	//calvin:assert ran == 2
	_ = ran
}

// TestEnds goes on after a subtest that has ended early.
func TestEnds(t *testing.T) {
	ran := 0
	t.Run("a", func(t *testing.T) {
		shared.mu.Lock()
		defer shared.mu.Unlock()
		if shared.n > 0 {
			t.Fatal("used")
		}
		ran = 1
	})
	//calvin:assert ran == 1 // failed
	_ = ran
}

// TestDefers has the deferred call of a subtest made.
func TestDefers(t *testing.T) {
	ran := 0
	t.Run("a", func(t *testing.T) {
		defer func() { ran++ }()
		if shared == nil {
			t.SkipNow()
		}
	})
	//calvin:assert ran == 1
	_ = ran
}

// TestNested ends the inner one alone.
func TestNested(t *testing.T) {
	inner, outer := 0, 0
	t.Run("a", func(t *testing.T) {
		t.Run("b", func(t *testing.T) {
			inner = 1
			t.FailNow()
		})
		outer = 1
	})
	//calvin:assert inner == 1 && outer == 1
	_, _ = inner, outer
}

// TestWaits waits with the lock held for a subtest that takes it.
func TestWaits(t *testing.T) {
	shared.mu.Lock()
	defer shared.mu.Unlock()
	t.Run("a", func(t *testing.T) {
		shared.mu.Lock() // failed
		shared.n++
		shared.mu.Unlock()
	})
}

// TestHolds has the lock held while the subtest runs.
func TestHolds(t *testing.T) {
	shared.mu.Lock()
	t.Run("a", func(t *testing.T) {
		shared.n++
	})
	shared.mu.Unlock()
}

// TestLeaves has the subtest leave the lock held.
func TestLeaves(t *testing.T) {
	t.Run("a", func(t *testing.T) {
		shared.mu.Lock()
		if shared.n > 0 {
			t.Fatal("used")
		}
		shared.mu.Unlock()
	})
} // failed

// TestForgets touches what the lock guards.
func TestForgets(t *testing.T) {
	t.Run("a", func(t *testing.T) {
		shared.n++ // failed
	})
}

// TestParallel has the subtests run beside what comes after them.
func TestParallel(t *testing.T) {
	ran := 0
	t.Run("a", func(t *testing.T) {
		t.Parallel()
		ran++ // failed
	})
	t.Run("b", func(t *testing.T) {
		inParallel(t)
		ran++
	})
}

func inParallel(t *testing.T) { t.Parallel() }

// TestParallelByHelper does so by a helper, and one that gets an interface.
func TestParallelByHelper(t *testing.T) {
	ran := 0
	t.Run("a", func(t *testing.T) {
		func() { inParallel(t) }()
		ran++ // failed
	})
	t.Run("b", func(t *testing.T) {
		parallelBehind(t)
		ran++ // failed
	})
}

func parallelBehind(t interface{ Parallel() }) { t.Parallel() }

// TestParallelAsserted finds the method behind an interface.
func TestParallelAsserted(t *testing.T) {
	ran := 0
	t.Run("a", func(t *testing.T) {
		asserted(t)
		ran++ // failed
	})
	_ = ran
}

func asserted(t testing.TB) {
	if t, ok := t.(*testing.T); ok {
		t.Parallel()
	}
}

// TestParallelMethod calls it by a value.
func TestParallelMethod(t *testing.T) {
	ran := 0
	t.Run("a", func(t *testing.T) {
		parallel := t.Parallel
		parallel()
		ran++ // failed
	})
	_ = ran
}

// TestStarts starts a goroutine in a subtest, which goes on after it.
func TestStarts(t *testing.T) {
	ran := 0
	t.Run("a", func(t *testing.T) {
		go func() {
			ran++
		}()
	})
	if ran > 1 { // failed
		t.Fatal(ran)
	}
}

// TestKept keeps the function of a subtest for a goroutine.
func TestKept(t *testing.T) {
	ran := 0
	count := func(t *testing.T) {
		ran++ // failed
	}
	t.Run("a", count)
	go count(t)
}
