package worker

import (
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/calvin-go/calvin/explore/rt"
)

// explored is what a worker says of f.
func explored(t *testing.T, job Job, f func(*rt.T)) Message {
	t.Helper()
	w := &worker{job: job, out: json.NewEncoder(io.Discard), began: time.Now()}
	m, err := w.explore(f)
	if err != nil || m.Err != "" {
		t.Fatalf("%s: %v %s", job.Strategy, err, m.Err)
	}
	return m
}

// locks has two goroutines that add under a lock.
func locks(*rt.T) {
	mu, n := rt.New(new(sync.Mutex)), rt.New(new(int))
	for range 2 {
		rt.Go(1, func() {
			rt.Lock(2, mu)
			rt.Set(4, n, rt.Get(3, n)+1)
			rt.Unlock(5, mu)
		})
	}
}

// selects has a select that two goroutines may meet.
func selects(*rt.T) {
	a, b := rt.Make(make(chan int, 1)), rt.Make(make(chan int, 1))
	rt.Go(1, func() { rt.Send(2, a, 1) })
	rt.Go(3, func() { rt.Send(4, b, 1) })
	rt.Select(5, false, rt.OnRecv(a), rt.OnRecv(b))
}

// misuse has goroutines that survive a Done too many.
func misuse(*rt.T) {
	wg := rt.New(new(sync.WaitGroup))
	rt.WaitGroupAdd(1, wg, 1)
	for range 3 {
		rt.Go(2, func() {
			defer func() { _ = recover() }()
			rt.WaitGroupDone(3, wg)
		})
	}
}

// adds has two goroutines that change a word three times each.
func adds(*rt.T) {
	x := rt.New(new(atomic.Int32))
	for range 2 {
		rt.Go(1, func() {
			for range 3 {
				rt.Add(2, x, 1)
			}
		})
	}
}

// lost has two goroutines that lose an update with one preemption.
func lost(*rt.T) {
	x, done := rt.New(new(atomic.Int32)), rt.New(new(atomic.Int32))
	for range 2 {
		rt.Go(1, func() {
			rt.Store(3, x, rt.Load(2, x)+1)
			if rt.Add(4, done, 1) == 2 && rt.Load(5, x) != 2 {
				panic("lost")
			}
		})
	}
}

// Every strategy finds the bug, with few preemptions if it goes by them.
func TestStrategiesFind(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(Strategies)) {
		m := explored(t, Job{Strategy: name, Bound: -1, Max: 1000, Seed: 1}, lost)
		if len(m.Bugs) == 0 || m.Bugs[0].Kind != rt.Panic || m.Exhausted {
			t.Errorf("%s: %d bugs, exhausted %t", name, len(m.Bugs), m.Exhausted)
		}
		if (name == "icb" || name == "bpor") && m.Bugs[0].Preemptions != 1 {
			t.Errorf("%s: the bug has %d preemptions, want 1", name, m.Bugs[0].Preemptions)
		}
	}
}

// A search is exhausted when nothing is left within the bound that was asked for, and no strategy is in doubt. Where one
// is, another takes over.
func TestExhausted(t *testing.T) {
	const enough = 100000
	programs := map[string]func(*rt.T){"locks": locks, "selects": selects, "misuse": misuse, "lost": lost, "adds": adds}
	for _, c := range []struct {
		strategy, program string
		bound, max        int
		exhausted         bool
		explored          int // bound
		doubt             bool
	}{
		{"auto", "locks", -1, enough, true, -1, false},
		{"bpor", "locks", 1, enough, true, -1, false}, // no schedule has more preemptions
		{"bpor", "adds", -1, enough, true, 2, false},
		{"bpor", "adds", 9, enough, true, -1, false},
		{"dfs", "locks", -1, enough, true, -1, false},
		{"dpor", "locks", -1, enough, true, -1, false},
		{"icb", "locks", 0, enough, true, -1, false},
		{"icb", "adds", -1, enough, true, 2, false},
		{"icb", "adds", 0, enough, true, 0, false},
		{"icb", "adds", 9, enough, true, -1, false},
		{"pct", "locks", -1, 50, false, -1, false},
		{"random", "locks", -1, 50, false, -1, false},

		{"auto", "selects", -1, enough, true, -1, false},
		{"bpor", "selects", 1, enough, true, -1, false},
		{"dpor", "selects", -1, enough, true, -1, false},
		{"dpor", "selects", -1, 8, true, -1, false},

		{"auto", "misuse", -1, enough, true, -1, false},
		{"bpor", "misuse", 1, enough, true, -1, false},
		{"dpor", "misuse", -1, enough, true, -1, false},
		{"dpor", "misuse", -1, 5, false, -1, true},

		{"icb", "lost", 0, enough, true, 0, false},
		{"bpor", "lost", 0, enough, true, 0, false},
		{"dfs", "locks", -1, 1, false, -1, false},
		{"icb", "adds", 2, 5, false, 0, false},
	} {
		m := explored(t, Job{Strategy: c.strategy, Bound: c.bound, Max: c.max, Seed: 1}, programs[c.program])
		if m.Exhausted != c.exhausted || m.Bound != c.explored || (m.Incomplete != "") != c.doubt || len(m.Bugs) > 0 || m.Executions > c.max {
			t.Errorf("%s of %s, bound %d, at most %d: exhausted %t, bound %d, doubt %q, %d bugs after %d executions", c.strategy,
				c.program, c.bound, c.max, m.Exhausted, m.Bound, m.Incomplete, len(m.Bugs), m.Executions)
		}
	}
}

// What is cut short is no part of any claim.
func TestTruncated(t *testing.T) {
	for _, name := range []string{"auto", "dfs", "icb"} {
		m := explored(t, Job{Strategy: name, Bound: 1, Max: 1000, MaxSteps: 4, Seed: 1}, adds)
		if m.Truncated == 0 || m.Exhausted || m.Bound != -1 {
			t.Errorf("%s: %d truncated, exhausted %t, bound %d", name, m.Truncated, m.Exhausted, m.Bound)
		}
	}
}

func TestUnknownStrategy(t *testing.T) {
	w := &worker{job: Job{Strategy: "magic"}}
	const want = `there is no strategy "magic", but auto, bpor, dfs, dpor, fusion, icb, pct, pred, random`
	if _, err := w.explore(nil); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}
