package divide_test

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
	"github.com/calvin-go/calvin/internal/exploretest/divide"
	"github.com/calvin-go/calvin/internal/exploretest/golden"
	"github.com/calvin-go/calvin/internal/exploretest/random"
	"github.com/calvin-go/calvin/internal/exploretest/trace"
)

var (
	limit     = flag.Int("limit", 60, "divide the programs with at most so many executions")
	programs  = flag.Int("programs", 40, "divide so many random programs")
	first     = flag.Uint64("first", 0, "the first of the random programs")
	divisions = flag.Int("divisions", 1, "divide each random program so many times")
)

// However the work is divided, there is one execution a trace, and none in vain.
func TestTraces(t *testing.T) {
	for _, r := range golden.Rows() {
		if r.Traces > *limit {
			continue
		}
		for seed := range uint64(2) {
			derailed := 0
			got, err := divide.Explore(divide.Config{
				New:  func() strategy.Divisible { return strategy.NewDPOR() },
				Wrap: func(s rt.Strategy) rt.Strategy { return strategy.NewChecked(s) },
				Each: func(s strategy.Divisible, _ *rt.Result) { derailed += s.(*strategy.DPOR).Derailed },
				Seed: seed,
			}, func(*rt.T) { r.Program() })
			switch {
			case err != nil:
				t.Errorf("%s %v: %v", r.Name, r.N, err)
			case got.Outcomes[rt.Complete] != r.Traces || got.Outcomes[rt.Blocked] != r.Blocked || got.Outcomes[rt.Redundant]+derailed > 0:
				t.Errorf("%s %v, seed %d: %d complete, %d blocked, %d redundant, %d derailed in %d tasks with %d escapes, want %d and %d", r.Name, r.N, seed,
					got.Outcomes[rt.Complete], got.Outcomes[rt.Blocked], got.Outcomes[rt.Redundant], derailed, got.Tasks, got.Escapes, r.Traces, r.Blocked)
			}
		}
	}
}

// The same for dfs, which runs every schedule.
func TestSchedules(t *testing.T) {
	for _, r := range golden.Rows() {
		want := golden.Run(r, strategy.NewDFS(), *limit)
		if !want.Exhausted {
			continue
		}
		got, err := divide.Explore(divide.Config{New: func() strategy.Divisible { return strategy.NewDFS() }}, func(*rt.T) { r.Program() })
		if err != nil || got.Executions != want.Executions || got.Outcomes[rt.Blocked] != want.Blocked {
			t.Errorf("%s %v: %+v, %v, want %d executions, %d blocked", r.Name, r.N, got, err, want.Executions, want.Blocked)
		}
	}
}

// On random programs the parts together run every trace that one process does, and find every kind of bug. They run none
// twice.
func TestRandom(t *testing.T) {
	all := 0
	for seed := *first; seed < *first+uint64(*programs); seed++ {
		p := random.Generate(seed)
		alone := newAlone(rt.Config{VisibleAll: p.VisibleAll, NoRaces: p.VisibleAll, MaxSteps: 1000, ClockAny: p.ClockAny, MaxExecutions: *limit}, func(*rt.T) { p.Run() })
		if !alone.result.Exhausted || alone.doubt != "" {
			continue
		}
		for division := range uint64(*divisions) {
			extra, problem := alone.divided(seed + division)
			if problem != "" {
				t.Errorf("seed %d, division %d: %s\n%v", seed, seed+division, problem, p)
				break
			}
			if extra > 0 {
				t.Errorf("seed %d, division %d: %d executions too many\n%v", seed, seed+division, extra, p)
			}
			all += alone.result.Executions
		}
	}
	t.Logf("%d executions in %d divisions", all, *programs**divisions)
}

// Programs of which the parts once ran a trace twice.
func TestTwice(t *testing.T) {
	for name, p := range map[string]*random.Program{
		// What sleeps is not woken by what is foreseen in another state: with the channel closed.
		"foreseen after a close": {Caps: [2]int{1, 0}, Goroutines: [][]random.Op{
			{{Do: "recv", V: 1}, {Do: "ctxdone", V: 1, W: 2}},
			{{Do: "send"}, {Do: "close", V: 1}},
		}},
		"polls that send": {Caps: [2]int{1, 0}, Goroutines: [][]random.Op{
			{{Do: "trysend", W: 2}, {Do: "close", V: 1}},
			{{Do: "recv", W: 2}},
			{{Do: "trysend", V: 2}},
		}},
		"a select that sends": {Caps: [2]int{0, 2}, Goroutines: [][]random.Op{
			{{Do: "recv", Obj: 1, V: 1}},
			{{Do: "send", Obj: 1, V: 1}, {Do: "close", Obj: 1, V: 1}},
			{{Do: "select", V: 2}},
		}},
		// Without the TryRLock one RUnlock too many commutes with another.
		"two commute": {Goroutines: [][]random.Op{{{Do: "runlock"}}, {{Do: "tryrlock"}}, {{Do: "runlock"}}}},
		// Nor in one where a writer waits.
		"foreseen after a writer": {Goroutines: [][]random.Op{
			{{Do: "rlock"}, {Do: "load", Obj: 1}, {Do: "runlock"}},
			{{Do: "tryrlock"}},
			{{Do: "rlock"}, {Do: "store", Obj: 1, V: 1}, {Do: "runlock"}, {Do: "rwlock"}, {Do: "load", Obj: 1}, {Do: "rwunlock"}},
		}},
		"readers and writers": {Goroutines: [][]random.Op{
			{{Do: "tryrlock"}, {Do: "runlock"}},
			{{Do: "rwtrylock"}},
			{{Do: "rwlock"}},
		}},
	} {
		alone := newAlone(rt.Config{MaxSteps: 1000, MaxExecutions: 2000}, func(*rt.T) { p.Run() })
		for seed := range uint64(24) {
			if extra, problem := alone.divided(seed); problem != "" || extra > 0 {
				t.Errorf("%s, division %d: %d executions more, %s", name, seed, extra, problem)
				break
			}
		}
	}
}

// alone is what one process did with a program.
type alone struct {
	cfg    rt.Config
	f      func(*rt.T)
	seen   map[uint64]bool
	result *rt.Result
	doubt  string
}

func newAlone(cfg rt.Config, f func(*rt.T)) *alone {
	cfg.Numbering = rt.NewNumbering()
	a := &alone{cfg: cfg, f: f}
	reduced := strategy.NewReduced(strategy.NewDPOR())
	want := &traces{Strategy: reduced}
	cfg.Strategy = want
	a.result = rt.Explore(cfg, f)
	a.seen, a.doubt = want.seen, reduced.Incomplete()
	return a
}

// divided divides the program, and returns how many executions more that takes, and what is wrong.
func (a *alone) divided(seed uint64) (extra int, problem string) {
	got := &traces{}
	parts, err := divide.Explore(divide.Config{
		RT: a.cfg, New: func() strategy.Divisible { return strategy.NewDPOR() }, Saw: got.see, Numbering: a.cfg.Numbering, Seed: seed,
	}, a.f)
	switch {
	case err != nil:
		return 0, err.Error()
	case !maps.Equal(got.seen, a.seen) || kinds(parts.Bugs) != kinds(a.result.Bugs):
		return 0, fmt.Sprintf("%d traces, %s, in %d tasks, alone %d, %s", len(got.seen), kinds(parts.Bugs), parts.Tasks, len(a.seen), kinds(a.result.Bugs))
	}
	return parts.Executions - a.result.Executions, ""
}

// traces collects the traces of executions.
type traces struct {
	rt.Strategy
	seen map[uint64]bool
}

func (c *traces) see(x *rt.Execution) {
	if c.seen == nil {
		c.seen = map[uint64]bool{}
	}
	c.seen[trace.Of(x)] = true
}

func (c *traces) Done(x *rt.Execution) bool {
	if x.Outcome != rt.Redundant {
		c.see(x)
	}
	return c.Strategy.Done(x)
}

func kinds(bugs []rt.Bug) string {
	var list []string
	for _, b := range bugs {
		list = append(list, string(b.Kind))
	}
	slices.Sort(list)
	return fmt.Sprint(slices.Compact(list))
}
