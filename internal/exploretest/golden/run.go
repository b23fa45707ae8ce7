package golden

import (
	"time"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// A Count is what a strategy did with a program.
type Count struct {
	Executions int
	Complete   int
	Blocked    int
	Redundant  int // executions begun in vain, or derailed
	Events     int
	Exhausted  bool
	Elapsed    time.Duration
	ByBound    []int // complete executions with at most 0, 1, 2, ... preemptions, of bpor
}

// Run runs a program under a strategy, up to so many executions.
func Run(r Row, s rt.Strategy, limit int) Count {
	c := &counter{Strategy: s}
	c.bpor, _ = s.(*strategy.BPOR)
	got := rt.Explore(rt.Config{Strategy: c, MaxExecutions: limit}, func(*rt.T) { r.Program() })
	count := Count{
		Executions: got.Executions, Complete: got.Outcomes[rt.Complete], Blocked: got.Outcomes[rt.Blocked],
		Redundant: got.Outcomes[rt.Redundant], Events: got.Events, Exhausted: got.Exhausted, Elapsed: got.Elapsed,
		ByBound: c.complete,
	}
	if d, ok := s.(*strategy.DPOR); ok {
		count.Redundant += d.Derailed
	}
	for b := 1; b < len(c.complete); b++ {
		c.complete[b] += c.complete[b-1]
	}
	return count
}

// A counter counts the complete executions of bpor by bounds.
type counter struct {
	rt.Strategy
	bpor     *strategy.BPOR
	complete []int
}

func (c *counter) Done(x *rt.Execution) bool {
	if c.bpor != nil {
		for len(c.complete) < len(c.bpor.Counts()) {
			c.complete = append(c.complete, 0)
		}
		if x.Outcome == rt.Complete {
			c.complete[len(c.complete)-1]++
		}
	}
	return c.Strategy.Done(x)
}
