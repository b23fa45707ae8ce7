package strategy_test

import (
	"sync/atomic"
	"testing"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// Random and PCT find a bug of depth 2, and find the same with the same seed. PCT finds it in at least one of n k = 30
// executions on average; 300 should do.
func TestRandomised(t *testing.T) {
	for name, make := range map[string]func(seed uint64) rt.Strategy{
		"random": func(seed uint64) rt.Strategy { return strategy.NewRandom(seed) },
		"pct":    func(seed uint64) rt.Strategy { return strategy.NewPCT(seed, 2) },
	} {
		for seed := range uint64(10) {
			first := lostUpdate(make(seed))
			if first < 0 {
				t.Errorf("%s, seed %d: not found", name, seed)
			}
			if again := lostUpdate(make(seed)); again != first {
				t.Errorf("%s, seed %d: found in execution %d, then %d", name, seed, first, again)
			}
		}
	}
}

// lostUpdate returns the number of the execution that lost an update, -1 if none did.
func lostUpdate(s rt.Strategy) int {
	r := rt.Explore(rt.Config{Strategy: s, MaxExecutions: 300, StopAtBug: true}, func(t *rt.T) {
		x, done := rt.New(new(atomic.Int32)), rt.New(new(atomic.Int32))
		for range 2 {
			rt.Go(1, func() {
				for range 5 {
					rt.Load(2, done)
				}
				rt.Store(4, x, rt.Load(3, x)+1)
				if rt.Add(5, done, 1) == 2 && rt.Load(6, x) != 2 {
					t.Error("lost")
				}
			})
		}
	})
	if len(r.Bugs) == 0 {
		return -1
	}
	return r.Bugs[0].Execution
}

// PCT keeps to priorities: at depth 1 a goroutine runs to its end before another begins.
func TestPCTDepthOne(t *testing.T) {
	r := rt.Explore(rt.Config{Strategy: &preemptions{Strategy: strategy.NewPCT(1, 1), t: t}, MaxExecutions: 50}, func(t *rt.T) {
		x := rt.New(new(atomic.Int32))
		for range 3 {
			rt.Go(1, func() {
				for range 4 {
					rt.AddOnly(2, x, 1)
				}
			})
		}
	})
	if r.Executions != 50 {
		t.Error(r.Executions)
	}
}

// preemptions fails the test if an execution has a preemption.
type preemptions struct {
	rt.Strategy
	t *testing.T
}

func (p *preemptions) Done(x *rt.Execution) bool {
	if x.Preemptions > 0 {
		p.t.Errorf("execution %d has %d preemptions", x.Number, x.Preemptions)
	}
	return p.Strategy.Done(x)
}
