package worker

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/calvin-go/calvin/explore/rt"
)

// noise is what a schedule need not have: goroutines that have no part in the bug.
func noise() {
	for range 2 {
		rt.Go(20, func() {
			x := rt.New(new(atomic.Int32))
			for range 4 {
				rt.Add(21, x, 1)
			}
		})
	}
}

// A schedule of any strategy becomes one with the fewest preemptions and steps.
func TestMinimize(t *testing.T) {
	tests := []struct {
		name               string
		run                func(*rt.T)
		kind               rt.BugKind
		preemptions, steps int
	}{
		{name: "panic", kind: rt.Panic, preemptions: 1, steps: 7, run: func(t *rt.T) { noise(); lost(t) }},
		{name: "deadlock", kind: rt.Deadlock, preemptions: 1, steps: 10, run: func(*rt.T) {
			noise()
			a, b := rt.New(new(sync.Mutex)), rt.New(new(sync.Mutex))
			lock := func(site rt.Site, a, b *sync.Mutex) {
				rt.Lock(site, a)
				rt.Lock(site+1, b)
				rt.Unlock(site+2, b)
				rt.Unlock(site+3, a)
			}
			rt.Go(1, func() { lock(2, a, b) })
			lock(6, b, a)
		}},
		{name: "race", kind: rt.Race, preemptions: 0, steps: 0, run: func(*rt.T) {
			n := rt.New(new(int))
			rt.Go(1, func() { rt.Set(2, n, 1) })
			noise()
			rt.Set(3, n, 2)
		}},
		{name: "failure of a choice", kind: rt.Failure, preemptions: 0, steps: 5, run: func(t *rt.T) {
			x := rt.New(new(atomic.Int32))
			for range 3 {
				if rt.RandomV2(5).IntN(3) == 2 && rt.Add(6, x, 1) == 2 {
					t.Error("two")
				}
			}
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, name := range []string{"random", "pct", "auto"} {
				for seed := range uint64(5) {
					m := explored(t, Job{Strategy: name, Bound: -1, Max: 2000, Seed: seed, Minimize: true}, test.run)
					if len(m.Bugs) == 0 || m.Bugs[0].Kind != test.kind {
						t.Fatalf("%s: %d bugs", name, len(m.Bugs))
					}
					b := m.Bugs[0]
					steps := 0
					for _, s := range b.Steps {
						if s.Object >= 0 || s.Op == "choice" {
							steps++
						}
					}
					if b.Preemptions != test.preemptions || steps != test.steps || !b.Confirmed {
						t.Errorf("%s, seed %d: %d preemptions, %d steps, want %d, %d: %v", name, seed, b.Preemptions, steps, test.preemptions, test.steps, b.Steps)
					}
				}
			}
		})
	}
}
