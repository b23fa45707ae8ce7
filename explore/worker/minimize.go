package worker

import (
	"slices"
	"time"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// The most that it may take to make the schedule of a bug smaller: to look for one with fewer preemptions, and to shrink
// what there is.
const (
	fewerMax   = 10000
	fewerTime  = 3 * time.Second
	shrinkMax  = 5000
	shrinkTime = 2 * time.Second
)

// minimize returns the bug with the smallest schedule that is found for it: one with the fewest preemptions, which is
// certain if all schedules with fewer can be run, then with the fewest steps and switches.
func (w *worker) minimize(body func(*rt.T), bug rt.Bug) rt.Bug {
	if bug.Preemptions > 0 {
		bug = w.fewerPreemptions(body, bug)
	}
	m := strategy.NewMinimize(&bug, bug.Portable, shrinkMax, w.atMost(shrinkTime))
	cfg := w.settings(m)
	cfg.Ignored = bug.Ignored
	cfg.Report = m.Final
	return sameIn(rt.Explore(cfg, body), bug)
}

// fewerPreemptions looks for the bug in the schedules with fewer preemptions, those with the fewest first.
func (w *worker) fewerPreemptions(body func(*rt.T), bug rt.Bug) rt.Bug {
	found := func(x *rt.Execution) bool {
		return slices.ContainsFunc(x.Bugs, func(b rt.Bug) bool { return b.Same(&bug) })
	}
	cfg := w.settings(strategy.NewUntil(strategy.NewICB(bug.Preemptions-1, nil), found))
	cfg.Ignored, cfg.MaxExecutions, cfg.Time = bug.Ignored, fewerMax, w.atMost(fewerTime)
	return sameIn(rt.Explore(cfg, body), bug)
}

// atMost returns d, or a quarter of the budget if that is less; several bugs share it.
func (w *worker) atMost(d time.Duration) time.Duration {
	d /= time.Duration(max(w.job.Findings, 1))
	if w.job.Time > 0 {
		return min(d, w.job.Time/4)
	}
	return d
}

// sameIn returns what r says of the bug, if anything.
func sameIn(r *rt.Result, bug rt.Bug) rt.Bug {
	for _, b := range r.Bugs {
		if b.Same(&bug) {
			return b
		}
	}
	return bug
}
