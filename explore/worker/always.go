package worker

import (
	"slices"
	"strings"
	"time"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// A bug in the first execution of all may be one in every execution. Then it may be due to what control changes, and not to the
// schedule. So some more are run: in the natural order, and at random.

// The most that it may take to find an execution without the bug: so many, in this time or a tenth of the budget.
const (
	alwaysMax  = 100
	alwaysTime = 500 * time.Millisecond
	alwaysPart = 10
)

// always is how many executions have been run that all have a bug such as this, the first one included; 0 if there is one that has
// none, or if it is a bug that only control shows.
func (w *worker) always(body func(*rt.T), r *rt.Result) int {
	bug := &r.Bugs[0]
	if !showsOutside(bug) {
		return 0
	}
	n := 1
	if r.Single {
		return n
	}
	for _, s := range []rt.Strategy{strategy.NewICB(0, nil), strategy.NewRandom(w.job.Seed)} {
		without := false
		until := strategy.NewUntil(s, func(x *rt.Execution) bool {
			if x.Outcome != rt.Redundant && x.Outcome != rt.Truncated {
				without = without || !slices.ContainsFunc(x.Bugs, func(b rt.Bug) bool { return alike(&b, bug) })
				n++
			}
			return without
		})
		cfg := w.settings(until)
		cfg.MaxExecutions, cfg.Time = alwaysMax, w.atMost(max(alwaysTime, w.job.Time/alwaysPart))
		cfg.Report = func() bool { return false } // so that bugs are told of every time
		if rt.Explore(cfg, body); without {
			return 0
		}
	}
	return n
}

// showsOutside reports whether a bug shows, or may be looked for, when the Go runtime runs the test. Data races and what annotations
// forbid do not, package sync does not promise to notice that a WaitGroup is misused, and who logs or fails after a test finds that
// there are others to run.
func showsOutside(b *rt.Bug) bool {
	switch b.Kind {
	case rt.Race, rt.Annotation:
		return false
	case rt.Panic:
		return !strings.HasPrefix(b.Message, "sync: WaitGroup") && !strings.Contains(b.Message, " in goroutine after ")
	}
	return true
}

// alike reports whether two bugs would look the same from outside: the test fails, or goroutines are left.
func alike(a, b *rt.Bug) bool { return showsOutside(a) && (a.Kind == rt.Leak) == (b.Kind == rt.Leak) }
