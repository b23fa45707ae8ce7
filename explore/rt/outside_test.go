package rt_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// What code that is not instrumented does on goroutines under control is noticed before a deadlock is reported.
func TestOutside(t *testing.T) {
	check(t, []program{
		{name: "channel closed", complete: some, run: func(t *rt.T) {
			ch := make(chan int)
			rt.Go(1, func() { rt.Recv(2, ch) })
			rt.Gosched(3)
			close(ch)
		}},
		{name: "mutex unlocked", complete: some, run: func(t *rt.T) {
			mu := new(sync.Mutex)
			mu.Lock()
			rt.Go(1, func() { rt.Lock(2, mu) })
			rt.Gosched(3)
			mu.Unlock()
		}},
		{name: "select on a channel closed", complete: some, run: func(t *rt.T) {
			ch, other := make(chan int), make(chan int)
			rt.Go(1, func() {
				if rt.Select(2, false, rt.OnRecv(other), rt.OnRecv(ch)) != 1 {
					t.Error("wrong case")
				}
			})
			rt.Gosched(3)
			close(ch)
		}},
	})
}

// An element from outside reaches who waits, and a timer of other code has time to fire.
func TestOutsideElement(t *testing.T) {
	for name, receive := range map[string]func(ch <-chan time.Time){
		"receive": func(ch <-chan time.Time) { rt.Recv(1, ch) },
		"select": func(ch <-chan time.Time) {
			if c := rt.OnRecv(ch); rt.Select(1, false, c, rt.OnRecv(make(chan int))) != 0 || c.V.IsZero() {
				panic("no element")
			}
		},
		"poll": func(ch <-chan time.Time) {
			time.Sleep(10 * time.Millisecond)
			if c := rt.OnRecv(ch); rt.Select(1, true, c) != 0 || c.V.IsZero() {
				panic("no element")
			}
		},
	} {
		r := rt.Explore(rt.Config{Strategy: strategy.NewDFS()}, func(t *rt.T) {
			receive(time.NewTimer(3 * time.Millisecond).C)
		})
		if len(r.Bugs) != 0 || len(r.OutOfControl) == 0 {
			t.Error(name, describe(r), r.OutOfControl)
		}
	}
}

// A goroutine that is not under control has time to do what others wait for; that it did is reported.
func TestOutsideGoroutine(t *testing.T) {
	r := rt.Explore(rt.Config{Strategy: strategy.NewDFS()}, func(t *rt.T) {
		ch := make(chan int, 1)
		rt.Len(2, ch)
		go func() {
			time.Sleep(5 * time.Millisecond)
			ch <- 1
		}()
		if rt.Recv(1, ch) != 1 {
			t.Error("wrong element")
		}
	})
	if len(r.Bugs) != 0 || len(r.OutOfControl) == 0 {
		t.Error(describe(r), r.OutOfControl)
	}
}

// A program that makes no step is told to the watchdog, with its stack.
func TestWatchdog(t *testing.T) {
	stop := make(chan bool)
	var stacks atomic.Value
	r := rt.Explore(rt.Config{
		Strategy:  strategy.NewDFS(),
		HangAfter: 20 * time.Millisecond,
		Hang:      func(s string) { stacks.Store(s); close(stop) },
	}, func(t *rt.T) {
		<-stop // not under control
	})
	if s, _ := stacks.Load().(string); !strings.Contains(s, "TestWatchdog") || r.Executions != 1 {
		t.Errorf("stacks %q", s)
	}
}

// A program that computes for long is waited for, for a while.
func TestWatchdogComputes(t *testing.T) {
	for _, test := range []struct {
		computes time.Duration
		hangs    bool
	}{{time.Hour, false}, {50 * time.Millisecond, true}} {
		var hung atomic.Bool
		began := time.Now()
		rt.Explore(rt.Config{
			Strategy: strategy.NewDFS(), HangAfter: 10 * time.Millisecond, ComputesFor: test.computes, Hang: func(string) { hung.Store(true) },
		}, func(t *rt.T) {
			for !hung.Load() && time.Since(began) < 300*time.Millisecond {
			}
			if !test.hangs {
				return
			}
			for !hung.Load() && time.Since(began) < 20*time.Second {
			}
		})
		if hung.Load() != test.hangs {
			t.Errorf("%v: hangs: %t", test.computes, hung.Load())
		}
	}
}

// Locks of package variables that an execution leaves held are free in the next one.
func TestReset(t *testing.T) {
	var mu sync.Mutex // stands for a package variable
	r := rt.Explore(rt.Config{Strategy: strategy.NewDFS(), Reset: func() { mu = sync.Mutex{} }}, func(t *rt.T) {
		for range 2 {
			rt.Go(1, func() { rt.Lock(2, &mu) })
		}
		rt.Lock(3, &mu)
		rt.Unlock(4, &mu)
	})
	if kinds(r) != "deadlock leak" || r.Outcomes[rt.Blocked] != r.Executions || r.Executions < 3 {
		t.Error(r.Executions, describe(r))
	}
}

// A race comes with the stacks of both accesses, a deadlock with those of all goroutines.
func TestStacks(t *testing.T) {
	r := rt.Explore(rt.Config{Strategy: strategy.NewDFS()}, func(t *rt.T) {
		n, mu := new(int), rt.New(new(sync.Mutex))
		rt.Go(1, func() { firstWriter(n) })
		rt.Go(2, func() { secondWriter(n) })
		rt.Lock(3, mu)
		rt.Lock(4, mu)
	})
	if kinds(r) != "deadlock race" {
		t.Fatal(describe(r))
	}
	for _, b := range r.Bugs {
		switch b.Kind {
		case rt.Race:
			if both := b.Stack + b.OtherStack; !strings.Contains(both, "firstWriter") || !strings.Contains(both, "secondWriter") {
				t.Errorf("stacks of the race: %s\n\n%s", b.Stack, b.OtherStack)
			}
		case rt.Deadlock:
			if len(b.Stuck) != 1 || !strings.Contains(b.Stuck[0].Stack, "TestStacks") || b.Stuck[0].Detail != "held by itself" {
				t.Errorf("stuck: %+v", b.Stuck)
			}
		}
	}
}

func firstWriter(p *int)  { write(5, p, 1) }
func secondWriter(p *int) { write(6, p, 1) }

func TestClockAndWaitGroup(t *testing.T) {
	check(t, []program{
		{name: "looking at the clock", want: "failure", complete: some, run: func(t *rt.T) {
			x := rt.New(new(atomic.Bool))
			for end := rt.Now(1).Add(time.Minute); rt.Now(2).Before(end); {
				rt.Spin(3)
				if rt.Load(4, x) {
					return
				}
				rt.Gosched(5)
			}
			t.Error("never")
		}},
		{name: "wait before add", want: "race", says: "WaitGroup", complete: some, run: func(t *rt.T) {
			wg := rt.New(new(sync.WaitGroup))
			rt.Go(1, func() {
				rt.WaitGroupAdd(2, wg, 1)
				rt.WaitGroupDone(3, wg)
			})
			rt.WaitGroupWait(4, wg)
		}},
		{name: "reuse after wait", complete: some, run: func(t *rt.T) {
			wg := rt.New(new(sync.WaitGroup))
			for range 2 {
				rt.WaitGroupGo(1, wg, func() {})
				rt.WaitGroupWait(2, wg)
			}
		}},
		{name: "reset races with firing", clockAny: true, want: "failure", complete: some, run: func(t *rt.T) {
			n := rt.New(new(atomic.Int32))
			tm := rt.AfterFunc(1, time.Second, func() { rt.AddOnly(2, n, 1) })
			rt.TimerReset(3, tm, time.Minute)
			rt.Sleep(4, time.Hour)
			if rt.Load(5, n) == 2 {
				t.Error("fired twice")
			}
		}},
	})
}

// A goroutine that runs for ever after the test function has returned is no bug; the execution is cut off.
func TestBackground(t *testing.T) {
	r := rt.Explore(rt.Config{Strategy: strategy.NewRandom(1), MaxExecutions: 3, MaxSteps: 100}, func(t *rt.T) {
		x := rt.New(new(atomic.Int32))
		rt.Go(1, func() {
			for {
				rt.AddOnly(2, x, 1)
			}
		})
	})
	if len(r.Bugs) != 0 || r.Outcomes[rt.Truncated] != 3 {
		t.Error(describe(r), r.Outcomes)
	}
}

// A deadlock of some goroutines is reported though another one goes on for ever.
func TestDeadlockBesideRunner(t *testing.T) {
	r := rt.Explore(rt.Config{Strategy: strategy.NewRandom(1), MaxExecutions: 20, MaxSteps: 100}, func(t *rt.T) {
		a, b, x := rt.New(new(sync.Mutex)), rt.New(new(sync.Mutex)), rt.New(new(atomic.Int32))
		rt.Go(1, func() {
			rt.Lock(2, a)
			rt.Lock(3, b)
		})
		rt.Lock(4, b)
		rt.Go(5, func() {
			for {
				rt.AddOnly(7, x, 1)
			}
		})
		rt.Lock(8, a)
	})
	if len(r.Bugs) == 0 || !strings.Contains(describe(r), "cycle: goroutines 1, 2") {
		t.Error(describe(r))
	}
}

// A failure that a replay does not reproduce is not reported as a bug; but nothing is complete then.
func TestUnconfirmed(t *testing.T) {
	executions := 0
	r := rt.Explore(rt.Config{Strategy: strategy.NewDFS()}, func(t *rt.T) {
		if executions++; executions == 1 {
			t.Error("only once")
		}
	})
	if len(r.Bugs) != 0 || len(r.Unconfirmed) != 1 {
		t.Fatal(describe(r), len(r.Unconfirmed))
	}
	if len(r.OutOfControl) != 1 || !strings.Contains(r.OutOfControl[0], "only once") {
		t.Errorf("out of control: %q", r.OutOfControl)
	}
}
