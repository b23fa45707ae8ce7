package worker

import (
	"time"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// DefaultStrategy is the one that is used where none is named.
const DefaultStrategy = "auto"

// Strategies has, for the names that -strategy takes, the phases of the search.
var Strategies = map[string]func(*Job) []phase{
	"auto":   auto,
	"dfs":    func(*Job) []phase { return []phase{dfs()} },
	"dpor":   func(*Job) []phase { return []phase{dpor()} },
	"pct":    func(j *Job) []phase { return []phase{pct(j)} },
	"random": func(j *Job) []phase { return []phase{random(j)} },
}

// A phase is one strategy with its share of the budget.
type phase struct {
	strategy   func() rt.Strategy
	bound      int  // of preemptions, -1 for none
	exhaustive bool // when the strategy has nothing left, everything within the bound has been explored
	max        int
	time       time.Duration
}

// once is the phase of a job that replays a schedule.
func once(s *Schedule) phase {
	return phase{strategy: func() rt.Strategy { return rt.NewReplay(s.Decisions, nil) }, bound: -1, max: 1}
}

func dfs() phase {
	return phase{strategy: func() rt.Strategy { return strategy.NewChecked(strategy.NewDFS()) }, bound: -1, exhaustive: true}
}

func dpor() phase {
	return phase{strategy: func() rt.Strategy { return strategy.NewChecked(strategy.NewDPOR()) }, bound: -1, exhaustive: true}
}

func random(j *Job) phase {
	return phase{strategy: func() rt.Strategy { return strategy.NewChecked(strategy.NewRandom(j.Seed)) }, bound: -1}
}

// pctDepth is the depth of bugs that pct looks for: most known ones need three steps in one order or fewer (PCT, section 4).
const pctDepth = 3

func pct(j *Job) phase {
	return phase{strategy: func() rt.Strategy { return strategy.NewChecked(strategy.NewPCT(j.Seed, pctDepth)) }, bound: -1}
}

// randomShare is how many executions auto spends on random schedules at most, and on those of pct: a tenth of the time
// that the systematic search has in a run of the usual length, and a tenth of its executions where they are limited.
const randomShare = 500

// auto begins with a share of random search, which finds most shallow bugs at once.
func auto(j *Job) []phase {
	share := randomShare
	if j.Max > 0 {
		share = min(share, max(j.Max/20, 1))
	}
	phases := []phase{random(j), pct(j), dpor()}
	for i := range phases[:2] {
		phases[i].max = share
		phases[i].time = j.Time / 20
	}
	return phases
}
