// Package goexits has tests that end their goroutines: the deferred calls are made, and nothing else.
package goexits

import (
	"runtime"
	"slices"
	"sync"
	"testing"
)

// Counter counts twice.
//
//calvin:invariant mu != free || a == b
type Counter struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	a int
	//calvin:guarded_by mu
	b int
}

func (c *Counter) Inc() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.a++
	c.b++
}

func (c *Counter) Get() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.a
}

// TestReleases has its lock released.
func TestReleases(t *testing.T) {
	c := &Counter{}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.a != 0 {
		t.Fatal("not new")
	}
}

// TestLeaks ends with a lock that nobody releases.
func TestLeaks(t *testing.T) {
	shared.mu.Lock()
	if shared.a != 0 {
		t.Fatal("not new") // failed
	}
	shared.mu.Unlock()
}

var shared = &Counter{}

// check ends the goroutine of its caller.
func check(t *testing.T, ok bool) {
	t.Helper()
	if !ok {
		t.Fatalf("not so")
	}
}

// TestByHelper leaves the lock as the helper does not come back.
func TestByHelper(t *testing.T) {
	shared.mu.Lock()
	check(t, shared.a == 0) // failed
	shared.mu.Unlock()
}

// TestHelped has the deferred call of the outer function made, too.
func TestHelped(t *testing.T) {
	shared.mu.Lock()
	defer shared.mu.Unlock()
	must(t, shared.a == 0)
	shared.a++
	shared.b++
}

func must(t *testing.T, ok bool) {
	if !ok {
		t.FailNow()
	}
}

// TestBreaks ends between two writes that belong together.
func TestBreaks(t *testing.T) {
	shared.mu.Lock()
	defer shared.mu.Unlock()
	shared.a++
	must(t, shared.a > 0) // failed
	shared.b++
}

// TestDeferredAccess touches in a deferred call what the lock guards, when the lock is released already.
func TestDeferredAccess(t *testing.T) {
	defer func() {
		shared.a, shared.b = 0, 0 // failed
	}()
	if shared.Get() > 0 {
		t.Skip("used")
	}
	shared.mu.Lock()
	defer shared.mu.Unlock()
}

// TestDefersLater has not deferred the call yet when it ends.
func TestDefersLater(t *testing.T) {
	shared.mu.Lock()
	if shared.a > 0 {
		t.SkipNow() // failed
	}
	defer shared.mu.Unlock()
}

// TestDefersOnOneWay has deferred the call on one of two ways.
func TestDefersOnOneWay(t *testing.T) {
	n := shared.Get()
	if n > 3 {
		shared.mu.Lock()
		defer shared.mu.Unlock()
	}
	if n > 4 {
		t.Fatal("many")
	}
}

// TestDoesNotReturn relies on the end.
func TestDoesNotReturn(t *testing.T) {
	n := shared.Get()
	if n < 0 {
		t.Fatal("negative")
	}
	//calvin:assert n >= 0
	_ = n
}

// mayReturn does not, as another method may take the place of Fatal.
func mayReturn(t testing.TB, n int) {
	if n < 0 {
		t.Fatal("negative")
	}
	//calvin:assert n >= 0 // failed
	_ = n
}

// TestDeferred ends the goroutine in a deferred call.
func TestDeferred(t *testing.T) {
	defer func() {
		t.FailNow() // failed
	}()
	shared.Inc()
}

// TestInGoroutine ends another one.
func TestInGoroutine(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		t.FailNow() // failed
	}()
	wg.Wait()
}

// TestInGroup does so, too.
func TestInGroup(t *testing.T) {
	var wg sync.WaitGroup
	wg.Go(func() {
		t.FailNow() // failed
	})
	wg.Wait()
}

func quit(t *testing.T) {
	t.FailNow() // failed
}

// TestStarts starts a function that ends its goroutine.
func TestStarts(t *testing.T) {
	go quit(t)
}

// TestCalledBack ends in a function that the standard library calls back, with a lock held.
func TestCalledBack(t *testing.T) {
	xs := []int{3, 1, 2}
	shared.mu.Lock()
	slices.SortFunc(xs, func(a, b int) int {
		if a == b {
			t.FailNow() // failed
		}
		return a - b
	})
	shared.mu.Unlock()
}

// TestOnce ends in the function of a Once.
func TestOnce(t *testing.T) {
	var once sync.Once
	once.Do(func() {
		t.FailNow() // failed
	})
}

// contracted has a contract, by which its callers go on.
//
//calvin:atomic
//calvin:modifies c.a, c.b
//calvin:ensures  c.a == old(c.a)+1 && c.b == old(c.b)+1
func contracted(t *testing.T, c *Counter) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.a++
	c.b++
	if c.a < 0 {
		t.FailNow() // failed
	}
}

// TestContract holds a lock meanwhile.
func TestContract(t *testing.T) {
	contracted(t, shared)
}

// A suite has helpers that are methods: they may be called through interfaces.
type suite struct{ t *testing.T }

func (s *suite) check(ok bool) {
	if !ok {
		s.t.FailNow() // failed
	}
}

type checker interface{ check(bool) }

// TestSuite calls one so.
func TestSuite(t *testing.T) {
	var c checker = &suite{t}
	shared.mu.Lock()
	c.check(shared.a == 0)
	shared.mu.Unlock()
}

func asValue(t *testing.T, ok bool) {
	if !ok {
		t.FailNow() // failed
	}
}

func other(*testing.T, bool) {}

// TestValue calls one of two functions.
func TestValue(t *testing.T) {
	f := other
	if shared.Get() > 3 {
		f = asValue
	}
	shared.mu.Lock()
	f(t, shared.a == 0) // failed
	shared.mu.Unlock()
}

// TestInLoop defers as many calls as there are rounds.
func TestInLoop(t *testing.T) {
	for range 3 {
		defer shared.Inc()
	}
	t.FailNow() // failed
}

// TestSub runs subtests, in goroutines of their own. One is called otherwise, too.
func TestSub(t *testing.T) {
	shared.Inc()
	t.Run("ends", func(t *testing.T) {
		if shared.Get() > 1 {
			t.Fatal("more")
		}
	})
	kept := func(t *testing.T) {
		t.FailNow() // failed
	}
	t.Run("kept", kept)
	kept(t)
}

// leaves ends the goroutine of whoever calls it.
func leaves() {
	runtime.Goexit()
}

// Leaves does so, and is called by who knows whom.
func Leaves() {
	runtime.Goexit() // failed
}

// TestLeaves ends so, too.
func TestLeaves(t *testing.T) {
	shared.mu.Lock()
	leaves() // failed
	shared.mu.Unlock()
}
