package verify

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"github.com/calvin-go/calvin/report"
)

// A stage is a part of a run that is timed.
type stage int

const (
	stageLoad stage = iota
	stageAnnotations
	stageSummaries
	stageLocks
	stageTranslation
	stageConditions
	stageSolver
	stages
)

var stageNames = [stages]string{"load", "annotations", "summaries", "order of locks", "translation", "conditions", "solver"}

// Stats say where the time of a run went. The times of stages that run for several functions at once are summed up.
type Stats struct {
	spent     [stages]atomic.Int64
	recalled  atomic.Int64 // functions that were not even translated
	putOff    int          // functions for which the limit of the run left no time
	total     time.Duration
	memory    uint64 // that this process has from the system for its Go heap and stacks
	functions []report.FunctionResult
}

func newStats() *Stats { return &Stats{} }

// since adds the time from begun to a stage. It may be called concurrently.
func (s *Stats) since(st stage, begun time.Time) { s.spent[st].Add(int64(time.Since(begun))) }

func (s *Stats) finish(total time.Duration, functions []report.FunctionResult) {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	s.total, s.memory, s.functions = total, m.Sys, functions
}

// Solver is the time spent in the solver, summed over the workers.
func (s *Stats) Solver() time.Duration { return time.Duration(s.spent[stageSolver].Load()) }

// Write prints the split by stage, then the functions, slowest first.
func (s *Stats) Write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for st, name := range stageNames {
		fmt.Fprintf(t, "%s\t%.3f s\n", name, time.Duration(s.spent[st].Load()).Seconds())
	}
	if n := s.recalled.Load(); n > 0 {
		fmt.Fprintf(t, "recalled\t%d functions, whose packages depend on nothing that has changed\n", n)
	}
	if s.putOff > 0 {
		fmt.Fprintf(t, "put off\t%d functions, for which the limit of the run left no time\n", s.putOff)
	}
	fmt.Fprintf(t, "total\t%.3f s\nmemory\t%d MB without the solver's\n", s.total.Seconds(), s.memory>>20)
	slowest := slices.SortedStableFunc(slices.Values(s.functions), func(a, b report.FunctionResult) int {
		switch {
		case a.Seconds > b.Seconds:
			return -1
		case a.Seconds < b.Seconds:
			return 1
		}
		return 0
	})
	for _, f := range slowest {
		fmt.Fprintf(t, "%s.%s\t%.3f s\t%d goals\t%s\n", f.Package, f.Function, f.Seconds, f.Goals, f.Verdict)
	}
	if err := t.Flush(); err != nil {
		return fmt.Errorf("write statistics: %w", err)
	}
	return nil
}
