package worker

import (
	"time"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// DefaultStrategy is the one that is used where none is named.
const DefaultStrategy = "auto"

// Strategies has, for the names that -strategy takes, the phases of the search. The bound of the last one is what the job
// asks for; those after the first that explores everything within it are run only where that one is in doubt.
var Strategies = map[string]func(*Job) []phase{
	"auto":   auto,
	"bpor":   func(j *Job) []phase { return []phase{bpor(j.bound()), icb(j.bound())} },
	"dfs":    func(*Job) []phase { return []phase{dfs()} },
	"dpor":   func(*Job) []phase { return []phase{dpor(), dfs()} },
	"fusion": symbolic,
	"icb":    func(j *Job) []phase { return []phase{icb(j.bound())} },
	"pct":    func(j *Job) []phase { return []phase{pct(j)} },
	"pred":   sliced,
	"random": func(j *Job) []phase { return []phase{random(j)} },
}

// Asking has the strategies that ask questions.
var Asking = map[string]bool{"fusion": true}

// FailuresOnly has the strategies that look for failures alone: when they have nothing left to run, no test fails, nothing
// panics and there is no deadlock, but there may be data races. They switch goroutines at every access to memory.
var FailuresOnly = map[string]bool{"pred": true}

// A phase is one strategy with its share of the budget.
type phase struct {
	strategy   func(explored func(bound int)) rt.Strategy // calls explored for each bound that has been explored, if it goes by bounds
	bound      int                                        // of preemptions, -1 for none
	exhaustive bool                                       // when the strategy has nothing left, everything within the bound has been explored
	max        int
	time       time.Duration
}

// plain makes a phase of a strategy that has no bound, and is watched for nondeterminism.
func plain(make func() rt.Strategy, exhaustive bool) phase {
	return phase{
		strategy:   func(func(int)) rt.Strategy { return strategy.NewChecked(make()) },
		bound:      -1,
		exhaustive: exhaustive,
	}
}

// once is the phase of a job that replays a schedule.
func once(s *Schedule) phase {
	return phase{strategy: func(func(int)) rt.Strategy { return rt.NewReplay(s.Decisions, nil) }, bound: -1, max: 1}
}

func dfs() phase { return plain(func() rt.Strategy { return strategy.NewDFS() }, true) }

func dpor() phase {
	return phase{
		strategy:   func(func(int)) rt.Strategy { return strategy.NewReduced(strategy.NewChecked(strategy.NewDPOR())) },
		bound:      -1,
		exhaustive: true,
	}
}

// fewTraces are what the solver gets at first: if it can prune at all, most often these are enough (Fusion, table 1).
const fewTraces = 32

// cheapExecutions take about as long as the questions that come after the first few.
const cheapExecutions = 50000

// symbolic lets the solver prune, and dpor take over where that leads nowhere: a program that has few traces is explored
// sooner than questions about it are answered.
func symbolic(j *Job) []phase {
	if j.Alone {
		return []phase{fusion(j)}
	}
	first, cheap := fusion(j), dpor()
	first.max, cheap.max = fewTraces, cheapExecutions
	return []phase{first, cheap, fusion(j), dpor(), dfs()}
}

// fusion asks the command, which knows what statements mean. A test that cannot be followed there is left to dpor.
func fusion(j *Job) phase {
	return phase{
		strategy: func(func(int)) rt.Strategy {
			oracle, numbers := strategy.Oracle(nobody{}), rt.NewNumbering()
			if j.asking != nil {
				oracle, numbers = j.asking, j.asking.numbers
			}
			return strategy.NewReduced(strategy.NewChecked(strategy.NewFusion(oracle, numbers, true)))
		},
		bound:      -1,
		exhaustive: true,
	}
}

// nobody answers the questions of a worker that has no command to ask.
type nobody struct{}

func (nobody) Ask(strategy.Question) strategy.Answer {
	return strategy.Answer{Unable: "the source of the program is not available"}
}

// sliced is pred, and dfs where that is in doubt.
func sliced(j *Job) []phase {
	if j.Alone {
		return []phase{pred(j)}
	}
	return []phase{pred(j), dfs()}
}

func pred(j *Job) phase {
	return phase{
		strategy: func(func(int)) rt.Strategy {
			return strategy.NewReduced(strategy.NewChecked(strategy.NewPred(j.Slice, j.Parts)))
		},
		bound:      -1,
		exhaustive: true,
	}
}

func bpor(bound int) phase {
	return phase{
		strategy: func(func(int)) rt.Strategy {
			return strategy.NewReduced(strategy.NewChecked(strategy.NewBPOR(bound)))
		},
		bound:      bound,
		exhaustive: true,
	}
}

func icb(bound int) phase {
	return phase{
		strategy: func(explored func(int)) rt.Strategy {
			return strategy.NewChecked(strategy.NewICB(bound, func(bound, _ int) { explored(bound) }))
		},
		bound:      bound,
		exhaustive: true,
	}
}

func random(j *Job) phase {
	return plain(func() rt.Strategy { return strategy.NewRandom(j.Seed) }, false)
}

// pctDepth is the depth of bugs that pct looks for: most known ones need three steps in one order or fewer (PCT, section 4).
const pctDepth = 3

func pct(j *Job) phase {
	return plain(func() rt.Strategy { return strategy.NewPCT(j.Seed, pctDepth) }, false)
}

// defaultBound is the bound of preemptions where none is given: all bugs of the evaluation of ICB need two or fewer (section 4).
const defaultBound = 2

func (j *Job) bound() int {
	if j.Bound < 0 {
		return defaultBound
	}
	return j.Bound
}

// randomShare is how many executions auto spends on random schedules at most, and on those of pct: a tenth of the time
// that the systematic search has in a run of the usual length, and a tenth of its executions where they are limited.
const randomShare = 500

// boundedShare is the same for schedules with few preemptions: dpor covers them, too.
const boundedShare = 10000

// auto begins with a share of random search, which finds most shallow bugs at once, then looks for bugs that need few
// preemptions, and has the rest of the budget for all other schedules.
func auto(j *Job) []phase {
	share := func(p phase, most, part int) phase {
		p.max, p.time = most, j.Time/time.Duration(part)
		if j.Max > 0 {
			p.max = min(most, max(j.Max/part, 1))
		}
		return p
	}
	first := []phase{share(random(j), randomShare, 20), share(pct(j), randomShare, 20), share(icb(j.bound()), boundedShare, 4)}
	if j.Staged {
		return append(first, share(dpor(), j.Max, stagedPart))
	}
	return append(first, dpor(), dfs())
}

// stagedPart is the part of the budget that dpor gets before other strategies have their turn: an eighth.
const stagedPart = 8
