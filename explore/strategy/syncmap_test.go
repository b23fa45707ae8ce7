package strategy_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
	"github.com/calvin-go/calvin/internal/exploretest/trace"
)

// mapSteps are operations of a goroutine on a sync.Map, with what they observe.
var mapSteps = []func(m *sync.Map, k any, me int) any{
	func(m *sync.Map, k any, _ int) any { v, ok := rt.MapLoad(1, m, k); return []any{v, ok} },
	func(m *sync.Map, k any, me int) any { rt.MapStore(2, m, k, me); return nil },
	func(m *sync.Map, k any, me int) any { v, ok := rt.MapLoadOrStore(3, m, k, me); return []any{v, ok} },
	func(m *sync.Map, k any, _ int) any { v, ok := rt.MapLoadAndDelete(4, m, k); return []any{v, ok} },
	func(m *sync.Map, k any, me int) any { v, ok := rt.MapSwap(5, m, k, me); return []any{v, ok} },
	func(m *sync.Map, k any, me int) any { return rt.MapCompareAndSwap(6, m, k, me%2+1, me) },
	func(m *sync.Map, _ any, _ int) any { rt.MapClear(7, m); return nil },
	func(m *sync.Map, _ any, _ int) (seen any) {
		seen = ""
		rt.MapRange(8, m, func(k, v any) bool {
			if _, ok := k.(*uint64); ok {
				k = "pointer"
			}
			seen = fmt.Sprint(seen, k, v, " ")
			return true
		})
		return seen
	},
}

// A seeded program notes what goroutines observe at its end.
type seeded func(t *rt.T, seed uint64, seen map[string]bool)

// outcomes are what goroutines observe under all schedules of a strategy, and how many traces there are.
func outcomes(t *testing.T, s rt.Strategy, seed uint64, program seeded) (seen map[string]bool, traces map[uint64]int) {
	t.Helper()
	seen, traces = map[string]bool{}, map[uint64]int{}
	count := &counting{s, func(x *rt.Execution) {
		if x.Outcome != rt.Redundant {
			traces[trace.Of(x)]++
		}
	}}
	r := rt.Explore(rt.Config{Strategy: count, MaxExecutions: 200000}, func(t *rt.T) { program(t, seed, seen) })
	if !r.Exhausted || len(r.Bugs) > 0 {
		t.Fatalf("seed %d: exhausted %t, %d bugs", seed, r.Exhausted, len(r.Bugs))
	}
	return seen, traces
}

type counting struct {
	rt.Strategy
	see func(*rt.Execution)
}

func (c *counting) Done(x *rt.Execution) bool {
	c.see(x)
	return c.Strategy.Done(x)
}

func mapProgram(t *rt.T, seed uint64, seen map[string]bool) {
	random := rand.New(rand.NewPCG(seed, 2))
	m := rt.New(new(sync.Map))
	keys := []any{"a", 7, &seed}
	got := make([]string, 2+random.IntN(2))
	for i := range got {
		var list []func()
		for range 6/len(got) - random.IntN(2) {
			step, k := mapSteps[random.IntN(len(mapSteps))], keys[random.IntN(len(keys))]
			list = append(list, func() {
				got[i] += fmt.Sprint(step(m, k, i+1), ";")
			})
		}
		rt.Go(9, func() {
			for _, f := range list {
				f()
			}
		})
	}
	t.AtEnd(func() { seen[fmt.Sprint(got)] = true })
}

// Operations on a sync.Map depend on each other by their keys: dpor sees whatever dfs sees, in one execution a trace.
func TestSyncMap(t *testing.T) { compareWithDFS(t, mapProgram) }

// compareWithDFS compares what dpor and bpor see of random programs with what dfs does.
func compareWithDFS(t *testing.T, program seeded) {
	t.Helper()
	programs := uint64(150)
	if testing.Short() {
		programs = 40
	}
	fewer := 0
	for seed := range programs {
		want, traces := outcomes(t, strategy.NewDFS(), seed, program)
		got, ran := outcomes(t, strategy.NewDPOR(), seed, program)
		for outcome := range want {
			if !got[outcome] {
				t.Errorf("seed %d: dpor misses %s", seed, outcome)
			}
		}
		if _, all := outcomes(t, strategy.NewBPOR(20), seed, program); len(all) != len(traces) {
			t.Errorf("seed %d: bpor runs %d traces of %d", seed, len(all), len(traces))
		}
		if len(traces) != len(ran) {
			t.Errorf("seed %d: dpor runs %d traces of %d", seed, len(ran), len(traces))
		}
		all, once := 0, 0
		for _, n := range traces {
			all += n
		}
		for _, n := range ran {
			once += n
		}
		if once != len(ran) {
			t.Errorf("seed %d: dpor runs %d executions of %d traces", seed, once, len(ran))
		}
		if once < all {
			fewer++
		}
	}
	if fewer < int(programs)/2 {
		t.Errorf("in %d programs of %d only dpor runs fewer executions than dfs", fewer, programs)
	}
}
